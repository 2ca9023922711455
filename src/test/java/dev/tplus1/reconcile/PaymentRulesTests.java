package dev.tplus1.reconcile;

import static dev.tplus1.breaks.BreakType.AMOUNT_MISMATCH;
import static dev.tplus1.breaks.BreakType.CURRENCY_MISMATCH;
import static dev.tplus1.breaks.BreakType.DUPLICATE_PAYMENT;
import static dev.tplus1.breaks.BreakType.MISSED_CALLBACK;
import static dev.tplus1.breaks.BreakType.ORDER_MISMATCH;
import static dev.tplus1.breaks.BreakType.PAID_AFTER_CLOSE;
import static dev.tplus1.breaks.BreakType.PAID_THEN_REFUNDED;
import static dev.tplus1.breaks.BreakType.STATUS_MISMATCH;
import static dev.tplus1.breaks.BreakType.UNKNOWN_ORDER;
import static dev.tplus1.breaks.BreakType.UNKNOWN_REFUND;
import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Line.refund;
import static dev.tplus1.entry.Row.order;
import static dev.tplus1.entry.Row.paid;
import static dev.tplus1.entry.Row.pending;
import static dev.tplus1.reconcile.Day.only;
import static dev.tplus1.reconcile.Day.proof;
import static dev.tplus1.reconcile.Day.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.Risk;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.OrderState;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules 7 to 14, for payments that are not booked, with what each adds to the proof. */
class PaymentRulesTests {
    @Test
    void rule7KnowsNoSuchOrder() {
        Day day = Day.of(payment("T1", "O1", "10.00 CNY")).books(pending("O2", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        Break brk = only(result);
        assertThat(brk.type()).isEqualTo(UNKNOWN_ORDER);
        assertThat(brk.status()).isEqualTo(Status.OPEN);
        assertThat(brk.transactionId()).isEqualTo("T1");
        assertThat(brk.orderNo()).isEqualTo("O1");
        assertThat(result.unexplainedEntries()).isEqualTo(1);
        assertThat(proof(result, "CNY")).isEqualTo("statement 10.00, onlyInStatement 10.00");
    }

    @ParameterizedTest
    @EnumSource(names = {"PENDING", "CLOSED", "FAILED"})
    void rule7LeavesAnOrderOfAnotherAccountAlone(OrderState state) {
        Day day =
                Day.of(payment("T1", "O1", "10.00 CNY"), refund("R1", "T1", "O1", "10.00 CNY"))
                        .books(order("", "O1", "10.00 CNY", state).account("other"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).contains(UNKNOWN_ORDER, UNKNOWN_REFUND);
    }

    @Test
    void rule7PrefersThisAccountsOrderOfTheSameNumber() {
        Day day =
                Day.of(payment("T1", "O1", "10.00 CNY"))
                        .books(
                                pending("O1", "10.00 CNY").account("other"),
                                pending("O1", "10.00 CNY"),
                                pending("O1", "11.00 CNY").account("another"));

        assertThat(types(day.reconcile())).containsExactly(MISSED_CALLBACK);
    }

    @Test
    void rule8NamesTheTransactionThatPaidTheOrder() {
        Day day =
                Day.of(payment("T1", "O1", "10.00 CNY"), payment("T2", "O1", "10.00 CNY"))
                        .books(paid("T1", "O1", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(DUPLICATE_PAYMENT);
        assertThat(only(result).transactionId()).isEqualTo("T2");
        assertThat(only(result).note()).isEqualTo("The order is already paid by transaction T1.");
        assertThat(proof(result, "CNY"))
                .isEqualTo("statement 20.00, onlyInStatement 10.00, ledger 10.00");
        assertThat(result.unexplainedEntries()).isEqualTo(1);
    }

    @Test
    void rule8HoldsForAnOrderThatAnotherAccountBooked() {
        Day day =
                Day.of(payment("T2", "O1", "10.00 CNY"))
                        .books(paid("T1", "O1", "10.00 CNY").account("other"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(DUPLICATE_PAYMENT);
        assertThat(only(result).note())
                .isEqualTo("The order is already paid by transaction T1 under account other.");
        assertThat(result.ledgerEntries()).isZero();
    }

    @Test
    void rule8TakesTheSameIdUnderAnotherAccountForAnotherTransaction() {
        Day day =
                Day.of(payment("T1", "O1", "10.00 CNY"))
                        .books(paid("T1", "O1", "10.00 CNY").account("other"));

        assertThat(types(day.reconcile())).containsExactly(DUPLICATE_PAYMENT);
    }

    @Test
    void rule8SeesAnEarlierPaymentOfTheSameStatement() {
        Day day =
                Day.of(
                                payment("T1", "O1", "10.00 CNY").at("2026-11-28T13:00:00"),
                                payment("T2", "O1", "10.00 CNY").at("2026-11-28T12:00:00"),
                                payment("T3", "O1", "10.00 CNY").at("2026-11-28T14:00:00"))
                        .books(pending("O1", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(types(result))
                .containsExactly(MISSED_CALLBACK, DUPLICATE_PAYMENT, DUPLICATE_PAYMENT);
        assertThat(result.found())
                .extracting(found -> found.found().transactionId())
                .containsExactly("T2", "T1", "T3");
        assertThat(result.found().get(2).found().note())
                .isEqualTo("Line 2 is an earlier payment of the same order: T2.");
    }

    @ParameterizedTest
    @CsvSource({
        "10.00 CNY, 2026-11-28T12:00:00",
        "11.00 CNY, 2026-11-28T12:00:00",
        "10.00 CNY, 2026-11-20T12:00:00"
    })
    void rule8SeesTheOrdersOtherRowWhereNoPaymentTellsItsOrder(String stated, String booked) {
        Day day =
                Day.of(
                                payment("T1", "", stated),
                                payment("T2", "", "20.00 CNY").at("2026-11-28T13:00:00"))
                        .books(
                                paid("T1", "O1", "10.00 CNY").at(booked),
                                order("T2", "O1", "20.00 CNY", OrderState.PENDING));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).contains(DUPLICATE_PAYMENT).doesNotContain(MISSED_CALLBACK);
        assertThat(result.found().getLast().found().note())
                .isEqualTo("The order is already paid by transaction T1.");
    }

    @ParameterizedTest
    @EnumSource(names = {"CLOSED", "FAILED"})
    void rule8ComesBeforeRule10(OrderState state) {
        Day day =
                Day.of(
                                payment("T1", "O1", "10.00 CNY"),
                                payment("T2", "O1", "10.00 CNY").at("2026-11-28T13:00:00"))
                        .books(order("", "O1", "10.00 CNY", state));

        assertThat(types(day.reconcile())).containsExactly(PAID_AFTER_CLOSE, DUPLICATE_PAYMENT);
    }

    @Test
    void rule8CountsAnEarlierPaymentThatWasMatchedUnderAnotherOrder() {
        Day day =
                Day.of(
                                payment("T1", "O1", "10.00 CNY"),
                                payment("T2", "O1", "10.00 CNY").at("2026-11-28T13:00:00"))
                        .books(paid("T1", "O9", "10.00 CNY"), pending("O1", "10.00 CNY"));

        assertThat(types(day.reconcile())).containsExactly(ORDER_MISMATCH, DUPLICATE_PAYMENT);
    }

    @Test
    void rule8ForgivesAnEarlierPaymentThatWasReturned() {
        Day day =
                Day.of(
                                payment("T1", "O1", "10.00 CNY"),
                                payment("T2", "O1", "10.00 CNY").at("2026-11-28T13:00:00"),
                                payment("T3", "O1", "10.00 CNY").at("2026-11-28T14:00:00"),
                                refund("R1", "T1", "O1", "10.00 CNY").at("2026-11-28T15:00:00"))
                        .books(pending("O1", "10.00 CNY"));

        assertThat(types(day.reconcile()))
                .containsExactly(
                        PAID_THEN_REFUNDED, MISSED_CALLBACK, DUPLICATE_PAYMENT, UNKNOWN_REFUND);
    }

    @Test
    void rule9MeetsAnOrderThatIsBookedWithoutATransaction() {
        Day day =
                Day.of(
                                payment("T1", "O1", "10.00 CNY"),
                                payment("T2", "O1", "10.00 CNY").at("2026-11-28T13:00:00"))
                        .books(paid("", "O1", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(STATUS_MISMATCH, DUPLICATE_PAYMENT);
        assertThat(result.found().getFirst().found().note())
                .isEqualTo("The order is PAID without a transaction id.");
        assertThat(result.unexplainedEntries()).isEqualTo(2);
        assertThat(proof(result, "CNY"))
                .isEqualTo(
                        "statement 20.00, onlyInStatement 20.00, onlyInLedger 10.00, ledger 10.00");
    }

    @Test
    void rule9HoldsForAnotherAccountsOrderToo() {
        Day day =
                Day.of(payment("T1", "O1", "10.00 CNY"))
                        .books(paid("", "O1", "10.00 CNY").account("other"));

        assertThat(types(day.reconcile())).containsExactly(STATUS_MISMATCH);
    }

    @ParameterizedTest
    @EnumSource(names = {"CLOSED", "FAILED"})
    void rule10IsPaidTooLate(OrderState state) {
        Day day =
                Day.of(
                                payment("T1", "O1", "9.00 USD"),
                                refund("R1", "T1", "O1", "9.00 USD").at("2026-11-28T15:00:00"))
                        .books(order("", "O1", "10.00 CNY", state));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(PAID_AFTER_CLOSE, UNKNOWN_REFUND);
        assertThat(result.found().getFirst().found().note())
                .isEqualTo("The order is " + state + ".");
        assertThat(result.unexplainedEntries()).isEqualTo(1);
        assertThat(proof(result, "USD")).isEmpty();
    }

    @Test
    void rule11ComesBeforeCurrencyAndAmount() {
        Day day =
                Day.of(
                                payment("T1", "O1", "9.00 USD"),
                                refund("R1", "T1", "", "1.00 USD")
                                        .processing()
                                        .at("2026-11-28T09:00:00"))
                        .books(pending("O1", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(UNKNOWN_REFUND, PAID_THEN_REFUNDED);
        assertThat(result.found().get(1).found().note()).isEqualTo("Line 2 returns money of it.");
        assertThat(proof(result, "USD")).isEqualTo("statement 8.00, onlyInStatement 8.00");
    }

    @Test
    void rule11LooksAtLaterStatementsAndNotAtEarlierOnes() {
        for (int days : new int[] {-1, 1, 30}) {
            MemoryNeighbours neighbours = new MemoryNeighbours();
            Day.of(refund("R1", "T1", "O1", "10.00 CNY"))
                    .on(Day.DATE.plusDays(days))
                    .books(pending("O1", "10.00 CNY"))
                    .among(neighbours)
                    .conclude();

            Reconciliation result =
                    Day.of(payment("T1", "O1", "10.00 CNY"))
                            .books(pending("O1", "10.00 CNY"))
                            .among(neighbours)
                            .reconcile();

            assertThat(types(result))
                    .containsExactly(days > 0 ? PAID_THEN_REFUNDED : MISSED_CALLBACK);
        }
    }

    @Test
    void rule12ComparesTheCurrencyBeforeTheAmount() {
        Day day = Day.of(payment("T1", "O1", "9.00 USD")).books(pending("O1", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(CURRENCY_MISMATCH);
        assertThat(only(result).ledgerAmount()).isNull();
        assertThat(only(result).note()).isEqualTo("Order pending, asks for 10.00 CNY.");
        assertThat(result.proof()).hasSize(1);
        assertThat(proof(result, "USD")).isEqualTo("statement 9.00, onlyInStatement 9.00");
    }

    @Test
    void rule13ComparesTheAmount() {
        Day day = Day.of(payment("T1", "O1", "9.99 CNY")).books(pending("O1", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(AMOUNT_MISMATCH);
        assertThat(result.unexplainedEntries()).isZero();
        assertThat(proof(result, "CNY")).isEqualTo("statement 9.99, onlyInStatement 9.99");
    }

    @Test
    void rule14IsAMissedCallback() {
        Day day = Day.of(payment("T1", "O1", "10.00 CNY")).books(pending("O1", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        Break brk = only(result);
        assertThat(brk.type()).isEqualTo(MISSED_CALLBACK);
        assertThat(brk.type().risk()).isEqualTo(Risk.LOW);
        assertThat(brk.action()).isEqualTo(Action.REPLAY);
        assertThat(brk.status()).isEqualTo(Status.OPEN);
        assertThat(brk.statementTime()).isEqualTo(Line.instant("2026-11-28T12:00:00"));
        assertThat(brk.ledgerAmount()).isNull();
        assertThat(result.unexplainedEntries()).isZero();
        assertThat(proof(result, "CNY")).isEqualTo("statement 10.00, onlyInStatement 10.00");
    }

    @Test
    void anEntryWithoutOrderNumberFindsItsOrderByTransaction() {
        Day day =
                Day.of(
                                payment("T1", "", "10.00 CNY"),
                                payment("T2", "", "10.00 CNY"),
                                payment("T3", "", "10.00 CNY"))
                        .books(
                                order("T1", "O1", "10.00 CNY", OrderState.PENDING),
                                order("T2", "O2", "10.00 CNY", OrderState.CLOSED),
                                order("T3", "O3", "10.00 CNY", OrderState.PENDING)
                                        .account("other"));

        Reconciliation result = day.reconcile();

        assertThat(types(result)).containsExactly(MISSED_CALLBACK, PAID_AFTER_CLOSE, UNKNOWN_ORDER);
        assertThat(result.found())
                .extracting(found -> found.found().orderNo())
                .containsExactly("O1", "O2", "");
    }

    @Test
    void anEarlierPaymentWithoutOrderNumberCountsForItsOrder() {
        Day day =
                Day.of(
                                payment("T1", "", "10.00 CNY"),
                                payment("T2", "O1", "10.00 CNY").at("2026-11-28T13:00:00"))
                        .books(order("T1", "O1", "10.00 CNY", OrderState.PENDING));

        assertThat(types(day.reconcile())).containsExactly(MISSED_CALLBACK, DUPLICATE_PAYMENT);
    }

    @Test
    void aPaymentThatTheStatementDatesOtherwiseIsCounted() {
        Day day =
                Day.of(
                                payment("T1", "O1", "10.00 CNY").at("2026-11-27T23:59:59"),
                                payment("T2", "O2", "10.00 CNY").at("2026-11-28T00:00:00"),
                                payment("T3", "O3", "10.00 CNY").at("2026-11-29T00:00:00"),
                                refund("R1", "T2", "O2", "1.00 CNY").at("2026-11-29T00:00:00"))
                        .books(paid("T1", "O1", "10.00 CNY"));

        Reconciliation result = day.reconcile();

        assertThat(result.statementEntries()).isEqualTo(4);
        assertThat(result.statementPayments()).isEqualTo(3);
        assertThat(result.otherDay()).isEqualTo(2);
        assertThat(result.matched()).isEqualTo(1);
    }
}
