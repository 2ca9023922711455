package dev.tplus1.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.callback.CallbackOutcome.AlreadyApplied;
import dev.tplus1.callback.CallbackOutcome.Applied;
import dev.tplus1.database.DatabaseException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** What becomes of callbacks on the bundled books, on every database. */
abstract class CallbackContract extends CallbackFixture {

    @Test
    void appliesAPaymentOnceAndLeavesItsTraces() {
        order("S1", "PENDING", 1000, "");

        CallbackOutcome outcome = callbacks.apply(payment("S1", "T1", "10.00"));

        assertThat(outcome).isEqualTo(new Applied());
        assertThat(orders()).containsExactly("S1|PAID|T1|2026-11-28 09:30:00.123456|1");
        assertThat(log()).containsExactly("PAYMENT|T1|APPLIED|S1|replay|run-1");
        assertThat(messages()).hasSize(1);
        assertThat(messages().getFirst())
                .startsWith("order.paid|S1|{\"type\":\"order.paid\"")
                .contains("\"amount\":\"10.00\"", "\"transactionId\":\"T1\"");
    }

    @Test
    void saysThatItHasASecondDeliveryAlready() {
        order("S1", "PENDING", 1000, "");
        callbacks.apply(payment("S1", "T1", "10.00"));

        CallbackOutcome outcome = callbacks.apply(payment("S1", "T1", "10.00"));

        assertThat(outcome).isEqualTo(new AlreadyApplied(true));
        assertThat(log()).hasSize(1);
        assertThat(messages()).hasSize(1);
        assertThat(orders()).containsExactly("S1|PAID|T1|2026-11-28 09:30:00.123456|1");
    }

    @Test
    void findsOutWhatBecameOfACommitWhoseAnswerWasLost() {
        order("S1", "PENDING", 1000, "");
        AtomicInteger commits = new AtomicInteger();
        Fence losing =
                () ->
                        TransactionSynchronizationManager.registerSynchronization(
                                new TransactionSynchronization() {
                                    @Override
                                    public void afterCommit() {
                                        commits.incrementAndGet();
                                        throw new TransactionSystemException(
                                                "commit", new SQLException("gone", "08S01"));
                                    }
                                });

        CallbackOutcome outcome = callbacks.apply(payment("S1", "T1", "10.00"), losing);

        assertThat(commits).hasValue(1);
        assertThat(outcome).isEqualTo(new AlreadyApplied(true));
        assertThat(orders()).containsExactly("S1|PAID|T1|2026-11-28 09:30:00.123456|1");
        assertThat(log()).hasSize(1);
        assertThat(messages()).hasSize(1);
    }

    @Test
    void givesUpWhenOneConnectionAfterAnotherBreaks() {
        order("S1", "PENDING", 1000, "");
        AtomicInteger asked = new AtomicInteger();
        Fence breaking =
                () -> {
                    asked.incrementAndGet();
                    throw new DatabaseException("lease", new SQLException("gone", "08S01"));
                };

        assertThatThrownBy(() -> callbacks.apply(payment("S1", "T1", "10.00"), breaking))
                .isInstanceOf(DatabaseException.class);

        assertThat(asked).hasValue(3);
        assertThat(orders()).allMatch(order -> order.contains("|PENDING|"));
    }

    @Test
    void saysThatItHasAPaymentAlreadyOfWhichTheLogKnowsNothing() {
        order("S1", "PARTIALLY_REFUNDED", 1000, "T1");

        CallbackOutcome outcome = callbacks.apply(payment("S1", "T1", "10.00"));

        assertThat(outcome).isEqualTo(new AlreadyApplied(false));
        assertThat(log()).isEmpty();
        assertThat(messages()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PAID, T0, PAID_OTHERWISE",
        "PARTIALLY_REFUNDED, T0, PAID_OTHERWISE",
        "REFUNDED, T0, PAID_OTHERWISE",
        "PAID, '', PAID_OTHERWISE",
        "CLOSED, '', ORDER_CLOSED",
        "FAILED, '', ORDER_FAILED",
    })
    void refusesAPaymentThatTheOrderMayNotTake(String state, String booked, String reason) {
        order("S1", state, 1000, booked);
        List<String> before = orders();

        CallbackOutcome outcome = callbacks.apply(payment("S1", "T1", "10.00"));

        assertThat(reason(outcome)).isEqualTo(reason);
        assertThat(orders()).isEqualTo(before);
        assertThat(messages()).isEmpty();
        assertThat(log()).containsExactly("PAYMENT|T1|" + reason + "|S1|replay|run-1");
    }

    @Test
    void refusesAnotherAmountCurrencyAccountOrOrder() {
        order("S1", "PENDING", 1000, "");
        database.jdbc().sql("UPDATE orders SET account = 'other' WHERE order_no = 'S1'").update();
        order("S2", "PENDING", 1000, "");
        order("S3", "PENDING", 1000, "");
        database.jdbc().sql("UPDATE orders SET currency = 'JPY' WHERE order_no = 'S3'").update();

        assertThat(reason(callbacks.apply(payment("S1", "T1", "10.00"))))
                .isEqualTo("OTHER_ACCOUNT");
        assertThat(reason(callbacks.apply(payment("S2", "T2", "10.01"))))
                .isEqualTo("AMOUNT_DIFFERS");
        assertThat(reason(callbacks.apply(payment("S3", "T3", "10.00"))))
                .isEqualTo("CURRENCY_DIFFERS");
        assertThat(reason(callbacks.apply(payment("S4", "T4", "10.00"))))
                .isEqualTo("UNKNOWN_ORDER");
        assertThat(reason(callbacks.apply(payment("s2", "T5", "10.00"))))
                .isEqualTo("UNKNOWN_ORDER");
        assertThat(orders()).allMatch(order -> order.contains("|PENDING|"));
        assertThat(messages()).isEmpty();
    }

    @Test
    void refusesATransactionThatAnotherOrderHas() {
        order("S1", "PAID", 1000, "T1");
        order("S2", "PENDING", 1000, "");

        CallbackOutcome outcome = callbacks.apply(payment("S2", "T1", "10.00"));

        assertThat(reason(outcome)).isEqualTo("BOOKED_ELSEWHERE");
        assertThat(orders()).anyMatch(order -> order.startsWith("S2|PENDING||"));
    }

    @Test
    void logsARefusalOnceAndDoesNotLetItBlockALaterSuccess() {
        CallbackOutcome early = callbacks.apply(payment("S1", "T1", "10.00"));
        CallbackOutcome again = callbacks.apply(payment("S1", "T1", "10.00"));
        order("S1", "PENDING", 1000, "");

        CallbackOutcome late = callbacks.apply(payment("S1", "T1", "10.00"));

        assertThat(reason(early)).isEqualTo("UNKNOWN_ORDER");
        assertThat(reason(again)).isEqualTo("UNKNOWN_ORDER");
        assertThat(late).isEqualTo(new Applied());
        assertThat(log())
                .containsExactly(
                        "PAYMENT|T1|UNKNOWN_ORDER|S1|replay|run-1",
                        "PAYMENT|T1|APPLIED|S1|replay|run-1");
    }

    @Test
    void refusesWhenTheLogHasItAndTheBooksWereChangedBack() {
        order("S1", "PENDING", 1000, "");
        callbacks.apply(payment("S1", "T1", "10.00"));
        database.jdbc().sql("UPDATE orders SET status = 'PENDING', transaction_id = NULL").update();

        CallbackOutcome outcome = callbacks.apply(payment("S1", "T1", "10.00"));

        assertThat(reason(outcome)).isEqualTo("APPLIED_DIFFERENTLY");
        assertThat(orders()).allMatch(order -> order.startsWith("S1|PENDING|"));
        assertThat(messages()).hasSize(1);
    }

    @Test
    void findsAnOrderWithoutItsNumberByItsTransaction() {
        order("S1", "PENDING", 1000, "pi_1");

        CallbackOutcome outcome = callbacks.apply(payment("", "pi_1", "10.00"));

        assertThat(outcome).isEqualTo(new Applied());
        assertThat(orders().getFirst()).startsWith("S1|PAID|pi_1|");
    }

    @Test
    void movesTheOrderByTheSumOfItsRefunds() {
        order("S1", "PAID", 1000, "T1");
        refund("S1", "R1", "PENDING", 400);
        refund("S1", "R2", "PENDING", 600);

        CallbackOutcome first = callbacks.apply(refundOf("S1", "R1", "4.00"));
        List<String> between = orders();
        CallbackOutcome second = callbacks.apply(refundOf("S1", "R2", "6.00"));

        assertThat(first).isEqualTo(new Applied());
        assertThat(between.getFirst()).startsWith("S1|PARTIALLY_REFUNDED|T1|");
        assertThat(second).isEqualTo(new Applied());
        assertThat(orders().getFirst()).startsWith("S1|REFUNDED|T1|").endsWith("|2");
        assertThat(refunds())
                .containsExactly(
                        "R1|SUCCEEDED|P-R1|2026-11-28 09:30:00.123456|1",
                        "R2|SUCCEEDED|P-R2|2026-11-28 09:30:00.123456|1");
        assertThat(messages()).hasSize(2).allMatch(m -> m.startsWith("order.refunded|S1|"));
        assertThat(callbacks.apply(refundOf("S1", "R2", "6.00")))
                .isEqualTo(new AlreadyApplied(true));
    }

    @Test
    void refusesRefundsThatWouldReturnMoreThanWasPaid() {
        order("S1", "PARTIALLY_REFUNDED", 1000, "T1");
        refund("S1", "R1", "SUCCEEDED", 900);
        refund("S1", "R2", "PENDING", 200);

        CallbackOutcome outcome = callbacks.apply(refundOf("S1", "R2", "2.00"));

        assertThat(reason(outcome)).isEqualTo("REFUND_EXCEEDS");
        assertThat(refunds().get(1)).startsWith("R2|PENDING||");
        assertThat(orders().getFirst()).startsWith("S1|PARTIALLY_REFUNDED|");
    }

    @ParameterizedTest
    @CsvSource({
        "PENDING, ORDER_NOT_BOOKED",
        "CLOSED, ORDER_NOT_BOOKED",
        "FAILED, ORDER_NOT_BOOKED"
    })
    void refusesARefundOfAnOrderThatIsNotBooked(String state, String reason) {
        order("S1", state, 1000, "T1");
        refund("S1", "R1", "PENDING", 400);

        assertThat(reason(callbacks.apply(refundOf("S1", "R1", "4.00")))).isEqualTo(reason);
        assertThat(refunds().getFirst()).startsWith("R1|PENDING|");
    }

    @Test
    void refusesRefundsThatTheBooksKnowOtherwise() {
        order("S1", "PAID", 1000, "T1");
        refund("S1", "R1", "FAILED", 400);
        refund("S1", "R2", "PENDING", 300);
        order("S2", "REFUNDED", 1000, "T2");
        refund("S2", "R3", "PENDING", 100);

        assertThat(reason(callbacks.apply(refundOf("S1", "R1", "4.00"))))
                .isEqualTo("REFUND_FAILED");
        assertThat(reason(callbacks.apply(refundOf("S1", "R2", "4.00"))))
                .isEqualTo("AMOUNT_DIFFERS");
        assertThat(reason(callbacks.apply(refundOf("S1", "r2", "3.00"))))
                .isEqualTo("UNKNOWN_REFUND");
        assertThat(reason(callbacks.apply(refundOf("S9", "R2", "3.00"))))
                .isEqualTo("UNKNOWN_ORDER");
        assertThat(reason(callbacks.apply(refundOf("S2", "R3", "1.00"))))
                .isEqualTo("TRANSACTION_DIFFERS");
        assertThat(messages()).isEmpty();
    }

    @Test
    void findsARefundWithoutANumberByTheProvidersId() {
        order("S1", "PAID", 1000, "T1");
        refund("S1", "R1", "PENDING", 400);
        database.jdbc().sql("UPDATE refunds SET provider_refund_id = 'P-0'").update();

        CallbackOutcome outcome = callbacks.apply(refundOf("S1", "0", "4.00"));

        assertThat(outcome).isEqualTo(new Applied());
        assertThat(refunds().getFirst()).startsWith("R1|SUCCEEDED|P-0|");
    }

    @Test
    void leavesNothingWhenTheFenceForbidsIt() {
        order("S1", "PENDING", 1000, "");
        Fence closed =
                () -> {
                    throw new IllegalStateException("fenced off");
                };

        assertThatThrownBy(() -> callbacks.apply(payment("S1", "T1", "10.00"), closed))
                .hasMessage("fenced off");

        assertThat(orders().getFirst()).startsWith("S1|PENDING|");
        assertThat(log()).isEmpty();
        assertThat(messages()).isEmpty();
    }

    @Test
    void rollsEverythingBackWhenTheMessageCannotBeWritten() {
        order("S1", "PENDING", 1000, "");
        database.jdbc().sql("ALTER TABLE outbox ADD CONSTRAINT none CHECK (attempts > 0)").update();

        assertThatThrownBy(() -> callbacks.apply(payment("S1", "T1", "10.00")))
                .hasMessageContaining("the callback cannot be applied");

        assertThat(orders().getFirst()).startsWith("S1|PENDING||");
        assertThat(log()).isEmpty();
        assertThat(messages()).isEmpty();
    }

    @Test
    void keepsIdsApartThatDifferInCaseAndBlanks() {
        order("S1", "PENDING", 1000, "");
        order("s1", "PENDING", 1000, "");
        order("S1 ", "PENDING", 1000, "");

        callbacks.apply(payment("S1", "T1", "10.00"));
        callbacks.apply(payment("s1", "t1", "10.00"));
        callbacks.apply(payment("S1 ", "T1 ", "10.00"));

        assertThat(orders()).hasSize(3).allMatch(order -> order.contains("|PAID|"));
        assertThat(log()).hasSize(3);
    }

    void deliversOneCallbackFromManyThreadsAndAppliesItOnce(int orders, int threads)
            throws Exception {
        for (int i = 0; i < orders; i++) {
            order("S" + i, "PENDING", 1000, "");
        }
        List<Callable<CallbackOutcome>> deliveries = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        for (int t = 0; t < threads; t++) {
            for (int i = 0; i < orders; i++) {
                Callback callback = payment("S" + i, "T" + i, "10.00");
                deliveries.add(() -> {
                    start.await();
                    return callbacks.apply(callback);
                });
            }
        }

        List<CallbackOutcome> outcomes = together(deliveries, threads, start);

        assertThat(Collections.frequency(outcomes, new Applied())).isEqualTo(orders);
        assertThat(Collections.frequency(outcomes, new AlreadyApplied(true)))
                .isEqualTo(orders * (threads - 1));
        assertThat(orders())
                .hasSize(orders)
                .allMatch(o -> o.contains("|PAID|") && o.endsWith("|1"));
        assertThat(log()).hasSize(orders);
        assertThat(messages()).hasSize(orders);
    }

    void appliesTheRefundsOfOneOrderFromManyThreads(int count) throws Exception {
        order("S1", "PAID", 100L * count, "T1");
        List<Callable<CallbackOutcome>> deliveries = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        for (int i = 0; i < count; i++) {
            refund("S1", "R" + i, "PENDING", 100);
        }
        for (int i = 0; i < 2 * count; i++) {
            Callback callback = refundOf("S1", "R" + i % count, "1.00");
            deliveries.add(() -> {
                start.await();
                return callbacks.apply(callback);
            });
        }

        List<CallbackOutcome> outcomes = together(deliveries, count, start);

        assertThat(Collections.frequency(outcomes, new Applied())).isEqualTo(count);
        assertThat(Collections.frequency(outcomes, new AlreadyApplied(true))).isEqualTo(count);
        assertThat(orders().getFirst()).startsWith("S1|REFUNDED|T1|").endsWith("|" + count);
    }

    private static List<CallbackOutcome> together(
            List<Callable<CallbackOutcome>> deliveries, int threads, CountDownLatch start)
            throws Exception {
        List<CallbackOutcome> outcomes = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Future<CallbackOutcome>> running =
                    deliveries.stream().map(executor::submit).toList();
            start.countDown();
            for (Future<CallbackOutcome> each : running) {
                outcomes.add(each.get());
            }
        }
        return outcomes;
    }
}
