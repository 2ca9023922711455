package dev.tplus1.delimited;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

class RecordsTests {
    private static final int MAX_BYTES = 100;
    private static final int MAX_CELLS = 5;

    private static Records records(byte[] bytes, Style style, int buffer) {
        return new Records(
                new ByteArrayInputStream(bytes),
                StandardCharsets.UTF_8,
                style,
                MAX_BYTES,
                MAX_CELLS,
                buffer);
    }

    private static List<String> told(String text, Style style) throws IOException {
        return Told.of(records(text.getBytes(StandardCharsets.UTF_8), style, 16));
    }

    private static List<String> quoted(String text) throws IOException {
        return told(text, Style.QUOTED);
    }

    @Test
    void cutsALineAtItsCommas() throws Exception {
        assertThat(quoted("a,b,c\n")).containsExactly("1-1 true 3[a, b, c] of a,b,c", "end 1 true");
        assertThat(quoted(",,\n,\n"))
                .containsExactly("1-1 true 3[, , ] of ,,", "2-2 true 2[, ] of ,", "end 2 true");
    }

    @Test
    void endsLinesAtLfAndCrlfAndPassesOverBlankOnes() throws Exception {
        assertThat(quoted("a\r\n\n\r\nb\r\r\n"))
                .containsExactly("1-1 true 1[a] of a", "4-4 true 1[b\r] of b\r", "end 4 true");
    }

    @Test
    void knowsThatTheLastLineHasNoEnd() throws Exception {
        assertThat(quoted("a\nb"))
                .containsExactly("1-1 true 1[a] of a", "2-2 false 1[b] of b", "end 2 false");
        assertThat(quoted("")).containsExactly("end 0 true");
        assertThat(quoted("a\n\r")).containsExactly("1-1 true 1[a] of a", "end 2 false");
    }

    @Test
    void takesQuotesOffWholeCells() throws Exception {
        assertThat(quoted("\"a,b\",\"\",c\r\nd,\"e\"\r\n"))
                .containsExactly(
                        "1-1 true 3[a,b, , c] of \"a,b\",\"\",c",
                        "2-2 true 2[d, e] of d,\"e\"",
                        "end 2 true");
        assertThat(quoted("\"say \"\"hi\"\"\",\"\"\"\"\n"))
                .containsExactly(
                        "1-1 true 2[say \"hi\", \"] of \"say \"\"hi\"\"\",\"\"\"\"", "end 1 true");
    }

    @Test
    void readsAQuotedCellOverSeveralLines() throws Exception {
        assertThat(quoted("x,\"a\r\n\r\n b\"\r\ny\n"))
                .containsExactly(
                        "1-3 true 2[x, a\n\n b] of x,\"a\n\n b\"",
                        "4-4 true 1[y] of y",
                        "end 4 true");
    }

    @Test
    void skipsAByteOrderMark() throws Exception {
        assertThat(quoted("\ufeff\"a\"\n\ufeffb\n"))
                .containsExactly(
                        "1-1 true 1[a] of \"a\"",
                        "2-2 true 1[\ufeffb] of \u00ef\u00bb\u00bfb",
                        "end 2 true");
        assertThat(quoted("\ufeff\n")).containsExactly("end 1 true");
        assertThat(quoted("\ufeff")).containsExactly("end 1 false");
    }

    @Test
    void refusesQuotesThatDoNotEncloseACell() throws Exception {
        assertThat(quoted("a\nb,c\"d\n"))
                .endsWith(
                        "2: there is a quote in the middle of cell 2: such a cell must be quoted"
                                + " whole, with the quote doubled");
        assertThat(quoted("a,\"b\"c\n"))
                .containsExactly("1: there is text after the closing quote of cell 2");
        assertThat(quoted("\"b\"\rc\n"))
                .containsExactly("1: there is text after the closing quote of cell 1");
        assertThat(quoted("a\n\"b\nc,d\n"))
                .endsWith("3: the quote opened in line 2 is never closed: the file is cut off");
    }

    @Test
    void refusesBytesThatAreNoText() throws Exception {
        byte[] bytes = "a,b\nc,?,d\n".getBytes(StandardCharsets.US_ASCII);
        bytes[6] = (byte) 0xff;

        assertThat(Told.of(records(bytes, Style.QUOTED, 16)))
                .containsExactly(
                        "1-1 true 2[a, b] of a,b",
                        "2: byte 3 of the line (0xFF) is not UTF-8 text; give the file as the"
                                + " provider sent it");
        assertThatExceptionOfType(DelimitedException.class)
                .isThrownBy(() -> {
                    Records records = records(bytes, Style.TABBED, 16);
                    assertThat(records.next()).isTrue();
                    records.next();
                })
                .matches(DelimitedException::undecodable);
    }

    @ParameterizedTest
    @EnumSource(Style.class)
    void refusesALineThatIsTooLongAndTooManyCells(Style style) throws Exception {
        String longest = "x".repeat(MAX_BYTES);

        assertThat(told(longest + "\n" + longest, style)).hasSize(3);
        assertThat(told("a\nx" + longest + "\n", style))
                .endsWith("2: the line has more than 100 bytes, the limit");
        assertThat(told("a\nx" + longest, style))
                .endsWith("2: the line has more than 100 bytes, the limit");
        assertThat(told("a,b,c,d,e\na,b,c,d,e,f\n", style))
                .hasSize(2)
                .endsWith("2: the record has more than 5 cells");
    }

    @Test
    void refusesARecordOfSeveralLinesThatIsTooLong() throws Exception {
        String half = "x".repeat(48);

        assertThat(quoted("\"" + half + "\r\n" + half + "\"\r\n")).hasSize(2);
        assertThat(quoted("\"" + half + "\n" + half + "xxx\"\n"))
                .containsExactly("2: the record from line 1 has more than 100 bytes, the limit");
    }

    @Test
    void cutsRowsOfBackticksWhereACommaAndABacktickMeet() throws Exception {
        assertThat(told("h1,h2\n`a,b,`c\"`,`\n\n", Style.BACKTICK))
                .containsExactly(
                        "1-1 true 2[h1, h2] of h1,h2",
                        "2-2 true 3[a,b, c\"`, ] of `a,b,`c\"`,`",
                        "3-3 true 1[] of ",
                        "end 3 true");
    }

    @Test
    void takesTabsOffTheEndsOfCells() throws Exception {
        assertThat(told("a\t\t,\tb\t,\t\r\n", Style.TABBED))
                .containsExactly("1-1 true 3[a, \tb, ] of a\t\t,\tb\t,\t", "end 1 true");
    }

    @Test
    void readsGbk() throws Exception {
        Charset gbk = Charset.forName("GBK");
        byte[] bytes = "交易,商户\t\n".getBytes(gbk);

        try (Records records =
                new Records(new ByteArrayInputStream(bytes), gbk, Style.TABBED, 100, 5)) {
            assertThat(records.next()).isTrue();
            assertThat(records.text(1)).isEqualTo("商户");
            assertThat(records.text()).isEqualTo("交易,商户\t");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\ufeffid,\"nam\u00e9\"~\"1\",\"a \"\"b\"\", c\"~~2,\"x~~y\u5fae\"~3,\ud83d\ude00",
                "h,k|`a,b,`\u5fae\u4fe1|\"x\",y|,`,|",
                "aaaaaaaaaaaaaaaaaaaaaaaa,bbbbbbbbbbbbbbb,\"cccccccccccccccccccc\"|d|"
            })
    void readsEveryPartOfATextWithEveryBuffer(String text) throws Exception {
        byte[] whole =
                text.replace("~", "\r\n").replace("|", "\n").getBytes(StandardCharsets.UTF_8);

        for (int length = 0; length <= whole.length; length++) {
            byte[] bytes = Arrays.copyOf(whole, length);
            for (Style style : Style.values()) {
                List<String> expected =
                        new NaiveRecords(bytes, StandardCharsets.UTF_8, MAX_BYTES, MAX_CELLS)
                                .tell(style);
                for (int buffer = 1; buffer <= whole.length + 1; buffer++) {
                    assertThat(Told.of(records(bytes, style, buffer)))
                            .as("%d bytes, %s, buffer %d", length, style, buffer)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void readsWhatCameBeforeAStreamFails() throws Exception {
        InputStream broken =
                new InputStream() {
                    private boolean given;

                    @Override
                    public int read() throws IOException {
                        throw new IOException("broken");
                    }

                    @Override
                    public int read(byte[] target, int offset, int length) throws IOException {
                        if (given) {
                            return read();
                        }
                        given = true;
                        byte[] text = "a\nb".getBytes(StandardCharsets.US_ASCII);
                        System.arraycopy(text, 0, target, offset, text.length);
                        return text.length;
                    }
                };

        try (Records records =
                new Records(broken, StandardCharsets.UTF_8, Style.QUOTED, MAX_BYTES, MAX_CELLS)) {
            assertThat(records.next()).isTrue();
            assertThat(records.text(0)).isEqualTo("a");
            assertThatThrownBy(records::next).isInstanceOf(IOException.class).hasMessage("broken");
            assertThat(records.lastLine()).isEqualTo(1);
        }
    }
}
