package dev.tplus1.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.callback.CallbackOutcome.AlreadyApplied;
import dev.tplus1.callback.CallbackOutcome.Applied;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** What becomes of several callbacks that are brought in one transaction, on every database. */
abstract class AtOnceContract extends CallbackFixture {
    @Test
    void appliesPaymentsAsIfEachHadComeByItself() {
        List<Callback> payments = payments(0, BundledChange.MOST_AT_ONCE);
        Callback alone = payment("ALONE", "TA", "10.00");
        order("ALONE", "PENDING", 1000, "");
        callbacks.apply(alone);

        boolean applied = callbacks.applyAll(payments, Fence.NONE);

        assertThat(applied).isTrue();
        assertThat(orders())
                .hasSize(101)
                .allMatch(order -> order.endsWith("|2026-11-28 09:30:00.123456|1"))
                .contains("S000|PAID|T000|2026-11-28 09:30:00.123456|1");
        assertThat(log())
                .hasSize(101)
                .contains("PAYMENT|T000|APPLIED|S000|replay|run-1")
                .doesNotHaveDuplicates();
        assertThat(messages())
                .hasSize(101)
                .contains(messages().getFirst().replace("ALONE", "S042").replace("TA", "T042"));
    }

    @Test
    void appliesPaymentsWhoseOrdersAreKnownByTheirTransactions() {
        order("S1", "PENDING", 1000, "pi_1");
        order("S2", "PENDING", 1000, "");

        boolean applied =
                callbacks.applyAll(
                        List.of(payment("", "pi_1", "10.00"), payment("S2", "pi_2", "10.00")),
                        Fence.NONE);

        assertThat(applied).isTrue();
        assertThat(orders()).allMatch(order -> order.contains("|PAID|pi_"));
    }

    @Test
    void appliesTheRefundsOfOneOrderEachOnWhatTheOneBeforeItLeft() {
        order("S1", "PAID", 1000, "T1");
        order("S2", "PARTIALLY_REFUNDED", 1000, "");
        refund("S1", "R1", "PENDING", 400);
        refund("S1", "R2", "PENDING", 600);
        refund("S2", "R3", "SUCCEEDED", 100);
        refund("S2", "R4", "PENDING", 100);
        List<Callback> refunds =
                List.of(
                        refundOf("S2", "R4", "1.00"),
                        refundOf("S1", "R2", "6.00"),
                        refundOf("S1", "R1", "4.00"));

        boolean applied = callbacks.applyAll(refunds, Fence.NONE);

        assertThat(applied).isTrue();
        assertThat(orders())
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("S1|REFUNDED|T1|").endsWith("|2"),
                        two ->
                                assertThat(two)
                                        .startsWith("S2|PARTIALLY_REFUNDED||")
                                        .endsWith("|1"));
        assertThat(refunds())
                .hasSize(4)
                .contains("R1|SUCCEEDED|P-R1|2026-11-28 09:30:00.123456|1")
                .allMatch(refund -> refund.contains("|SUCCEEDED|"));
        assertThat(messages())
                .hasSize(3)
                .satisfiesExactly(
                        first ->
                                assertThat(first)
                                        .contains("\"refundNo\":\"R2\"", "PARTIALLY_REFUNDED"),
                        second ->
                                assertThat(second).contains("\"refundNo\":\"R1\"", "\"REFUNDED\""),
                        third -> assertThat(third).startsWith("order.refunded|S2|"));
    }

    @Test
    void appliesNoneWhereTheRefundsOfOneOrderReturnMoreThanWasPaid() {
        order("S1", "PAID", 1000, "T1");
        refund("S1", "R1", "PENDING", 600);
        refund("S1", "R2", "PENDING", 500);
        List<Callback> refunds =
                List.of(refundOf("S1", "R1", "6.00"), refundOf("S1", "R2", "5.00"));

        boolean applied = callbacks.applyAll(refunds, Fence.NONE);

        assertThat(applied).isFalse();
        nothingWasChanged();
        assertThat(reasons(refunds)).containsExactly("Applied[]", "REFUND_EXCEEDS");
    }

    @Test
    void appliesNoneWhereOneHasArrivedByItself() {
        List<Callback> payments = payments(0, 5);
        callbacks.apply(payments.get(3));
        List<String> before = everything();

        boolean applied = callbacks.applyAll(payments, Fence.NONE);

        assertThat(applied).isFalse();
        assertThat(everything()).isEqualTo(before);
        assertThat(reasons(payments))
                .containsExactly(
                        "Applied[]",
                        "Applied[]",
                        "Applied[]",
                        "AlreadyApplied[byThisRun=true]",
                        "Applied[]");
        assertThat(log()).hasSize(5);
        assertThat(messages()).hasSize(5);
    }

    @Test
    void appliesNoneWhereTheBooksHaveOneAlreadyOfWhichTheLogKnowsNothing() {
        List<Callback> payments = payments(0, 3);
        order("S9", "PAID", 1000, "T9");
        payments.add(payment("S9", "T9", "10.00"));

        boolean applied = callbacks.applyAll(payments, Fence.NONE);

        assertThat(applied).isFalse();
        assertThat(log()).isEmpty();
        assertThat(reasons(payments))
                .containsExactly(
                        "Applied[]", "Applied[]", "Applied[]", "AlreadyApplied[byThisRun=false]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CLOSED", "FAILED"})
    void appliesNoneWhereOneIsRefused(String state) {
        List<Callback> payments = payments(0, 3);
        order("S9", state, 1000, "");
        payments.add(1, payment("S9", "T9", "10.00"));

        boolean applied = callbacks.applyAll(payments, Fence.NONE);

        assertThat(applied).isFalse();
        nothingWasChanged();
        assertThat(reasons(payments))
                .containsExactly("Applied[]", "ORDER_" + state, "Applied[]", "Applied[]");
    }

    @Test
    void appliesNoneWhereOneIsOfAnotherAmountAccountOrUnknown() {
        List<Callback> payments = payments(0, 2);
        order("OTHER", "PENDING", 1000, "");
        database.jdbc().sql("UPDATE orders SET account='x' WHERE order_no='OTHER'").update();

        for (Callback odd :
                List.of(
                        payment("S000", "T9", "10.01"),
                        payment("OTHER", "T9", "10.00"),
                        payment("s000", "T9", "10.00"),
                        refundOf("S000", "R9", "1.00"),
                        payments.getFirst())) {
            List<Callback> batch = new ArrayList<>(payments);
            batch.add(odd);

            assertThat(callbacks.applyAll(batch, Fence.NONE)).isFalse();

            assertThat(orders()).allMatch(order -> order.contains("|PENDING||"));
            assertThat(log()).isEmpty();
            assertThat(messages()).isEmpty();
        }
    }

    @Test
    void appliesNoneWhereOneTransactionIsBookedUnderAnotherOrder() {
        List<Callback> payments = payments(0, 5);
        order("S9", "PAID", 1000, "ELSEWHERE");
        payments.add(2, payment("S9B", "ELSEWHERE", "10.00"));
        order("S9B", "PENDING", 1000, "");

        boolean applied = callbacks.applyAll(payments, Fence.NONE);

        assertThat(applied).isFalse();
        assertThat(log()).isEmpty();
        assertThat(messages()).isEmpty();
        assertThat(orders()).filteredOn(order -> order.contains("|PAID|")).hasSize(1);
        assertThat(reasons(payments)).contains("BOOKED_ELSEWHERE").contains("Applied[]");
    }

    @Test
    void appliesNoneWhereTheMessagesCannotBeWritten() {
        List<Callback> payments = payments(0, 5);
        database.jdbc().sql("ALTER TABLE outbox ADD CONSTRAINT none CHECK (attempts > 0)").update();

        boolean applied = callbacks.applyAll(payments, Fence.NONE);

        assertThat(applied).isFalse();
        nothingWasChanged();
    }

    @Test
    void appliesNoneWhereTheFenceForbidsItWhichIsToldByEachAlone() {
        List<Callback> payments = payments(0, 5);
        Fence closed =
                () -> {
                    throw new IllegalStateException("fenced off");
                };

        boolean applied = callbacks.applyAll(payments, closed);

        assertThat(applied).isFalse();
        nothingWasChanged();
        assertThatThrownBy(() -> callbacks.apply(payments.getFirst(), closed))
                .hasMessage("fenced off");
    }

    @Test
    void tellsByEachAloneWhatBecameOfACommitWhoseAnswerWasLost() {
        List<Callback> payments = payments(0, 5);
        Fence losing =
                () ->
                        TransactionSynchronizationManager.registerSynchronization(
                                new TransactionSynchronization() {
                                    @Override
                                    public void afterCommit() {
                                        throw new TransactionSystemException(
                                                "commit", new SQLException("gone", "08S01"));
                                    }
                                });

        boolean applied = callbacks.applyAll(payments, losing);

        assertThat(applied).isFalse();
        assertThat(payments)
                .allSatisfy(each ->
                        assertThat(callbacks.apply(each)).isEqualTo(new AlreadyApplied(true)));
        assertThat(log()).hasSize(5);
        assertThat(messages()).hasSize(5);
        assertThat(orders()).allMatch(order -> order.endsWith("|1"));
    }

    @Test
    void takesNoMoreThanItSays() {
        List<Callback> payments = payments(0, BundledChange.MOST_AT_ONCE + 1);

        assertThatThrownBy(() -> callbacks.applyAll(payments, Fence.NONE))
                .isInstanceOf(IllegalStateException.class);

        nothingWasChanged();
    }

    @Test
    void appliesEachOnceWhereSeveralBringTheSameInBatchesThatOverlap() throws Exception {
        int count = 120;
        List<Callback> payments = payments(0, count);
        CyclicBarrier start = new CyclicBarrier(4);
        List<Callable<List<CallbackOutcome>>> deliverers = new ArrayList<>();
        for (int from : new int[] {0, 7, 13, 0}) {
            List<Callback> ours = payments.subList(from, count);
            deliverers.add(() -> {
                start.await();
                return delivered(ours, deliverers.size() + from);
            });
        }

        List<CallbackOutcome> outcomes = together(deliverers);

        assertThat(Collections.frequency(outcomes, new Applied())).isEqualTo(count);
        assertThat(Collections.frequency(outcomes, new AlreadyApplied(true)))
                .isEqualTo(outcomes.size() - count);
        assertThat(log()).hasSize(count);
        assertThat(messages()).hasSize(count);
        assertThat(orders()).hasSize(count).allMatch(o -> o.contains("|PAID|") && o.endsWith("|1"));
    }

    @Test
    void addsUpTheRefundsOfTheSameOrdersThatComeInSeveralBatchesAtOnce() throws Exception {
        int orders = 20;
        int each = 4;
        List<List<Callback>> batches = new ArrayList<>();
        for (int b = 0; b < each; b++) {
            batches.add(new ArrayList<>());
        }
        for (int i = 0; i < orders; i++) {
            order("S" + i, "PAID", 100L * each, "");
            for (int b = 0; b < each; b++) {
                refund("S" + i, "R" + i + "-" + b, "PENDING", 100);
                batches.get(b).add(refundOf("S" + i, "R" + i + "-" + b, "1.00"));
            }
        }
        batches.forEach(Collections::shuffle);
        CyclicBarrier start = new CyclicBarrier(each);

        List<CallbackOutcome> outcomes =
                together(
                        batches.stream()
                                .<Callable<List<CallbackOutcome>>>map(batch ->
                                        () -> {
                                            start.await();
                                            return delivered(batch, orders);
                                        })
                                .toList());

        assertThat(Collections.frequency(outcomes, new Applied())).isEqualTo(orders * each);
        assertThat(orders())
                .hasSize(orders)
                .allMatch(order -> order.contains("|REFUNDED|") && order.endsWith("|" + each));
        assertThat(messages()).hasSize(orders * each);
    }

    /** As a replay delivers: several at once, and one by one where that is not possible. */
    private List<CallbackOutcome> delivered(List<Callback> all, int atOnce) {
        List<CallbackOutcome> outcomes = new ArrayList<>();
        for (int from = 0; from < all.size(); from += atOnce) {
            List<Callback> batch = all.subList(from, Math.min(all.size(), from + atOnce));
            if (callbacks.applyAll(batch, Fence.NONE)) {
                outcomes.addAll(Collections.nCopies(batch.size(), new Applied()));
            } else {
                batch.forEach(callback -> outcomes.add(callbacks.apply(callback)));
            }
        }
        return outcomes;
    }

    private static List<CallbackOutcome> together(List<Callable<List<CallbackOutcome>>> all)
            throws Exception {
        List<CallbackOutcome> outcomes = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(all.size())) {
            List<Future<List<CallbackOutcome>>> running =
                    all.stream().map(executor::submit).toList();
            for (Future<List<CallbackOutcome>> each : running) {
                outcomes.addAll(each.get());
            }
        }
        return outcomes;
    }

    List<Callback> payments(int from, int count) {
        return new ArrayList<>(
                IntStream.range(from, from + count)
                        .mapToObj(i -> {
                            String n = "%03d".formatted(i);
                            order("S" + n, "PENDING", 1000, "");
                            return payment("S" + n, "T" + n, "10.00");
                        })
                        .toList());
    }

    private List<String> reasons(List<Callback> all) {
        return all.stream().map(callbacks::apply).map(CallbackFixture::reason).toList();
    }

    List<String> everything() {
        List<String> all = new ArrayList<>(orders());
        all.addAll(refunds());
        all.addAll(log());
        all.addAll(messages());
        return all;
    }

    void nothingWasChanged() {
        assertThat(orders()).allMatch(order -> order.endsWith("|0"));
        assertThat(refunds()).allMatch(refund -> refund.endsWith("|0"));
        assertThat(log()).isEmpty();
        assertThat(messages()).isEmpty();
    }
}
