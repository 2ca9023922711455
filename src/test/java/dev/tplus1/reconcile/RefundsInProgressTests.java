package dev.tplus1.reconcile;

import static dev.tplus1.breaks.BreakType.REFUND_IN_PROGRESS;
import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Line.refund;
import static dev.tplus1.entry.Row.paid;
import static dev.tplus1.entry.Row.refunded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.RefundState;
import dev.tplus1.entry.Row;

import org.junit.jupiter.api.Test;

import java.time.LocalDate;

/** Refunds that the provider accepted and had not finished, over the dates that follow. */
class RefundsInProgressTests {
    private static final LocalDate D = Day.DATE;

    private final Dates dates = new Dates();

    @Test
    void aRefundInProgressIsResolvedWhenTheBooksHaveIt() {
        dates.statement(D, refund("R1", "T1", "O1", "1.00 CNY").processing());
        dates.rows().add(paid("T1", "O1", "9.00 CNY").at("2026-11-01T12:00:00"));
        dates.rows().add(Row.refund("R1", "T1", "O1", "1.00 CNY", RefundState.PENDING));
        dates.run(D);
        dates.run(D.plusDays(1));
        assertThat(dates.of("T1").status()).isEqualTo(Status.SUSPENSE);

        dates.rows().removeIf(row -> row.refundNo().equals("R1"));
        dates.rows().add(refunded("R1", "T1", "O1", "1.00 CNY").at("2026-11-30T12:00:00"));
        Reconciliation later = dates.run(D.plusDays(3));

        assertThat(later.changes()).hasSize(1);
        assertThat(dates.of("T1").status()).isEqualTo(Status.RESOLVED);
        assertThat(dates.of("T1").note()).isEqualTo("The books have the refund.");
    }

    @Test
    void aRefundInProgressIsFoundByItsPaymentWhereItsNumberSaysNothing() {
        for (String refundNo : new String[] {"", "0"}) {
            MemoryNeighbours neighbours = new MemoryNeighbours();
            Row payment = paid("T1", "O1", "9.00 CNY").at("2026-11-01T12:00:00");
            Row waiting = Row.refund(refundNo, "T1", "O1", "1.00 CNY", RefundState.PENDING);
            Day.of(refund(refundNo, "T1", "O1", "1.00 CNY").providerRefundId("P").processing())
                    .books(payment, waiting.providerRefundId("P"))
                    .among(neighbours)
                    .conclude();
            Row booked = refunded(refundNo, "T1", "O1", "1.00 CNY").providerRefundId("P");

            Day.of()
                    .on(D.plusDays(1))
                    .books(payment, booked.account("other"))
                    .among(neighbours)
                    .conclude();
            assertThat(neighbours.open()).hasSize(1);
            Day.of().on(D.plusDays(1)).books(payment, booked).among(neighbours).conclude();

            assertThat(neighbours.open()).isEmpty();
        }
    }

    @Test
    void aRefundInProgressIsAnAlertAfterSevenDaysAndStaysOne() {
        dates.statement(D, refund("R1", "T1", "O1", "1.00 CNY").processing());
        dates.rows().add(paid("T1", "O1", "9.00 CNY").at("2026-11-01T12:00:00"));
        dates.rows().add(Row.refund("R1", "T1", "O1", "1.00 CNY", RefundState.PENDING));
        dates.run(D);
        dates.run(D.plusDays(6));
        assertThat(dates.of("T1").action()).isEqualTo(Action.SUSPENSE);

        dates.run(D.plusDays(7));
        assertThat(dates.of("T1").action()).isEqualTo(Action.ALERT);
        assertThat(dates.of("T1").type()).isEqualTo(REFUND_IN_PROGRESS);
        assertThat(dates.of("T1").status()).isEqualTo(Status.OPEN);
        assertThat(dates.of("T1").note()).isEqualTo("Still in progress after 7 days.");
        Reconciliation again = dates.run(D);

        assertThat(Day.only(again).action()).isEqualTo(Action.ALERT);
        assertThat(Day.only(again).status()).isEqualTo(Status.OPEN);
    }

    @Test
    void alipaysRefundInProgressIsFoundByOrderAndNumber() {
        KeyRule alipay = KeyRule.ORDER_AND_REFUND_NO;
        Row payment = paid("T1", "O1", "9.00 CNY").at("2026-11-01T12:00:00");
        Row waiting = Row.refund("1", "T1", "O1", "1.00 CNY", RefundState.PENDING).keyed(alipay);
        Row sameNumber =
                refunded("1", "T2", "O2", "1.00 CNY").at("2026-11-02T12:00:00").keyed(alipay);
        Day.of(refund("1", "T1", "O1", "1.00 CNY").keyed(alipay).processing())
                .books(payment, waiting, sameNumber)
                .among(dates.account())
                .conclude();

        Day.of()
                .on(D.plusDays(1))
                .books(payment, waiting, sameNumber)
                .among(dates.account())
                .conclude();

        assertThat(dates.of("T1").status()).isEqualTo(Status.SUSPENSE);
    }
}
