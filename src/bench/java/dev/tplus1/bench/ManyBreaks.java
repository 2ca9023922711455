package dev.tplus1.bench;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakIdentity;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.sorted.SortedBreaks;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Money;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.report.RunReport;
import dev.tplus1.report.Summary;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Makes a report of very many breaks and writes all its files. */
final class ManyBreaks {
    static final String BEGINS = "writing";

    private static final ZoneId ZONE = ZoneId.of(Day.ZONE);
    private static final Currency CNY = Currency.getInstance("CNY");
    private static final List<BreakType> TYPES =
            List.of(
                    BreakType.MISSING_AT_PROVIDER,
                    BreakType.MISSED_CALLBACK,
                    BreakType.UNKNOWN_ORDER,
                    BreakType.AMOUNT_MISMATCH);

    private ManyBreaks() {}

    /**
     * @param args how many, and the folder to write into
     */
    static void main(String[] args) {
        int count = Integer.parseInt(args[0]);
        Path folder = Path.of(args[1]);
        System.out.println(BEGINS);
        try (Scratch scratch =
                        Scratch.open(
                                Path.of(System.getProperty("java.io.tmpdir")),
                                "breaks",
                                Scratch.LIMIT);
                SortedBreaks breaks = new SortedBreaks(scratch)) {
            ReportFolder.writeInto(
                    folder,
                    new RunReport(
                            summary(taken(count, breaks)), breaks, "WeChat Pay", "jobs/shop.yaml"));
        }
    }

    /** How many of each type have been made and taken. */
    private static Map<BreakType, Long> taken(int count, SortedBreaks breaks) {
        Day day = new Day(count, 1, 1);
        Order order = day.statementOrder();
        Consumer<Break> adder = breaks.adder();
        Map<BreakType, Long> counts = new EnumMap<>(BreakType.class);
        for (int at = 0; at < count; at++) {
            Break made = one(day, order.at(at));
            counts.merge(made.type(), 1L, Long::sum);
            adder.accept(made);
        }
        return counts;
    }

    private static Break one(Day day, long n) {
        BreakType type = TYPES.get((int) (n % TYPES.size()));
        String key = CsvFiles.KEY + String.format(Locale.ROOT, "%016d", day.serial(n));
        boolean stated = type != BreakType.MISSING_AT_PROVIDER;
        boolean booked = type == BreakType.MISSING_AT_PROVIDER || type == BreakType.AMOUNT_MISMATCH;
        Instant time =
                ZonedDateTime.of(Day.DATE, LocalTime.ofSecondOfDay(day.second(n)), ZONE)
                        .toInstant();
        return new Break(
                new BreakIdentity(Shop.ACCOUNT, Day.DATE, EntryKey.payment(key), type, 1),
                type,
                Action.ALERT,
                Status.OPEN,
                key,
                CsvFiles.ORDER + String.format(Locale.ROOT, "%010d", n),
                "",
                stated ? new Money(day.amount(n), CNY) : null,
                booked ? new Money(day.amount(n) + 1, CNY) : null,
                stated ? time : null,
                booked ? time.plusSeconds(1) : null,
                stated ? n + 2 : 0,
                "");
    }

    private static Summary summary(Map<BreakType, Long> counts) {
        return new Summary(
                "bench",
                Shop.ACCOUNT,
                "wechatpay",
                Day.DATE,
                ZONE,
                1,
                Outcome.RECONCILED,
                Summary.StatementFacts.none(),
                new Summary.LedgerFacts(0, 0),
                0,
                0,
                0,
                counts,
                Summary.Replays.none(),
                Summary.Alerts.none(),
                List.of(),
                List.of(),
                List.of(),
                Summary.Mode.RUN,
                null,
                null,
                null,
                null,
                null,
                "",
                Day.DATE.plusDays(1).atTime(3, 0).atZone(ZONE).toInstant());
    }
}
