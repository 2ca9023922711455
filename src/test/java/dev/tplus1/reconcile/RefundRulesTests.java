package dev.tplus1.reconcile;

import static dev.tplus1.breaks.BreakType.AMOUNT_MISMATCH;
import static dev.tplus1.breaks.BreakType.CURRENCY_MISMATCH;
import static dev.tplus1.breaks.BreakType.DUPLICATE_LINE;
import static dev.tplus1.breaks.BreakType.MISSED_CALLBACK;
import static dev.tplus1.breaks.BreakType.ORDER_MISMATCH;
import static dev.tplus1.breaks.BreakType.PAID_THEN_REFUNDED;
import static dev.tplus1.breaks.BreakType.REFUND_EXCEEDS;
import static dev.tplus1.breaks.BreakType.REFUND_IN_PROGRESS;
import static dev.tplus1.breaks.BreakType.STATUS_MISMATCH;
import static dev.tplus1.breaks.BreakType.UNKNOWN_REFUND;
import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Line.refund;
import static dev.tplus1.entry.Row.order;
import static dev.tplus1.entry.Row.paid;
import static dev.tplus1.entry.Row.pending;
import static dev.tplus1.entry.Row.refunded;
import static dev.tplus1.reconcile.Day.only;
import static dev.tplus1.reconcile.Day.proof;
import static dev.tplus1.reconcile.Day.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;
import dev.tplus1.entry.Row;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules 1 to 6 and 15 to 20 for refunds, which the proof counts as negative. */
class RefundRulesTests {
    private static final String LONG_AGO = "2026-11-01T12:00:00";
    private static final Row ORDER = paid("T1", "O1", "10.00 CNY").at(LONG_AGO);

    private static Row refundOf(String money, RefundState state) {
        return Row.refund("R1", "T1", "O1", money, state);
    }

    @Test
    void rule1And6CountNegative() {
        Reconciliation result =
                Day.of(refund("R1", "T1", "O1", "3.00 CNY"), refund("R1", "T1", "O1", "3.00 CNY"))
                        .books(ORDER, refunded("R1", "T1", "O1", "3.00 CNY"))
                        .reconcile();

        assertThat(types(result)).containsExactly(DUPLICATE_LINE);
        assertThat(result.matched()).isEqualTo(1);
        assertThat(result.ledgerEntries()).isEqualTo(1);
        assertThat(proof(result, "CNY"))
                .isEqualTo("statement -6.00, onlyInStatement -3.00, ledger -3.00");
    }

    @Test
    void rules2To4CountNegativeInTheDay() {
        Reconciliation result =
                Day.of(
                                refund("R2", "T1", "O1", "2.00 CNY"),
                                refund("R3", "T1", "O1", "3.00 CNY"),
                                refund("R4", "T1", "O1", "4.00 CNY"))
                        .books(
                                refunded("R2", "T1", "O1", "1.00 USD"),
                                refunded("R3", "T1", "O1", "2.50 CNY"),
                                refunded("R4", "T9", "O9", "4.00 CNY"))
                        .reconcile();

        assertThat(types(result))
                .containsExactly(CURRENCY_MISMATCH, AMOUNT_MISMATCH, ORDER_MISMATCH);
        assertThat(proof(result, "CNY"))
                .isEqualTo(
                        "statement -9.00, onlyInStatement -2.00, amountDifference -0.50, ledger"
                                + " -6.50");
        assertThat(proof(result, "USD")).isEqualTo("onlyInLedger -1.00, ledger -1.00");
    }

    @Test
    void rules2To5CountNegativeOutsideTheDay() {
        String after = "2026-11-29T00:01:00";
        Reconciliation result =
                Day.of(
                                refund("R2", "T1", "O1", "2.00 CNY"),
                                refund("R3", "T1", "O1", "3.00 CNY"),
                                refund("R4", "T1", "O1", "4.00 CNY"),
                                refund("R5", "T1", "O1", "5.00 CNY"))
                        .books(
                                refunded("R2", "T1", "O1", "1.00 USD").at(after),
                                refunded("R3", "T1", "O1", "2.50 CNY").at(after),
                                refunded("R4", "T9", "O9", "4.00 CNY").at(after),
                                refunded("R5", "T1", "O1", "5.00 CNY").at(after))
                        .reconcile();

        assertThat(types(result))
                .containsExactly(CURRENCY_MISMATCH, AMOUNT_MISMATCH, ORDER_MISMATCH);
        assertThat(result.matchedAcrossCutoff()).isEqualTo(1);
        assertThat(proof(result, "CNY"))
                .isEqualTo(
                        "statement -14.00, onlyInStatement -2.00, amountDifference -0.50,"
                                + " crossCutoff -11.50");
        assertThat(result.proof()).hasSize(1);
    }

    @Test
    void rule15KnowsNoSuchRefund() {
        Reconciliation result =
                Day.of(refund("R1", "T1", "O1", "3.00 CNY"))
                        .books(ORDER, refunded("r1", "T1", "O1", "3.00 CNY").at(LONG_AGO))
                        .reconcile();

        assertThat(types(result)).containsExactly(UNKNOWN_REFUND);
        assertThat(result.unexplainedEntries()).isEqualTo(1);
        assertThat(proof(result, "CNY")).isEqualTo("statement -3.00, onlyInStatement -3.00");
    }

    @Test
    void rule15TakesTheOrderNumberFromThePaymentInTheBooks() {
        Reconciliation result = Day.of(refund("R1", "T1", "", "3.00 CNY")).books(ORDER).reconcile();

        assertThat(only(result).type()).isEqualTo(UNKNOWN_REFUND);
        assertThat(only(result).orderNo()).isEqualTo("O1");
    }

    @Test
    void rule15DoesNotTakeAnotherAccountsRefund() {
        Reconciliation result =
                Day.of(refund("R1", "T1", "O1", "3.00 CNY"))
                        .books(ORDER, refundOf("3.00 CNY", RefundState.PENDING).account("other"))
                        .reconcile();

        assertThat(types(result)).containsExactly(UNKNOWN_REFUND);
    }

    @Test
    void rule16MeetsAFailedRefundWhateverItsAmount() {
        Reconciliation result =
                Day.of(refund("R1", "T1", "O1", "3.00 CNY").processing())
                        .books(ORDER, refundOf("4.00 USD", RefundState.FAILED))
                        .reconcile();

        assertThat(types(result)).containsExactly(STATUS_MISMATCH);
        assertThat(only(result).note()).isEqualTo("The books' refund is FAILED.");
        assertThat(only(result).ledgerAmount()).isNull();
        assertThat(proof(result, "CNY")).isEqualTo("statement -3.00, onlyInStatement -3.00");
        assertThat(result.unexplainedEntries()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"PENDING", "CLOSED", "FAILED"})
    void rule16WantsItsOrderBookedBeforeItLooksAtAmounts(OrderState state) {
        Reconciliation result =
                Day.of(refund("R1", "T1", "O1", "3.00 CNY"))
                        .books(
                                order("T1", "O1", "10.00 CNY", state),
                                refundOf("4.00 USD", RefundState.PENDING))
                        .reconcile();

        assertThat(types(result)).containsExactly(STATUS_MISMATCH);
        assertThat(only(result).note()).isEqualTo("Its order is " + state + ".");
    }

    @Test
    void rule16WantsItsOrderToExist() {
        Reconciliation result =
                Day.of(refund("R1", "T1", "O1", "3.00 CNY"))
                        .books(refundOf("3.00 CNY", RefundState.PENDING))
                        .reconcile();

        assertThat(types(result)).containsExactly(STATUS_MISMATCH);
    }

    @Test
    void rule17ComparesCurrencyThenAmount() {
        Reconciliation result =
                Day.of(refund("R1", "T1", "O1", "30.00 CNY"), refund("R2", "T1", "O1", "30.00 CNY"))
                        .books(
                                ORDER,
                                refundOf("4.00 USD", RefundState.PENDING),
                                Row.refund("R2", "T1", "O1", "4.00 CNY", RefundState.PENDING))
                        .reconcile();

        assertThat(types(result)).containsExactly(CURRENCY_MISMATCH, AMOUNT_MISMATCH);
        assertThat(proof(result, "CNY")).isEqualTo("statement -60.00, onlyInStatement -60.00");
        assertThat(result.proof()).hasSize(1);
    }

    @Test
    void rule17HoldsWhereTheOrderHasAnotherCurrencyThanItsRefund() {
        Reconciliation result =
                Day.of(refund("R1", "T1", "O1", "3.00 USD"))
                        .books(ORDER, refundOf("3.00 USD", RefundState.PENDING))
                        .reconcile();

        assertThat(types(result)).containsExactly(CURRENCY_MISMATCH);
    }

    @Test
    void rule18LeavesNoMoreThanTheOrdersAmountLessWhatSucceeded() {
        Row succeeded = refunded("R0", "T1", "O1", "6.00 CNY").at(LONG_AGO);
        Row failed = Row.refund("R8", "T1", "O1", "9.00 CNY", RefundState.FAILED);
        Row waiting = Row.refund("R9", "T1", "O1", "9.00 CNY", RefundState.PENDING);

        Reconciliation fits =
                Day.of(refund("R1", "T1", "O1", "4.00 CNY"))
                        .books(
                                ORDER,
                                succeeded,
                                failed,
                                waiting,
                                refundOf("4.00 CNY", RefundState.PENDING))
                        .reconcile();
        Reconciliation exceeds =
                Day.of(refund("R1", "T1", "O1", "4.01 CNY"))
                        .books(ORDER, succeeded, refundOf("4.01 CNY", RefundState.PENDING))
                        .reconcile();

        assertThat(types(fits)).containsExactly(MISSED_CALLBACK);
        assertThat(types(exceeds)).containsExactly(REFUND_EXCEEDS);
        assertThat(only(exceeds).note())
                .isEqualTo("Of the order's 10.00 CNY only 4.00 CNY is left to return.");
        assertThat(proof(exceeds, "CNY")).isEqualTo("statement -4.01, onlyInStatement -4.01");
    }

    @Test
    void rule18FindsTheOrdersRefundsThoughTheStatementTellsNoTransaction() {
        Reconciliation result =
                Day.of(refund("R1", "", "O1", "5.00 CNY"))
                        .books(
                                ORDER,
                                refunded("R0", "T1", "O1", "6.00 CNY").at(LONG_AGO),
                                refundOf("5.00 CNY", RefundState.PENDING))
                        .reconcile();

        assertThat(types(result)).containsExactly(REFUND_EXCEEDS);
        assertThat(only(result).transactionId()).isEqualTo("T1");
    }

    @Test
    void rule18FindsTheOrdersRefundsThoughTheStatementNamesAnotherTransaction() {
        Reconciliation result =
                Day.of(refund("R1", "T9", "", "5.00 CNY"))
                        .books(
                                ORDER,
                                refunded("R0", "T1", "O1", "6.00 CNY").at(LONG_AGO),
                                refundOf("5.00 CNY", RefundState.PENDING))
                        .reconcile();

        assertThat(types(result)).containsExactly(REFUND_EXCEEDS);
        assertThat(only(result).transactionId()).isEqualTo("T9");
        assertThat(only(result).orderNo()).isEqualTo("O1");
    }

    @Test
    void rule18CountsWhatThisDayHasMatchedOnce() {
        Reconciliation result =
                Day.of(refund("R0", "T1", "O1", "6.00 CNY"), refund("R1", "T1", "O1", "4.00 CNY"))
                        .books(
                                ORDER,
                                refunded("R0", "T1", "O1", "6.00 CNY"),
                                refundOf("4.00 CNY", RefundState.PENDING))
                        .reconcile();

        assertThat(types(result)).containsExactly(MISSED_CALLBACK);
    }

    @Test
    void rule18CountsEarlierRefundsOfTheStatementAndThoseInProgress() {
        Reconciliation result =
                Day.of(
                                refund("R1", "T1", "O1", "4.00 CNY")
                                        .processing()
                                        .at("2026-11-28T01:00:00"),
                                refund("R2", "T1", "O1", "7.00 CNY").at("2026-11-28T02:00:00"),
                                refund("R3", "T1", "O1", "5.00 CNY").at("2026-11-28T03:00:00"),
                                refund("R4", "T1", "O1", "1.01 CNY")
                                        .processing()
                                        .at("2026-11-28T04:00:00"),
                                refund("R5", "T1", "O1", "1.00 CNY").at("2026-11-28T05:00:00"))
                        .books(
                                ORDER,
                                refundOf("4.00 CNY", RefundState.PENDING),
                                Row.refund("R2", "T1", "O1", "7.00 CNY", RefundState.PENDING),
                                Row.refund("R3", "T1", "O1", "5.00 CNY", RefundState.PENDING),
                                Row.refund("R4", "T1", "O1", "1.01 CNY", RefundState.PENDING),
                                Row.refund("R5", "T1", "O1", "1.00 CNY", RefundState.PENDING))
                        .reconcile();

        assertThat(types(result))
                .containsExactly(
                        REFUND_IN_PROGRESS,
                        REFUND_EXCEEDS,
                        MISSED_CALLBACK,
                        REFUND_EXCEEDS,
                        MISSED_CALLBACK);
    }

    @Test
    void rule19IsWatched() {
        Reconciliation result =
                Day.of(refund("R1", "T1", "O1", "3.00 CNY").processing().providerRefundId("P1"))
                        .books(ORDER, refundOf("3.00 CNY", RefundState.PENDING))
                        .reconcile();

        Break brk = only(result);
        assertThat(brk.type()).isEqualTo(REFUND_IN_PROGRESS);
        assertThat(brk.action()).isEqualTo(Action.SUSPENSE);
        assertThat(brk.status()).isEqualTo(Status.SUSPENSE);
        assertThat(result.found().getFirst().providerRefundId()).isEqualTo("P1");
        assertThat(proof(result, "CNY")).isEqualTo("statement -3.00, onlyInStatement -3.00");
    }

    @Test
    void rule6MatchesARefundInProgressThatTheBooksAlreadyHave() {
        Reconciliation result =
                Day.of(refund("R1", "T1", "O1", "3.00 CNY").processing())
                        .books(ORDER, refunded("R1", "T1", "O1", "3.00 CNY"))
                        .reconcile();

        assertThat(result.matched()).isEqualTo(1);
    }

    @Test
    void rule20IsAMissedCallback() {
        Reconciliation result =
                Day.of(refund("R1", "T1", "O1", "10.00 CNY").providerRefundId("P1"))
                        .books(ORDER, refundOf("10.00 CNY", RefundState.PENDING))
                        .reconcile();

        Break brk = only(result);
        assertThat(brk.type()).isEqualTo(MISSED_CALLBACK);
        assertThat(brk.action()).isEqualTo(Action.REPLAY);
        assertThat(brk.refundNo()).isEqualTo("R1");
        assertThat(result.found().getFirst().providerRefundId()).isEqualTo("P1");
        assertThat(proof(result, "CNY")).isEqualTo("statement -10.00, onlyInStatement -10.00");
    }

    @Test
    void aPaymentAndItsRefundBothUnbookedAreForAPerson() {
        Reconciliation result =
                Day.of(
                                payment("T1", "O1", "10.00 CNY"),
                                refund("R1", "T1", "O1", "10.00 CNY").at("2026-11-28T13:00:00"))
                        .books(
                                pending("O1", "10.00 CNY"),
                                refundOf("10.00 CNY", RefundState.PENDING))
                        .reconcile();

        assertThat(types(result)).containsExactly(PAID_THEN_REFUNDED, STATUS_MISMATCH);
        assertThat(proof(result, "CNY")).isEmpty();
    }
}
