package dev.tplus1.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.callback.CallbackOutcome.Applied;
import dev.tplus1.database.Database;
import dev.tplus1.database.LockWaits;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;

import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

final class CallbacksIntegrationTests extends CallbackContract {
    @Override
    Database open() {
        return TestDatabases.server(Schema.BOOKS, Schema.CALLBACK);
    }

    @Test
    void appliesEachOfManyDuplicatesOnce() throws Exception {
        deliversOneCallbackFromManyThreadsAndAppliesItOnce(25, 20);
    }

    @Test
    void addsUpRefundsThatArriveTogether() throws Exception {
        appliesTheRefundsOfOneOrderFromManyThreads(20);
    }

    @Test
    void survivesAHolderOfTheSameKeyThatRollsBack() throws Exception {
        order("S1", "PENDING", 1000, "");
        try (Connection holder = database.dataSource().getConnection();
                Statement statement = holder.createStatement();
                ExecutorService executor = Executors.newFixedThreadPool(2)) {
            holder.setAutoCommit(false);
            statement.executeUpdate(
                    "INSERT INTO payment_callback_log (account, kind, reference, outcome, order_no,"
                            + " source, run_id, received_at) VALUES ('shop', 'PAYMENT', 'T1',"
                            + " 'APPLIED', 'S1', 'x', 'x', UTC_TIMESTAMP(6))");
            Future<CallbackOutcome> one =
                    executor.submit(() -> callbacks.apply(payment("S1", "T1", "10.00")));
            Future<CallbackOutcome> two =
                    executor.submit(() -> callbacks.apply(payment("S1", "T1", "10.00")));
            LockWaits.await(holder, List.of(one, two));
            holder.rollback();

            // both waited with a shared lock, so the server makes one of them a deadlock's victim
            assertThat(new CallbackOutcome[] {one.get(), two.get()})
                    .containsExactlyInAnyOrder(
                            new Applied(), new CallbackOutcome.AlreadyApplied(true));
        }
        assertThat(log()).hasSize(1);
    }
}
