package dev.tplus1.report;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakIdentity;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.ProofRow;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reports and breaks to test with: one account, 28 November 2026 in Shanghai. */
final class Reports {
    static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    static final Currency CNY = Currency.getInstance("CNY");
    static final Instant FINISHED = Instant.parse("2026-11-29T02:07:02Z");

    private Reports() {}

    static Money cny(String amount) {
        return Money.parse(amount, CNY);
    }

    static Money money(String amount, String currency) {
        return Money.parse(amount, Currency.getInstance(currency));
    }

    /** A time of the day in Shanghai, {@code 11:42:09}. */
    static Instant at(String time) {
        return Instant.parse("2026-11-28T" + time + "+08:00");
    }

    /** So many, in the order of a report. */
    static List<Break> many(BreakType type, Status status, int count) {
        List<Break> breaks = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            breaks.add(
                    payment(
                            type,
                            "%s-%05d".formatted(type, i),
                            "S" + i,
                            cny("1.00"),
                            null,
                            "11:42:09",
                            status));
        }
        return breaks;
    }

    static Break payment(
            BreakType type,
            String id,
            String order,
            @Nullable Money statement,
            @Nullable Money ledger,
            String time,
            Status status) {
        return entry(EntryKey.payment(id), type, id, order, "", statement, ledger, time, status);
    }

    static Break refund(
            BreakType type,
            String id,
            String order,
            String refundNo,
            @Nullable Money statement,
            @Nullable Money ledger,
            String time,
            Status status) {
        EntryKey key = EntryKey.refund(refundNo);
        return entry(key, type, id, order, refundNo, statement, ledger, time, status);
    }

    private static Break entry(
            EntryKey key,
            BreakType type,
            String id,
            String order,
            String refundNo,
            @Nullable Money statement,
            @Nullable Money ledger,
            String time,
            Status status) {
        Action action =
                type.action() == Action.REPLAY && status == Status.OPEN
                        ? Action.ALERT
                        : type.action();
        return new Break(
                new BreakIdentity("wechat-shop", DATE, key, type, 1),
                type,
                action,
                status,
                id,
                order,
                refundNo,
                statement,
                ledger,
                statement == null ? null : at(time),
                ledger == null ? null : at(time).plusSeconds(2),
                statement == null ? 0 : 7,
                "");
    }

    /** A day with every group: the figures add up, entries and amounts. */
    static RunReport day() {
        return new RunReport(summary(), Breaks.of(breaks()), "WeChat Pay", "jobs/shop.yaml");
    }

    private static Map<BreakType, Long> count(List<Break> breaks) {
        Map<BreakType, Long> counts = new LinkedHashMap<>();
        breaks.forEach(each -> counts.merge(each.type(), 1L, Long::sum));
        return counts;
    }

    static List<Break> breaks() {
        return List.of(
                payment(
                        BreakType.UNKNOWN_ORDER,
                        "4200002871202611281380779014",
                        "S20261128000184417",
                        cny("3200.00"),
                        null,
                        "11:42:09",
                        Status.OPEN),
                payment(
                        BreakType.MISSING_AT_PROVIDER,
                        "4200002866202611284417620935",
                        "S20261128000201966",
                        null,
                        cny("1680.00"),
                        "14:22:05",
                        Status.OPEN),
                payment(
                                BreakType.DUPLICATE_PAYMENT,
                                "4200002855202611281163097301",
                                "S20261128000190226",
                                cny("459.00"),
                                null,
                                "12:19:05",
                                Status.OPEN)
                        .with(
                                Action.ALERT,
                                Status.OPEN,
                                "The order is booked under 4200002855202611281163094427."),
                refund(
                        BreakType.UNKNOWN_REFUND,
                        "4200002790202611211480062915",
                        "S20261121000155208",
                        "R20261128000000377",
                        cny("420.00"),
                        null,
                        "17:03:20",
                        Status.OPEN),
                refund(
                        BreakType.AMOUNT_MISMATCH,
                        "4200002811202611259036418820",
                        "S20261125000098714",
                        "R20261128000000129",
                        cny("150.00"),
                        cny("15.00"),
                        "10:47:33",
                        Status.OPEN),
                payment(
                                BreakType.AMOUNT_MISMATCH,
                                "4200002897202611286640173392",
                                "S20261128000245180",
                                cny("0.01"),
                                null,
                                "18:26:10",
                                Status.OPEN)
                        .with(Action.ALERT, Status.OPEN, "The order is pending, asks for 580.00."),
                payment(
                        BreakType.CUT_OFF,
                        "4200002944202611289917308846",
                        "S20261128000301177",
                        null,
                        cny("218.00"),
                        "23:58:38",
                        Status.SUSPENSE),
                payment(
                        BreakType.MISSED_CALLBACK,
                        "4200002925202611288140095574",
                        "S20261128000270419",
                        cny("2460.00"),
                        null,
                        "20:11:36",
                        Status.REPAIRED),
                refund(
                        BreakType.MISSED_CALLBACK,
                        "4200002803202611240776528914",
                        "S20261124000081366",
                        "R20261128000000204",
                        cny("79.00"),
                        null,
                        "13:14:29",
                        Status.REPAIRED));
    }

    /** 12,486 less 6 and 2 plus 2 entries, and less 338.40 for a neighbouring day. */
    static ProofRow proof() {
        return new ProofRow(
                CNY,
                187_595_622,
                562_001,
                189_800,
                -13_500,
                33_840,
                187_595_622 - 562_001 - 33_840 + 13_500 + 189_800);
    }

    static Summary summary() {
        Map<BreakType, Long> counts = count(breaks());
        return new Summary(
                "shop",
                "wechat-shop",
                "wechatpay",
                DATE,
                SHANGHAI,
                2,
                Outcome.RECONCILED,
                statement(12_486),
                new Summary.LedgerFacts(12_480, 0),
                12_475,
                4,
                2,
                counts,
                new Summary.Replays(2, 0, 0, 0),
                new Summary.Alerts(6, 0, 2),
                List.of(new Summary.Fee(CNY, new BigDecimal("11255.74300"))),
                List.of(
                        new Summary.Movement(
                                "payout",
                                CNY,
                                1,
                                new BigDecimal("-500"),
                                BigDecimal.ZERO,
                                new BigDecimal("-500.00"))),
                List.of(proof()),
                Summary.Mode.RUN,
                null,
                null,
                LocalDate.of(2026, 11, 30),
                null,
                null,
                "run-7",
                FINISHED);
    }

    static Summary.StatementFacts statement(long entries) {
        return new Summary.StatementFacts(
                entries,
                14,
                0,
                Set.of(Kind.REFUND, Kind.PAYMENT),
                "9f2c41e07bd85a36c1e4f0927d6b83a5514ec98f02b7a6d3e81c5f94406ab7d2",
                entries,
                "wechatpay/all",
                "1230000109",
                DATE,
                true,
                List.of("rows", "totals", "end"),
                List.of("1230000109_All_2026-11-28.csv.gz"),
                Map.of("the refund is still processing", 14L),
                List.of(
                        new Summary.Total(Kind.PAYMENT, CNY, 12_470, new BigDecimal("1903274.62")),
                        new Summary.Total(Kind.REFUND, CNY, 16, new BigDecimal("27318.40"))));
    }

    /** The day's summary with other figures; what is given replaces what is there. */
    static final class Change {
        Outcome outcome = Outcome.RECONCILED;
        int revision = 2;
        Summary.StatementFacts statement = statement(12_486);
        Summary.LedgerFacts ledger = new Summary.LedgerFacts(12_480, 0);
        long matched = 12_475;
        long across = 4;
        long carried = 2;
        Map<BreakType, Long> breaks = Map.of();
        List<Summary.Movement> movements = List.of();
        List<ProofRow> proof = List.of(proof());
        Summary.Mode mode = Summary.Mode.RUN;
        Summary.@Nullable Hold held;
        Summary.@Nullable Problem problem;
        Summary.@Nullable RevisedStatement revised;

        Summary summary() {
            return new Summary(
                    "shop",
                    "wechat-shop",
                    "wechatpay",
                    DATE,
                    SHANGHAI,
                    revision,
                    outcome,
                    statement,
                    ledger,
                    matched,
                    across,
                    carried,
                    breaks,
                    Summary.Replays.none(),
                    Summary.Alerts.none(),
                    List.of(),
                    movements,
                    proof,
                    mode,
                    held,
                    problem,
                    LocalDate.of(2026, 11, 30),
                    revised,
                    null,
                    "",
                    FINISHED);
        }

        RunReport report(List<Break> found) {
            breaks = count(found);
            return new RunReport(summary(), Breaks.of(found), "WeChat Pay", "jobs/shop.yaml");
        }
    }

    static Summary attempt(Outcome outcome, Summary.@Nullable Problem problem) {
        Change change = new Change();
        change.outcome = outcome;
        change.revision = 0;
        change.statement = Summary.StatementFacts.none();
        change.ledger = new Summary.LedgerFacts(0, 0);
        change.matched = 0;
        change.across = 0;
        change.carried = 0;
        change.proof = List.of();
        change.problem = problem;
        return change.summary();
    }

    static RunReport attemptReport(Outcome outcome, Summary.@Nullable Problem problem) {
        return new RunReport(
                attempt(outcome, problem), Breaks.of(List.of()), "WeChat Pay", "jobs/shop.yaml");
    }

    static Summary with(Summary summary, Map<BreakType, Long> counts) {
        return with(summary, counts, summary.otherMovements());
    }

    static Summary with(Summary summary, List<Summary.Movement> movements) {
        return with(summary, summary.breaks(), movements);
    }

    private static Summary with(
            Summary summary, Map<BreakType, Long> counts, List<Summary.Movement> movements) {
        Change change = new Change();
        change.statement = summary.statement();
        change.breaks = counts;
        change.movements = movements;
        return change.summary();
    }
}
