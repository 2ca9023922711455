package dev.tplus1.reconcile;

import static dev.tplus1.breaks.BreakType.AMOUNT_MISMATCH;
import static dev.tplus1.breaks.BreakType.CURRENCY_MISMATCH;
import static dev.tplus1.breaks.BreakType.DUPLICATE_LINE;
import static dev.tplus1.breaks.BreakType.DUPLICATE_PAYMENT;
import static dev.tplus1.breaks.BreakType.MISSING_AT_PROVIDER;
import static dev.tplus1.breaks.BreakType.ORDER_MISMATCH;
import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Row.order;
import static dev.tplus1.entry.Row.paid;
import static dev.tplus1.reconcile.Day.only;
import static dev.tplus1.reconcile.Day.proof;
import static dev.tplus1.reconcile.Day.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Risk;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.Row;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;

/** Rules 1 to 6 for payments, row by row, with what each adds to the proof. */
class MatchedRulesTests {
    private static final String IN_GRACE = "2026-11-29T00:05:00";
    private static final String DAYS_LATER = "2026-12-02T12:00:00";

    @Test
    void rule1CallsARepeatedKeyADuplicateLine() {
        Day day =
                Day.of(payment("T1", "O1", "10.00 CNY"), payment("T1", "O1", "10.00 CNY"))
                        .books(paid("T1", "O1", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(DUPLICATE_LINE);
        assertThat(only(result).type().risk()).isEqualTo(Risk.MEDIUM);
        assertThat(only(result).action()).isEqualTo(Action.ALERT);
        assertThat(only(result).statementLine()).isEqualTo(2);
        assertThat(only(result).ledgerAmount()).isNull();
        assertThat(only(result).note()).isEqualTo("The same entry as line 1.");
        assertThat(result.matched()).isEqualTo(1);
        assertThat(proof(result, "CNY"))
                .isEqualTo("statement 20.00, onlyInStatement 10.00, ledger 10.00");
    }

    @Test
    void rule1JudgesEveryRepetitionAndNumbersThem() {
        Day day =
                Day.of(
                                payment("T1", "O1", "10.00 CNY"),
                                payment("T1", "O1", "7.00 CNY").at("2026-11-28T13:00:00"),
                                payment("T1", "O2", "10.00 USD").at("2026-11-28T14:00:00"))
                        .books(paid("T1", "O1", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(DUPLICATE_LINE, DUPLICATE_LINE);
        assertThat(result.found())
                .extracting(found -> found.found().identity().occurrence())
                .containsExactly(1, 2);
        assertThat(result.found())
                .extracting(found -> found.found().statementLine())
                .containsExactly(2L, 3L);
    }

    @Test
    void rule1TakesTheEarliestForTheFirstThenTheSmallestThenTheLeastBytes() {
        Day day =
                Day.of(
                        payment("T1", "O1", "10.00 CNY").raw("b"),
                        payment("T1", "O1", "10.00 CNY").raw("a"),
                        payment("T2", "O2", "9.00 CNY"),
                        payment("T2", "O2", "8.00 CNY"),
                        payment("T3", "O3", "8.00 CNY").at("2026-11-28T11:00:00"),
                        payment("T3", "O3", "8.00 CNY").at("2026-11-28T10:00:00"));

        Reconciliation result = day.reconcile();

        assertThat(result.found())
                .filteredOn(found -> found.found().type() == DUPLICATE_LINE)
                .extracting(found -> found.found().statementLine())
                .containsExactlyInAnyOrder(1L, 3L, 5L);
    }

    @Test
    void rule1NamesTheOrderOfTheBooksWhereTheLineTellsNone() {
        Day day =
                Day.of(payment("T1", "", "10.00 CNY"), payment("T1", "", "10.00 CNY"))
                        .books(paid("T1", "O1", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(only(result).orderNo()).isEqualTo("O1");
    }

    @Test
    void rule2ComparesTheCurrencyFirst() {
        Day day = Day.of(payment("T1", "O2", "10.00 CNY")).books(paid("T1", "O1", "12.00 USD"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(CURRENCY_MISMATCH);
        assertThat(only(result).ledgerAmount()).isEqualTo(Line.money("12.00 USD"));
        assertThat(proof(result, "CNY")).isEqualTo("statement 10.00, onlyInStatement 10.00");
        assertThat(proof(result, "USD")).isEqualTo("onlyInLedger 12.00, ledger 12.00");
    }

    @Test
    void rule2LeavesABookingOfAnotherDayOutOfBothLedgerFigures() {
        for (String time : new String[] {IN_GRACE, DAYS_LATER}) {
            Day day =
                    Day.of(payment("T1", "O1", "10.00 CNY"))
                            .books(paid("T1", "O1", "10.00 USD").at(time));

            Reconciliation result = day.reconcile();

            assertThat(types(result)).containsExactly(CURRENCY_MISMATCH);
            assertThat(proof(result, "CNY")).isEqualTo("statement 10.00, onlyInStatement 10.00");
            assertThat(result.proof()).hasSize(1);
        }
    }

    @Test
    void rule3CountsTheDifference() {
        Day day = Day.of(payment("T1", "O2", "10.00 CNY")).books(paid("T1", "O1", "9.99 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(AMOUNT_MISMATCH);
        assertThat(only(result).statementAmount()).isEqualTo(Line.money("10.00 CNY"));
        assertThat(only(result).ledgerAmount()).isEqualTo(Line.money("9.99 CNY"));
        assertThat(only(result).orderNo()).isEqualTo("O2");
        assertThat(proof(result, "CNY"))
                .isEqualTo("statement 10.00, amountDifference 0.01, ledger 9.99");
    }

    @Test
    void rule3OutsideTheDayTakesTheBookedAmountAcrossTheCutOff() {
        for (String time : new String[] {IN_GRACE, DAYS_LATER}) {
            Day day =
                    Day.of(payment("T1", "O1", "10.00 CNY"))
                            .books(paid("T1", "O1", "12.50 CNY").at(time));

            Reconciliation result = day.reconcile();

            assertThat(types(result)).containsExactly(AMOUNT_MISMATCH);
            assertThat(proof(result, "CNY"))
                    .isEqualTo("statement 10.00, amountDifference -2.50, crossCutoff 12.50");
        }
    }

    @Test
    void rule4WantsTheSameOrder() {
        Day day = Day.of(payment("T1", "O2", "10.00 CNY")).books(paid("T1", "O1", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(ORDER_MISMATCH);
        assertThat(only(result).orderNo()).isEqualTo("O2");
        assertThat(only(result).note()).isEqualTo("Booked under order O1.");
        assertThat(proof(result, "CNY")).isEqualTo("statement 10.00, ledger 10.00");
    }

    @Test
    void rule4OutsideTheDayCrossesTheCutOff() {
        Day day =
                Day.of(payment("T1", "O2", "10.00 CNY"))
                        .books(paid("T1", "O1", "10.00 CNY").at(IN_GRACE));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(ORDER_MISMATCH);
        assertThat(proof(result, "CNY")).isEqualTo("statement 10.00, crossCutoff 10.00");
    }

    @Test
    void rule4NeedsBothOrderNumbers() {
        Day day =
                Day.of(payment("T1", "", "10.00 CNY"), payment("T2", "O2", "5.00 CNY"))
                        .books(paid("T1", "O1", "10.00 CNY"), paid("T2", "", "5.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(result.matched()).isEqualTo(2);
    }

    @Test
    void idsThatDifferInCaseOrTrailingBlanksAreOtherIds() {
        Day day =
                Day.of(
                                payment("t1", "O1", "10.00 CNY"),
                                payment("T2 ", "O2", "10.00 CNY"),
                                payment("T3", "o3", "10.00 CNY"))
                        .books(
                                paid("T1", "O1", "10.00 CNY"),
                                paid("T2", "O2", "10.00 CNY"),
                                paid("T3", "O3", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(types(result))
                .containsExactlyInAnyOrder(
                        DUPLICATE_PAYMENT,
                        DUPLICATE_PAYMENT,
                        ORDER_MISMATCH,
                        MISSING_AT_PROVIDER,
                        MISSING_AT_PROVIDER);
    }

    @Test
    void rule5MatchesAcrossTheCutOff() {
        for (String time : new String[] {IN_GRACE, DAYS_LATER, "2026-11-27T23:59:59"}) {
            Day day =
                    Day.of(payment("T1", "O1", "10.00 CNY"))
                            .books(paid("T1", "O1", "10.00 CNY").at(time));

            Reconciliation result = day.reconcile();

            assertThat(result.found()).isEmpty();
            assertThat(result.matchedAcrossCutoff()).isEqualTo(1);
            assertThat(result.matched()).isZero();
            assertThat(result.ledgerEntries()).isZero();
            assertThat(result.crossed())
                    .containsExactly(payment("T1", "", "1.00 CNY").entry().key());
            assertThat(proof(result, "CNY")).isEqualTo("statement 10.00, crossCutoff 10.00");
        }
    }

    @Test
    void rule5TellsItsKeysInTheOrderOfTheStatement() {
        String[] ids = {"T9", "T1", "T5", "T7", "T3", "T2", "T8"};
        Day day =
                Day.of(
                                Arrays.stream(ids)
                                        .map(id -> payment(id, "O" + id, "10.00 CNY"))
                                        .toArray(Line[]::new))
                        .books(
                                Arrays.stream(ids)
                                        .map(id -> paid(id, "O" + id, "10.00 CNY").at(DAYS_LATER))
                                        .toArray(Row[]::new));

        Reconciliation result = day.reconcile();

        assertThat(result.crossed())
                .extracting(EntryKey::value)
                .containsExactly("T1", "T2", "T3", "T5", "T7", "T8", "T9");
    }

    @ParameterizedTest
    @EnumSource(names = {"PAID", "PARTIALLY_REFUNDED", "REFUNDED"})
    void rule6MatchesWhateverIsBooked(OrderState state) {
        Day day =
                Day.of(payment("T1", "O1", "10.00 CNY"))
                        .books(order("T1", "O1", "10.00 CNY", state).at("2026-11-28T00:00:00"));

        Reconciliation result = day.reconcile();

        assertThat(result.found()).isEmpty();
        assertThat(result.matched()).isEqualTo(1);
        assertThat(result.matchedAcrossCutoff()).isZero();
        assertThat(proof(result, "CNY")).isEqualTo("statement 10.00, ledger 10.00");
    }
}
