package dev.tplus1.reconcile;

import static dev.tplus1.breaks.BreakType.AMOUNT_MISMATCH;
import static dev.tplus1.breaks.BreakType.MISSED_CALLBACK;
import static dev.tplus1.breaks.BreakType.UNKNOWN_REFUND;
import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Line.refund;
import static dev.tplus1.entry.Row.paid;
import static dev.tplus1.entry.Row.refunded;
import static dev.tplus1.reconcile.Day.only;
import static dev.tplus1.reconcile.Day.proof;
import static dev.tplus1.reconcile.Day.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.RefundState;
import dev.tplus1.entry.Row;

import org.junit.jupiter.api.Test;

/** What pairs refunds whose number says nothing or is not alone, and in what decimals. */
class RefundKeysTests {
    private static final String LONG_AGO = "2026-11-01T12:00:00";
    private static final Row ORDER = paid("T1", "O1", "10.00 CNY").at(LONG_AGO);

    @Test
    void aRefundNumberOfZeroGivesWayToTheProvidersId() {
        Reconciliation result =
                Day.of(
                                refund("0", "T1", "O1", "3.00 CNY").providerRefundId("P1"),
                                refund("0", "T1", "O1", "4.00 CNY").providerRefundId("P2"),
                                refund("", "T2", "O2", "5.00 CNY").providerRefundId("P3"))
                        .books(
                                ORDER,
                                refunded("0", "T1", "O1", "3.00 CNY").providerRefundId("P1"),
                                Row.refund("", "T1", "O1", "4.00 CNY", RefundState.PENDING)
                                        .providerRefundId("P2"),
                                paid("T2", "O2", "9.00 CNY").at(LONG_AGO),
                                refunded("", "T2", "O2", "5.00 CNY")
                                        .providerRefundId("P3")
                                        .at(LONG_AGO))
                        .reconcile();

        assertThat(types(result)).containsExactly(MISSED_CALLBACK);
        assertThat(result.matched()).isEqualTo(1);
        assertThat(result.matchedAcrossCutoff()).isEqualTo(1);
    }

    @Test
    void alipaysRefundsAreKeyedByOrderAndRequestNumber() {
        KeyRule alipay = KeyRule.ORDER_AND_REFUND_NO;
        Reconciliation result =
                Day.of(
                                refund("1", "T1", "O1", "3.00 CNY").keyed(alipay),
                                refund("1", "T2", "O2", "3.00 CNY").keyed(alipay),
                                refund("", "T2", "O2", "1.00 CNY").keyed(alipay))
                        .books(
                                paid("T1", "O1", "10.00 CNY").at(LONG_AGO),
                                paid("T2", "O2", "10.00 CNY").at(LONG_AGO),
                                refunded("1", "T1", "O1", "3.00 CNY").keyed(alipay),
                                Row.refund("1", "T2", "O2", "3.00 CNY", RefundState.PENDING)
                                        .keyed(alipay),
                                refunded("", "T2", "O2", "1.00 CNY")
                                        .at("2026-11-28T12:00:00")
                                        .keyed(alipay))
                        .reconcile();

        assertThat(types(result)).containsExactly(MISSED_CALLBACK);
        assertThat(only(result).orderNo()).isEqualTo("O2");
        assertThat(result.matched()).isEqualTo(2);
    }

    @Test
    void amountsKeepTheirCurrencysDecimals() {
        Reconciliation result =
                Day.of(
                                payment("T2", "O2", "1000 JPY"),
                                refund("R2", "T2", "O2", "1 JPY"),
                                payment("T3", "O3", "1.234 KWD"),
                                refund("R3", "T3", "O3", "0.001 KWD"))
                        .books(
                                paid("T2", "O2", "1000 JPY"),
                                refunded("R2", "T2", "O2", "2 JPY"),
                                paid("T3", "O3", "1.233 KWD"))
                        .reconcile();

        assertThat(types(result)).containsExactly(AMOUNT_MISMATCH, AMOUNT_MISMATCH, UNKNOWN_REFUND);
        assertThat(
                        only(Day.of(refund("R3", "T3", "O3", "0.001 KWD")).reconcile())
                                .statementAmount())
                .isEqualTo(Line.money("0.001 KWD"));
        assertThat(proof(result, "JPY")).isEqualTo("statement 999, amountDifference 1, ledger 998");
        assertThat(proof(result, "KWD"))
                .isEqualTo(
                        "statement 1.233, onlyInStatement -0.001, amountDifference 0.001, ledger"
                                + " 1.233");
    }
}
