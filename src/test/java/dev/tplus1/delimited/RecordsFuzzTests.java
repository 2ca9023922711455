package dev.tplus1.delimited;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Random texts, read with buffers of all sizes, against the oracle; the seed is in the message. */
class RecordsFuzzTests {
    private static final Charset GBK = Charset.forName("GBK");
    private static final long SEED = new Random().nextLong();
    private static final int MAX_BYTES = 60;
    private static final int MAX_CELLS = 9;

    private static final String[] PARTS = {
        "a",
        "b",
        "xyz",
        "12345678",
        "0",
        " ",
        "\t",
        ",",
        ",",
        ",",
        ",,",
        "\"",
        "\"",
        "\"\"",
        "\",\"",
        "\",",
        ",\"",
        "`",
        ",`",
        ",`",
        "\n",
        "\n",
        "\n`",
        "\r\n",
        "\r\n",
        "\r",
        "\n\n",
        "é",
        "微信",
        "\ud83d\ude00",
        "\"a,b\"",
        "\"x\"\"y\"",
        "\"l\nm\"",
        "\"l\r\nm\"",
        "aaaaaaaaaaaaaaaa"
    };

    private static byte[] text(Random random, Charset charset) {
        StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\ufeff" : "");
        int parts = random.nextInt(40);
        for (int i = 0; i < parts; i++) {
            text.append(PARTS[random.nextInt(PARTS.length)]);
        }
        byte[] bytes = text.toString().getBytes(charset);
        if (bytes.length > 0 && random.nextInt(3) == 0) {
            // maybe no text
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    /** Whole cells, so that most texts are read to their end. */
    private static byte[] table(Random random) {
        ByteArrayOutputStream table = new ByteArrayOutputStream();
        int lines = random.nextInt(8);
        for (int line = 0; line < lines; line++) {
            int cells = 1 + random.nextInt(5);
            for (int cell = 0; cell < cells; cell++) {
                String content =
                        switch (random.nextInt(7)) {
                            case 0 -> "";
                            case 1 -> "\"\"";
                            case 2 -> "\"a,b\"";
                            case 3 -> "\"say \"\"hi\"\"\"";
                            case 4 -> random.nextBoolean() ? "\"m\nn\"" : "\"m\r\n\r\nn\"";
                            case 5 -> "é微\ud83d\ude00".substring(0, random.nextInt(3));
                            default -> "word".repeat(random.nextInt(4));
                        };
                table.writeBytes(
                        ((cell > 0 ? "," : "") + content).getBytes(StandardCharsets.UTF_8));
            }
            if (line < lines - 1 || random.nextBoolean()) {
                table.writeBytes(
                        (random.nextBoolean() ? "\n" : "\r\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        return table.toByteArray();
    }

    private static void check(Random random, byte[] bytes, Charset charset, Style style)
            throws IOException {
        int buffer = 1 + random.nextInt(40);
        int drip = 1 + random.nextInt(50);
        Records records =
                new Records(
                        Told.dripping(bytes, drip), charset, style, MAX_BYTES, MAX_CELLS, buffer);

        assertThat(Told.of(records))
                .as("seed %d, %s, buffer %d: %s", SEED, style, buffer, new String(bytes, charset))
                .isEqualTo(new NaiveRecords(bytes, charset, MAX_BYTES, MAX_CELLS).tell(style));
    }

    @ParameterizedTest
    @EnumSource(Style.class)
    void readsRandomTextAsTheOracleDoes(Style style) throws Exception {
        Random random = new Random(SEED);

        for (int i = 0; i < 20_000; i++) {
            check(random, text(random, StandardCharsets.UTF_8), StandardCharsets.UTF_8, style);
        }
    }

    @ParameterizedTest
    @EnumSource(Style.class)
    void readsRandomTextInGbkAsTheOracleDoes(Style style) throws Exception {
        Random random = new Random(SEED);

        for (int i = 0; i < 5_000; i++) {
            check(random, text(random, GBK), GBK, style);
        }
    }

    @Test
    void readsRandomTablesAsTheOracleDoes() throws Exception {
        Random random = new Random(SEED);

        for (int i = 0; i < 20_000; i++) {
            check(random, table(random), StandardCharsets.UTF_8, Style.QUOTED);
        }
    }

    @Test
    void knowsTextFromOtherBytesAsTheDecoderDoes() {
        Random random = new Random(SEED);
        int[] borders = {0, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0};
        int[] leads = {0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xff};

        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(6)];
            for (int at = 0; at < bytes.length; at++) {
                int[] choice = random.nextBoolean() ? borders : leads;
                bytes[at] = (byte) choice[random.nextInt(choice.length)];
            }
            boolean text = !new String(bytes, StandardCharsets.UTF_8).contains("\ufffd");

            assertThat(Utf8.valid(bytes, 0, bytes.length)).as("seed %d", SEED).isEqualTo(text);
        }
    }
}
