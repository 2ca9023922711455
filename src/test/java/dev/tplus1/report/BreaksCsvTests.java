package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.report.files.BreaksCsv;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

class BreaksCsvTests {
    @Test
    void writesTheRowsInByteOrderWhateverOrderTheyComeIn() throws IOException {
        List<Break> reversed = new ArrayList<>(Reports.breaks());
        Collections.reverse(reversed);

        String csv = csv(reversed);

        assertThat(csv).isEqualTo(SummaryTests.golden("breaks.csv"));
        assertThat(csv(Reports.breaks())).isEqualTo(csv);
    }

    @Test
    void writesOnlyTheHeaderWhenThereIsNoBreak() throws IOException {
        assertThat(csv(List.of()))
                .isEqualTo(
                        "break_id,type,risk,action,status,kind,transaction_id,order_no,refund_no,"
                                + "statement_amount,statement_currency,ledger_amount,"
                                + "ledger_currency,statement_time,ledger_time,statement_line,"
                                + "note\r\n");
    }

    @Test
    void leavesValuesRawAndQuotesThemAsRfc4180Says() throws IOException {
        Break hostile =
                Reports.payment(
                                BreakType.UNKNOWN_ORDER,
                                "=1+1",
                                " a,\"b\"\u202e ",
                                Reports.money("1234567.890", "KWD"),
                                null,
                                "00:00:00",
                                Status.OPEN)
                        .with(Action.ALERT, Status.OPEN, "two\nlines");

        String row = csv(List.of(hostile)).split("\r\n", 2)[1];

        assertThat(row)
                .isEqualTo(
                        hostile.id()
                                + ",UNKNOWN_ORDER,high,alert,OPEN,PAYMENT,=1+1,"
                                + "\" a,\"\"b\"\"\u202e \",,1234567.890,KWD,,,"
                                + "2026-11-28T00:00:00+08:00,,7,\"two\nlines\"\r\n");
    }

    @Test
    void givesTimesTheOffsetThatTheZoneHasThen() throws IOException {
        Break summer = timed(Instant.parse("2026-06-01T10:00:00Z"));
        Break winter = timed(Instant.parse("2026-12-01T10:00:00.25Z"));

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BreaksCsv.write(Breaks.of(List.of(summer)), ZoneId.of("Europe/Berlin"), out, _ -> {});
        BreaksCsv.write(Breaks.of(List.of(winter)), ZoneId.of("Europe/Berlin"), out, _ -> {});
        BreaksCsv.write(Breaks.of(List.of(winter)), ZoneId.of("UTC"), out, _ -> {});

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains(",2026-06-01T12:00:00+02:00,")
                .contains(",2026-12-01T11:00:00.25+01:00,")
                .contains(",2026-12-01T10:00:00.25Z,");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "two words",
                " blanks ",
                "a,b",
                "say \"so\"",
                "\"",
                "line\nline",
                "line\rline",
                "#no comment",
                "付款 😀",
                "tab\tand 'quote'"
            })
    void quotesAsALibraryDoes(String note) throws IOException {
        Break any = Reports.breaks().getFirst().with(Action.ALERT, Status.OPEN, note);
        StringWriter expected = new StringWriter();
        CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(expected).writeRecord("", note);

        assertThat(csv(List.of(any))).endsWith(expected.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-28T00:00:00Z",
                "2026-11-27T15:59:59.999999999Z",
                "2026-11-28T16:00:00.000001Z",
                "1969-12-31T23:59:59.5Z",
                "1940-06-01T00:00:00Z",
                "1900-12-31T15:54:16Z",
                "-0001-01-01T00:00:00Z",
                "+12026-01-01T00:00:00Z"
            })
    void writesTimesAsAFormatterDoes(String text) throws IOException {
        Instant time = Instant.parse(text);
        DateTimeFormatter formatter =
                new DateTimeFormatterBuilder()
                        .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
                        .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                        .appendOffsetId()
                        .toFormatter(Locale.ROOT);

        assertThat(csv(List.of(timed(time))))
                .contains("," + formatter.format(time.atZone(Reports.SHANGHAI)) + ",");
    }

    @Test
    void writesAFieldThatIsLongerThanItsBuffer() throws IOException {
        String note = "x,".repeat(100_000);
        Break any = Reports.breaks().getFirst().with(Action.ALERT, Status.OPEN, note);

        assertThat(csv(List.of(any, any.with(Action.ALERT, Status.HELD, ""))))
                .contains(",\"" + note + "\"\r\n")
                .hasLineCount(3);
    }

    @Test
    void writesHalfACharacterAsAQuestionMark() throws IOException {
        Break any = Reports.breaks().getFirst().with(Action.ALERT, Status.OPEN, "a\ud83db");

        assertThat(csv(List.of(any))).endsWith(",a?b\r\n").contains("\r\n" + any.id() + ",");
    }

    private static Break timed(Instant time) {
        Break any = Reports.breaks().getFirst();
        return new Break(
                any.identity(),
                any.type(),
                any.action(),
                any.status(),
                any.transactionId(),
                any.orderNo(),
                any.refundNo(),
                any.statementAmount(),
                any.ledgerAmount(),
                time,
                null,
                any.statementLine(),
                any.note());
    }

    private static String csv(List<Break> breaks) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BreaksCsv.write(Breaks.of(breaks), Reports.SHANGHAI, out, _ -> {});
        return out.toString(StandardCharsets.UTF_8);
    }
}
