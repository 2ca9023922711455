package dev.tplus1.delimited;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.Random;

class TimesTests {
    private static final long SEED = new Random().nextLong();
    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");

    private static @Nullable Instant read(Times times, String text) {
        byte[] bytes = ("7" + text + "7").getBytes(StandardCharsets.UTF_8);
        return times.read(bytes, 1, bytes.length - 1) ? times.instant() : null;
    }

    /** What java.time makes of it; null when it is no time. */
    private static @Nullable Instant oracle(String text, ZoneId zone) {
        String iso =
                text.length() > 10 && text.charAt(10) == ' ' ? text.replaceFirst(" ", "T") : text;
        try {
            boolean zoned =
                    iso.endsWith("Z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
            return zoned
                    ? OffsetDateTime.parse(iso).toInstant()
                    : LocalDateTime.parse(iso).atZone(zone).toInstant();
        } catch (DateTimeException _) {
            return null;
        }
    }

    @Test
    void readsLocalTimesFractionsAndOffsets() {
        Times times = new Times(ZoneId.of("Asia/Shanghai"));

        assertThat(read(times, "2026-11-28 10:00:00")).isEqualTo("2026-11-28T02:00:00Z");
        assertThat(read(times, "2026-11-28T10:00:00.5")).isEqualTo("2026-11-28T02:00:00.5Z");
        assertThat(read(times, "2026-11-28T10:00:00.123456789Z"))
                .isEqualTo("2026-11-28T10:00:00.123456789Z");
        assertThat(read(times, "2026-11-28 10:00:00+05:30")).isEqualTo("2026-11-28T04:30:00Z");
        assertThat(read(times, "2026-11-28T10:00:00-18:00")).isEqualTo("2026-11-29T04:00:00Z");
        assertThat(read(times, "2024-02-29T23:59:59Z")).isEqualTo("2024-02-29T23:59:59Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026-11-28",
                "2026-11-28T10:00",
                "2026-02-29 10:00:00",
                "2026-11-31 10:00:00",
                "2026-13-01 10:00:00",
                "2026-00-01 10:00:00",
                "2026-11-00 10:00:00",
                "2026-11-28 24:00:00",
                "2026-11-28 10:60:00",
                "2026-11-28 10:00:60",
                "2026-11-28_10:00:00",
                "2026/11/28 10:00:00",
                "2026-11-28 10.00.00",
                "2026-11-28 1\u00e90:00:00",
                "2026-11-28 10:00:00.",
                "2026-11-28 10:00:00.1234567890",
                "2026-11-28 10:00:00z",
                "2026-11-28 10:00:00+0530",
                "2026-11-28 10:00:00+18:01",
                "2026-11-28 10:00:00+05:60",
                "2026-11-28 10:00:00 ",
                "2026-11-28 10:00:00.1x",
                "2026-11-28 10:00:00ZZ",
                "2026-11-28 :0:00:00",
                "2026-11-28 10:0/:00"
            })
    void leavesTheRestToItsCaller(String text) {
        Times times = new Times(ZoneOffset.UTC);

        assertThat(read(times, text)).isNull();
        assertThat(read(times, "2026-11-28 10:00:00")).isEqualTo("2026-11-28T10:00:00Z");
        assertThat(read(times, text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UTC", "Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
                "Africa/Casablanca", "Pacific/Apia", "America/Caracas", "Asia/Pyongyang", "+05:45"
            })
    void readsAsJavaTimeDoesInEveryZone(String id) {
        ZoneId zone = ZoneId.of(id);
        Times times = new Times(zone);
        Random random = new Random(SEED);
        LocalDateTime near = LocalDateTime.of(2026, 11, 28, 0, 0);

        for (int i = 0; i < 40_000; i++) {
            if (random.nextInt(100) == 0) {
                Instant somewhere =
                        Instant.ofEpochSecond(random.nextLong(-3_000_000_000L, 5_000_000_000L));
                ZoneOffsetTransition next = zone.getRules().nextTransition(somewhere);
                near =
                        next == null || random.nextInt(5) == 0
                                ? LocalDateTime.ofInstant(somewhere, ZoneOffset.UTC)
                                : next.getDateTimeBefore();
            }
            int around = random.nextBoolean() ? 8_000 : 200_000;
            String text = LOCAL.format(near.plusSeconds(random.nextInt(-around, around)));
            assertThat(text).hasSize(19);

            // a local time is always known here
            assertThat(read(times, text))
                    .as("seed %d: %s %s", SEED, text, zone)
                    .isEqualTo(oracle(text, zone))
                    .isNotNull();
        }
    }

    @Test
    void readsNothingThatJavaTimeReadsOtherwise() {
        ZoneId zone = ZoneId.of("America/New_York");
        Times times = new Times(zone);
        Random random = new Random(SEED);
        String[] ends = {
            "",
            "",
            "Z",
            "z",
            ".5",
            ".123456789",
            ".1234567890",
            ".Z",
            ".000000001Z",
            "+08:00",
            "-03:30",
            "+18:00",
            "-18:00",
            "+18:01",
            "-00:00",
            "+8:00",
            "+08",
            "+08:00:01",
            ".25-05:00",
            " ",
            "+08:0x",
            "Z0"
        };
        String alphabet = "0123456789-:. TZ+é";
        int known = 0;

        for (int i = 0; i < 200_000; i++) {
            StringBuilder text =
                    new StringBuilder(
                            String.format(
                                    "%04d-%02d-%02d%s%02d:%02d:%02d%s",
                                    random.nextInt(5) == 0 ? random.nextInt(10_000) : 2026,
                                    random.nextInt(14),
                                    random.nextInt(33),
                                    random.nextBoolean() ? " " : "T",
                                    random.nextInt(25),
                                    random.nextInt(61),
                                    random.nextInt(61),
                                    ends[random.nextInt(ends.length)]));
            if (random.nextInt(3) == 0) {
                text.setCharAt(
                        random.nextInt(text.length()),
                        alphabet.charAt(random.nextInt(alphabet.length())));
            }
            Instant found = read(times, text.toString());
            if (found != null) {
                known++;
                assertThat(found)
                        .as("seed %d: %s", SEED, text)
                        .isEqualTo(oracle(text.toString(), zone));
            }
        }

        assertThat(known).isGreaterThan(50_000);
    }
}
