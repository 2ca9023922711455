package dev.tplus1.reconcile;

import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Row.paid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Finding;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.Row;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is judged while both sides are joined, and how the threads' sheets are added up. */
class DaySheetTests {
    private static final BusinessDate DAY =
            new BusinessDate(LocalDate.parse("2026-11-28"), Line.ZONE);
    private static final AccountDay ACCOUNT =
            new AccountDay(Row.ACCOUNT, DAY, Duration.ofMinutes(10), 2, BigDecimal.ONE);

    private final List<Finding> found = new ArrayList<>();

    private DaySheet sheet() {
        return new DaySheet(DAY, Findings.ofDayAlone(ACCOUNT, found::add));
    }

    private static DaySheet.Pieces pieces(DaySheet sheet) {
        return new DaySheet.Pieces(
                DAY, sheet, new BookRules(ACCOUNT, Neighbours.none(), Set.of(), Map.of()));
    }

    @Test
    void takesAPairThatAgreesForMatched() {
        DaySheet sheet = sheet();

        pieces(sheet)
                .differ(
                        payment("T1", "O1", "10.00 CNY").entry(),
                        paid("T1", "O1", "10.00 CNY").entry());

        assertThat(sheet.matched()).isEqualTo(1);
        assertThat(found).isEmpty();
    }

    @Test
    void addsWhatEveryThreadJudged() {
        DaySheet whole = sheet();
        DaySheet one = sheet();
        DaySheet other = sheet();
        pieces(one)
                .differ(
                        payment("T1", "O1", "10.00 CNY").entry(),
                        paid("T1", "O1", "10.00 CNY").entry());
        pieces(one)
                .differ(
                        payment("T2", "O2", "10.00 CNY").entry(),
                        paid("T2", "O2", "11.00 CNY").entry());
        pieces(other).alone(paid("T3", "O3", "5.00 CNY").entry());

        whole.add(one);
        whole.add(other);

        assertThat(whole.matched()).isEqualTo(1);
        assertThat(whole.findings().counts())
                .containsOnly(
                        Map.entry(BreakType.AMOUNT_MISMATCH, 1L),
                        Map.entry(BreakType.MISSING_AT_PROVIDER, 1L));
        assertThat(found).hasSize(2);
    }
}
