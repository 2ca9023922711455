package dev.tplus1.alert;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Risk;
import dev.tplus1.entry.Money;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** What a channel is tried with: figures that are invented, and say so. */
public final class Samples {
    private Samples() {}

    /**
     * A digest that looks like one of a night with breaks.
     *
     * @param at when it is made; no two samples of one instant are told apart
     */
    public static Digest digest(
            String job, String channel, String language, Instant at, ZoneId zone) {
        LocalDate yesterday = LocalDate.ofInstant(at, zone).minusDays(1);
        String account = "sample-shop";
        List<Digest.Line> lines = List.of(line(account, yesterday));
        return new Digest(
                Digest.SCHEMA,
                Digest.identity(job, "sample " + at, channel),
                job,
                at,
                zone,
                language,
                "",
                true,
                2,
                Digest.Totals.of(lines),
                lines,
                0,
                List.of(
                        named("7kq2m9xa", BreakType.UNKNOWN_ORDER, "250.00", "SAMPLE-1", yesterday),
                        named(
                                "b41c3d2e",
                                BreakType.AMOUNT_MISMATCH,
                                "50.00",
                                "SAMPLE-2",
                                yesterday)),
                null,
                List.of(),
                "",
                "");
    }

    private static Digest.Line line(String account, LocalDate date) {
        return new Digest.Line(
                account,
                "WeChat Pay",
                date,
                1,
                Digest.Ended.RECONCILED,
                "",
                new Digest.Tally(2, List.of(cny("300.00"))),
                new Digest.Tally(1, List.of(cny("100.00"))),
                new Digest.Tally(9, List.of(cny("4744.30"))),
                Digest.StillOpen.NONE,
                "",
                0,
                "",
                "");
    }

    private static Digest.Named named(
            String id, BreakType type, String amount, String orderNo, LocalDate date) {
        return new Digest.Named(id, "sample-shop", date, type, Risk.HIGH, cny(amount), orderNo, 1);
    }

    private static Money cny(String amount) {
        return Money.parse(amount, Money.currency("CNY"));
    }
}
