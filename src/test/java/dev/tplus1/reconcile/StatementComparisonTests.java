package dev.tplus1.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementChange;
import dev.tplus1.entry.StatementChange.Side;
import dev.tplus1.entry.StatementChange.Sort;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.Statement.OtherMovement;
import dev.tplus1.statement.Statements;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;

class StatementComparisonTests {
    private static final Currency CNY = Currency.getInstance("CNY");
    private static final Currency JPY = Currency.getInstance("JPY");

    private static StatementChange change(List<Line> before, List<Line> after) {
        return change(statement(before), statement(after));
    }

    private static StatementChange change(Statement before, Statement after) {
        try (before;
                after) {
            return StatementComparison.of(before, after);
        }
    }

    private static Statement statement(List<Line> lines) {
        return statement(lines, List.of(), Map.of());
    }

    private static Statement statement(
            List<Line> lines, List<OtherMovement> movements, Map<Currency, BigDecimal> fees) {
        List<StatementEntry> entries = new ArrayList<>();
        for (Line line : lines) {
            entries.add(line.line(entries.size() + 1L).entry());
        }
        return Statements.of(
                null,
                Set.of(Kind.PAYMENT, Kind.REFUND),
                Statements.counted(Line.ZONE, entries),
                List.of(),
                movements,
                fees);
    }

    private static List<String> rows(StatementChange change) {
        return change.rows().stream()
                .map(row ->
                        row.sort()
                                + " "
                                + row.what()
                                + " "
                                + row.transactionId()
                                + row.refundNo()
                                + " "
                                + text(row.before())
                                + " -> "
                                + text(row.after()))
                .toList();
    }

    private static String text(@Nullable Side side) {
        return side == null
                ? "none"
                : side.amount().toPlainString()
                        + " "
                        + side.currency()
                        + " "
                        + side.orderNo()
                        + (side.inProgress() ? " processing" : "");
    }

    @Test
    void findsTheSameEntriesInAnotherOrderAndOnOtherLinesUnchanged() {
        List<Line> lines =
                Arrays.asList(
                        Line.payment("T1", "O1", "10.00 CNY"),
                        Line.payment("T2", "O2", "20.00 CNY").at("2026-11-28T09:00:00"),
                        Line.refund("R1", "T1", "O1", "1.00 CNY"));

        StatementChange change = change(lines, lines.reversed());

        assertThat(change.nothing()).isTrue();
        assertThat(change.sums()).isEmpty();
        assertThat(change.rows()).isEmpty();
    }

    @Test
    void tellsWhatWasAddedChangedAndWithdrawn() {
        StatementChange change =
                change(
                        List.of(
                                Line.payment("T1", "O1", "10.00 CNY"),
                                Line.payment("T2", "O2", "20.00 CNY"),
                                Line.refund("R3", "T3", "O3", "3.00 CNY")),
                        List.of(
                                Line.payment("T1", "O1", "10.00 CNY"),
                                Line.payment("T2", "O2", "20.01 CNY"),
                                Line.payment("T4", "O4", "40.00 CNY"),
                                Line.payment("T5", "O5", "500 JPY")));

        assertThat(change.added()).isEqualTo(2);
        assertThat(change.changed()).isEqualTo(1);
        assertThat(change.withdrawn()).isEqualTo(1);
        assertThat(change.other()).isZero();
        assertThat(change.sums())
                .containsExactly(
                        new StatementChange.Sum(
                                CNY,
                                new BigDecimal("40.00"),
                                new BigDecimal("20.00"),
                                new BigDecimal("20.01"),
                                new BigDecimal("-3.00")),
                        new StatementChange.Sum(
                                JPY,
                                new BigDecimal("500"),
                                new BigDecimal("0"),
                                new BigDecimal("0"),
                                new BigDecimal("0")));
        assertThat(rows(change))
                .containsExactly(
                        "ADDED PAYMENT T4 none -> 40.00 CNY O4",
                        "ADDED PAYMENT T5 none -> 500 JPY O5",
                        "CHANGED PAYMENT T2 20.00 CNY O2 -> 20.01 CNY O2",
                        "WITHDRAWN REFUND T3R3 -3.00 CNY O3 -> none");
    }

    @Test
    void seesAnotherCurrencyTimeOrderAndState() {
        StatementChange change =
                change(
                        List.of(
                                Line.payment("T1", "O1", "10 JPY"),
                                Line.payment("T2", "O2", "1.00 CNY"),
                                Line.payment("T3", "O3", "1.00 CNY"),
                                Line.refund("R4", "T4", "O4", "1.00 CNY").processing()),
                        List.of(
                                Line.payment("T1", "O1", "10.00 CNY"),
                                Line.payment("T2", "O2b", "1.00 CNY"),
                                Line.payment("T3", "O3", "1.00 CNY").at("2026-11-28T12:00:01"),
                                Line.refund("R4", "T4", "O4", "1.00 CNY")));

        assertThat(change.changed()).isEqualTo(4);
        assertThat(change.added() + change.withdrawn()).isZero();
        assertThat(rows(change))
                .containsExactly(
                        "CHANGED PAYMENT T1 10 JPY O1 -> 10.00 CNY O1",
                        "CHANGED PAYMENT T2 1.00 CNY O2 -> 1.00 CNY O2b",
                        "CHANGED REFUND T4R4 -1.00 CNY O4 processing -> -1.00 CNY O4",
                        "CHANGED PAYMENT T3 1.00 CNY O3 -> 1.00 CNY O3");
    }

    @Test
    void takesTwinsUnderOneKeyForWhatTheyAre() {
        Line twin = Line.payment("T1", "O1", "10.00 CNY");
        Line later = Line.payment("T1", "O1", "11.00 CNY").at("2026-11-28T13:00:00");

        StatementChange fewer = change(List.of(twin, twin, later), List.of(twin, later));
        StatementChange firstGone = change(List.of(twin, later), List.of(later));
        StatementChange oneChanged =
                change(
                        List.of(twin, twin, later),
                        List.of(later, twin, Line.payment("T1", "O1", "9.00 CNY")));

        assertThat(rows(fewer)).containsExactly("WITHDRAWN PAYMENT T1 10.00 CNY O1 -> none");
        assertThat(rows(firstGone)).containsExactly("WITHDRAWN PAYMENT T1 10.00 CNY O1 -> none");
        assertThat(rows(oneChanged))
                .containsExactly("CHANGED PAYMENT T1 10.00 CNY O1 -> 9.00 CNY O1");
    }

    @Test
    void neverPairsARefundWithThePaymentOfTheSameId() {
        StatementChange change =
                change(
                        List.of(Line.payment("X1", "O1", "10.00 CNY")),
                        List.of(Line.refund("X1", "T9", "O1", "10.00 CNY")));

        assertThat(rows(change))
                .containsExactly(
                        "ADDED REFUND T9X1 none -> -10.00 CNY O1",
                        "WITHDRAWN PAYMENT X1 10.00 CNY O1 -> none");
    }

    @Test
    void namesTheFirstOfManyByTimeAndCountsAndSumsAll() {
        List<Line> many = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            many.add(
                    Line.payment("T" + i, "O" + i, "1.00 CNY")
                            .at(Line.instant("2026-11-28T10:00:00").plusSeconds(i)));
        }

        StatementChange change = change(List.of(), many.reversed());

        assertThat(change.added()).isEqualTo(1_000);
        assertThat(change.sums().getFirst().added()).isEqualTo(new BigDecimal("1000.00"));
        assertThat(change.rows())
                .hasSize(StatementChange.MOST_ROWS)
                .extracting(StatementChange.Row::transactionId)
                .containsExactlyElementsOf(
                        many.stream()
                                .limit(StatementChange.MOST_ROWS)
                                .map(Line::transactionId)
                                .toList());
    }

    @Test
    void countsMovementsAndFeesApart() {
        OtherMovement payout = movement("payout", "-50.00 CNY", 3);
        OtherMovement dispute = movement("dispute", "-10.00 CNY", 4);
        List<Line> lines = List.of(Line.payment("T1", "O1", "10.00 CNY"));

        StatementChange change =
                change(
                        statement(
                                lines,
                                List.of(payout, payout),
                                Map.of(CNY, new BigDecimal("0.04000"))),
                        statement(
                                lines,
                                List.of(movement("payout", "-50.00 CNY", 9), dispute),
                                Map.of(CNY, new BigDecimal("0.05"), JPY, BigDecimal.ONE)));
        StatementChange same =
                change(
                        statement(lines, List.of(payout), Map.of(CNY, new BigDecimal("0.04000"))),
                        statement(lines, List.of(payout), Map.of(CNY, new BigDecimal("0.04"))));

        assertThat(change.added() + change.changed() + change.withdrawn()).isZero();
        assertThat(change.other()).isEqualTo(4);
        assertThat(change.nothing()).isFalse();
        assertThat(rows(change))
                .containsExactly(
                        "ADDED dispute  none -> -10.00 CNY ",
                        "WITHDRAWN payout  -50.00 CNY  -> none",
                        "CHANGED fees  0.04000 CNY  -> 0.05 CNY ",
                        "CHANGED fees  0 JPY  -> 1 JPY ");
        assertThat(change.rows().getLast().sort()).isEqualTo(Sort.CHANGED);
        assertThat(same.nothing()).isTrue();
    }

    private static OtherMovement movement(String category, String gross, long line) {
        Money amount = Line.money(gross);
        return new OtherMovement(
                category,
                amount,
                new Money(0, CNY),
                amount,
                Line.instant("2026-11-28T12:00:00"),
                line,
                "",
                "",
                "");
    }
}
