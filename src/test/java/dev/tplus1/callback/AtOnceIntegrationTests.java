package dev.tplus1.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.callback.CallbackOutcome.Applied;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.LockWaits;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestServer;

import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

final class AtOnceIntegrationTests extends AtOnceContract {
    private String url = "";

    @Override
    Database open() {
        DatabaseSettings settings = TestServer.newDatabase();
        url = settings.url();
        Database opened = counted(url);
        opened.migrate(Schema.BOOKS, Schema.CALLBACK);
        return opened;
    }

    private static Database counted(String url) {
        return Database.open(
                "database",
                new DatabaseSettings(
                        url
                                + (url.contains("?") ? "&" : "?")
                                + "exceptionInterceptors="
                                + DeadlocksCounted.class.getName(),
                        null,
                        null));
    }

    @Test
    void doesNotPayAnOrderThatTheShopClosedMeanwhile() throws Exception {
        List<Callback> payments = payments(0, 5);

        boolean applied =
                appliedWhile(
                        "UPDATE orders SET status = 'CLOSED' WHERE order_no = 'S003'", payments);

        assertThat(applied).isFalse();
        assertThat(log()).isEmpty();
        assertThat(messages()).isEmpty();
        assertThat(orders()).filteredOn(order -> order.contains("|PENDING||")).hasSize(4);
        assertThat(reason(callbacks.apply(payments.get(3)))).isEqualTo("ORDER_CLOSED");
    }

    @Test
    void doesNotPayAnOrderThatIsNoLongerWhatItWasWhenItWasSeen() throws Exception {
        List<Callback> payments = payments(0, 5);

        boolean applied =
                appliedWhile(
                        "UPDATE orders SET version = version + 1 WHERE order_no = 'S004'",
                        payments);

        assertThat(applied).isFalse();
        assertThat(log()).isEmpty();
        assertThat(messages()).isEmpty();
        assertThat(callbacks.apply(payments.get(4))).isEqualTo(new Applied());
    }

    @Test
    void refundsOnWhatAnotherRefundLeftThatItWaitedFor() throws Exception {
        order("S1", "PAID", 1000, "T1");
        refund("S1", "R1", "PENDING", 600);
        refund("S1", "R2", "PENDING", 500);
        order("S2", "PAID", 1000, "");
        refund("S2", "R3", "PENDING", 500);
        List<Callback> refunds =
                List.of(refundOf("S1", "R2", "5.00"), refundOf("S2", "R3", "5.00"));

        boolean applied =
                appliedWhile(
                        "UPDATE orders o JOIN refunds r ON r.order_no = o.order_no SET r.status ="
                            + " 'SUCCEEDED', o.status = 'PARTIALLY_REFUNDED', o.version = 1 WHERE"
                            + " r.refund_no = 'R1'",
                        refunds);

        assertThat(applied).isFalse();
        assertThat(reason(callbacks.apply(refunds.getFirst()))).isEqualTo("REFUND_EXCEEDS");
        assertThat(callbacks.apply(refunds.getLast())).isEqualTo(new Applied());
    }

    @Test
    void appliesNoneWhenTheServerMakesItADeadlocksVictim() throws Exception {
        List<Callback> payments = payments(0, 5);
        int before = DeadlocksCounted.DEADLOCKS.get();
        try (Connection shop = DriverManager.getConnection(url);
                Statement statement = shop.createStatement();
                ExecutorService executor = Executors.newSingleThreadExecutor()) {
            statement.executeUpdate("CREATE TABLE heavy (n INT) ENGINE=InnoDB");
            shop.setAutoCommit(false);
            shop.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            // of two the server gives up the one that has written less
            statement.executeUpdate(
                    "INSERT INTO heavy VALUES (1)" + ",(2)".repeat(BundledChange.MOST_AT_ONCE));
            statement.executeUpdate("UPDATE orders SET account = 'shop' WHERE order_no = 'S002'");
            statement.execute("SELECT 1 FROM orders WHERE order_no = 'S002' FOR UPDATE");
            Future<Boolean> applied =
                    executor.submit(() -> callbacks.applyAll(payments, Fence.NONE));
            LockWaits.await(shop, List.of(applied));

            statement.execute("SELECT 1 FROM orders WHERE order_no = 'S000' FOR UPDATE");
            shop.rollback();

            assertThat(applied.get()).isFalse();
        }
        assertThat(DeadlocksCounted.DEADLOCKS.get()).isGreaterThan(before);
        nothingWasChanged();
        assertThat(payments)
                .allSatisfy(each -> assertThat(callbacks.apply(each)).isEqualTo(new Applied()));
    }

    /** The change is made before they are looked at, and committed once they wait for it. */
    private boolean appliedWhile(String change, List<Callback> callbacksAtOnce) throws Exception {
        try (Connection shop = DriverManager.getConnection(url);
                Statement statement = shop.createStatement();
                ExecutorService executor = Executors.newSingleThreadExecutor()) {
            shop.setAutoCommit(false);
            statement.executeUpdate(change);
            Future<Boolean> applied =
                    executor.submit(() -> callbacks.applyAll(callbacksAtOnce, Fence.NONE));
            LockWaits.await(shop, List.of(applied));
            shop.commit();
            return applied.get();
        }
    }
}
