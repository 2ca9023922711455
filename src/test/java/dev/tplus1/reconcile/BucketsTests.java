package dev.tplus1.reconcile;

import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Line.refund;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.diff.Total;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.reconcile.Buckets.Bucket;

import org.junit.jupiter.api.Test;

import java.util.List;

final class BucketsTests {
    private static final StatementEntry PAID = payment("T1", "O1", "10.00 CNY").entry();
    private static final StatementEntry RETURNED = refund("R1", "T1", "O1", "4.00 CNY").entry();
    private static final StatementEntry YEN = payment("T2", "O2", "500 JPY").entry();
    private static final List<Total> ALL =
            List.of(
                    new Total(Kind.PAYMENT, Money.currency("CNY"), 1, 1000),
                    new Total(Kind.PAYMENT, Money.currency("JPY"), 1, 500),
                    new Total(Kind.REFUND, Money.currency("CNY"), 1, 400));

    private final Buckets buckets = new Buckets();

    @Test
    void balanceWhenEachEntryEndedOnce() {
        buckets.add(Bucket.MATCHED, PAID);
        buckets.add(Bucket.CROSSED, YEN);
        buckets.add(Bucket.BROKEN, RETURNED);

        assertThat(buckets.imbalance(ALL)).isEmpty();
        assertThat(new Buckets().imbalance(List.of())).isEmpty();
    }

    @Test
    void nameTheCurrencyOfAnEntryThatEndedNowhere() {
        buckets.add(Bucket.MATCHED, PAID);
        buckets.add(Bucket.BROKEN, RETURNED);

        assertThat(buckets.imbalance(ALL))
                .isEqualTo(
                        "the statement has 1 entries of 500 JPY, matched, across the cut-off and"
                                + " breaks together are 0 entries of 0 JPY.");
    }

    @Test
    void noticeAnEntryThatEndedTwiceThoughAnotherIsMissing() {
        buckets.add(Bucket.MATCHED, PAID);
        buckets.add(Bucket.MATCHED, PAID);
        buckets.add(Bucket.MATCHED, YEN);

        assertThat(buckets.imbalance(ALL))
                .isEqualTo(
                        "the statement has 2 entries of 6.00 CNY, matched, across the cut-off and"
                                + " breaks together are 2 entries of 20.00 CNY.");
    }
}
