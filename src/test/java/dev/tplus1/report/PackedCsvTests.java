package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakIdentity;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.breaks.sorted.SortedBreaks;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.report.files.BreaksCsv;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;

/** breaks.csv as it is written of packed breaks, and of breaks in memory, and by a library. */
class PackedCsvTests {
    private static final DateTimeFormatter TIMES =
            new DateTimeFormatterBuilder()
                    .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
                    .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                    .appendOffsetId()
                    .toFormatter(Locale.ROOT);

    private static final String[] TEXTS = {
        "",
        "4200002871202611281380779014",
        "a,b",
        "say \"so\"",
        "\"",
        "\"\"",
        "line\r\nline",
        "\r",
        "\n",
        " blanks ",
        "=1+1",
        "a\u0000b",
        "é",
        "付款",
        "\uffee",
        "😀,😀",
        "x".repeat(70_000),
        "\"".repeat(70_000)
    };

    @TempDir private Path folder;

    @ParameterizedTest(name = "times in {0}")
    @ValueSource(strings = {"Asia/Shanghai", "UTC", "Europe/Berlin", "Africa/Monrovia"})
    void isTheSameOfPackedBreaksAsOfOthersAndAsALibraryWrites(String zone) throws IOException {
        Random random = new Random(zone.hashCode());
        List<Break> breaks = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            breaks.add(random(random, i));
        }

        String packed;
        try (Scratch scratch = Scratch.open(folder, "csv", Scratch.LIMIT);
                SortedBreaks sorted = new SortedBreaks(scratch)) {
            Consumer<Break> one = sorted.adder();
            Consumer<Break> other = sorted.adder();
            breaks.forEach(each -> (random.nextBoolean() ? one : other).accept(each));
            packed = csv(sorted, ZoneId.of(zone));
        }

        breaks.sort(Break.REPORT_ORDER);
        assertThat(around(packed, byLibrary(breaks, ZoneId.of(zone)))).isEmpty();
        assertThat(around(packed, csv(Breaks.of(breaks), ZoneId.of(zone)))).isEmpty();
    }

    /** Where they differ first, a little of each. */
    private static List<String> around(String a, String b) {
        int at = Arrays.mismatch(a.toCharArray(), b.toCharArray());
        return at < 0 ? List.of() : List.of(around(a, at), around(b, at));
    }

    private static String around(String text, int at) {
        return text.substring(Math.max(0, at - 200), Math.min(text.length(), at + 20));
    }

    @Test
    void tellsWhyItCannotBeWritten() {
        List<Break> breaks = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            breaks.add(random(new Random(3), i));
        }
        OutputStream full =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("No space left on device");
                    }
                };

        assertThatThrownBy(
                        () -> BreaksCsv.write(Breaks.of(breaks), ZoneId.of("UTC"), full, _ -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage("java.io.IOException: No space left on device");
    }

    private static String csv(Breaks breaks, ZoneId zone) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BreaksCsv.write(breaks, zone, out, _ -> {});
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String byLibrary(List<Break> breaks, ZoneId zone) throws IOException {
        StringWriter out = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(out)) {
            csv.writeRecord(BreaksCsv.HEADER);
            breaks.forEach(each -> byLibrary(each, zone, csv));
        }
        return out.toString();
    }

    private static void byLibrary(Break each, ZoneId zone, CsvWriter csv) {
        csv.writeRecord(
                each.id(),
                each.type().name(),
                each.type().risk().name().toLowerCase(Locale.ROOT),
                each.action().name().toLowerCase(Locale.ROOT),
                each.status().name(),
                each.identity().key().kind().name(),
                each.transactionId(),
                each.orderNo(),
                each.refundNo(),
                amount(each.statementAmount()),
                currency(each.statementAmount()),
                amount(each.ledgerAmount()),
                currency(each.ledgerAmount()),
                time(each.statementTime(), zone),
                time(each.ledgerTime(), zone),
                each.statementLine() == 0 ? "" : Long.toString(each.statementLine()),
                each.note());
    }

    private static String amount(@Nullable Money money) {
        return money == null ? "" : money.decimal();
    }

    private static String currency(@Nullable Money money) {
        return money == null ? "" : money.currency().getCurrencyCode();
    }

    private static String time(@Nullable Instant time, ZoneId zone) {
        return time == null ? "" : TIMES.format(time.atZone(zone));
    }

    private static Break random(Random random, int n) {
        String transactionId = one(random, TEXTS);
        String orderNo = one(random, TEXTS);
        String refundNo = one(random, TEXTS);
        String value = one(random, transactionId, orderNo, refundNo, "own" + n);
        return new Break(
                new BreakIdentity(
                        "shop-付",
                        LocalDate.of(2026, 11, 28),
                        new EntryKey(
                                one(random, Kind.values()),
                                one(random, EntryKey.Basis.values()),
                                value),
                        one(random, BreakType.values()),
                        1 + n),
                one(random, BreakType.values()),
                one(random, Action.values()),
                one(random, Status.values()),
                transactionId,
                orderNo,
                refundNo,
                money(random),
                money(random),
                time(random),
                time(random),
                random.nextInt(3) * 1_234_567_890_123L,
                one(random, TEXTS));
    }

    private static @Nullable Money money(Random random) {
        return random.nextInt(4) == 0
                ? null
                : new Money(
                        random.nextLong() >> random.nextInt(64),
                        Money.currency(one(random, "CNY", "KWD", "JPY", "CLF")));
    }

    private static @Nullable Instant time(Random random) {
        return random.nextInt(4) == 0
                ? null
                : Instant.ofEpochSecond(
                        random.nextInt(), random.nextBoolean() ? 0 : random.nextInt(1_000_000_000));
    }

    @SafeVarargs
    private static <T> T one(Random random, T... of) {
        return of[random.nextInt(of.length)];
    }
}
