package dev.tplus1.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.callback.CallbackOutcome.AlreadyApplied;
import dev.tplus1.callback.CallbackOutcome.Applied;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.LockWaits;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestServer;
import dev.tplus1.entry.Kind;
import dev.tplus1.faults.FaultFigures;
import dev.tplus1.outbox.Outbox;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Callbacks that the server makes a deadlock's victim or lets wait for too long, again and again.
 * Each holder below waits until the callbacks wait for it, so that what it then does is certain.
 */
final class DeadlocksIntegrationTests extends CallbackFixture {
    private static final int THREADS = 12;

    /** More rounds than this without enough of them would mean that they are not provoked. */
    private static final int MOST_ROUNDS = 40 * FaultFigures.scale();

    private String url = "";
    private int made;
    private int deliveries;
    private final List<CallbackOutcome> outcomes = new ArrayList<>();
    private Database hasty;
    private ExecutorService executor = Executors.newFixedThreadPool(THREADS);

    /** One callback and the row that its transaction needs after it has written to the log. */
    private record Due(Callback callback, String orderNo) {}

    @Override
    Database open() {
        DatabaseSettings settings = TestServer.newDatabase();
        url = settings.url();
        Database opened = counted("");
        opened.migrate(Schema.BOOKS, Schema.CALLBACK);
        return opened;
    }

    private Database counted(String more) {
        return Database.open(
                "database",
                new DatabaseSettings(
                        url
                                + (url.contains("?") ? "&" : "?")
                                + "exceptionInterceptors="
                                + DeadlocksCounted.class.getName()
                                + more,
                        null,
                        null));
    }

    @BeforeEach
    void makeHoldersHeavy() {
        hasty = counted("&sessionVariables=innodb_lock_wait_timeout=1");
        // of two the server gives up the one that has written less
        database.jdbc().sql("CREATE TABLE heavy (n INT) ENGINE=InnoDB").update();
        DeadlocksCounted.DEADLOCKS.set(0);
        DeadlocksCounted.TIMEOUTS.set(0);
    }

    @AfterEach
    void end() {
        executor.shutdownNow();
        hasty.close();
    }

    @Test
    void appliesEveryCallbackOnceHoweverManyDeadlocksAndLockTimeoutsItMeets() throws Exception {
        int scale = FaultFigures.scale();
        int rounds = 0;

        for (int i = 0; DeadlocksCounted.DEADLOCKS.get() < 40 * scale; i++) {
            assertThat(++rounds).isLessThan(MOST_ROUNDS);
            shareAKeyWhoseHolderRollsBack(i % 2 == 0 ? Kind.PAYMENT : Kind.REFUND);
        }
        int shared = DeadlocksCounted.DEADLOCKS.get();
        for (int i = 0; DeadlocksCounted.DEADLOCKS.get() < shared + 36 * scale; i++) {
            assertThat(++rounds).isLessThan(MOST_ROUNDS);
            lockTheSameRowsInOppositeOrder(i % 2 == 0 ? Kind.PAYMENT : Kind.REFUND);
        }
        while (DeadlocksCounted.TIMEOUTS.get() < 24 * scale) {
            assertThat(++rounds).isLessThan(MOST_ROUNDS);
            keepThemWaitingForTooLong();
        }

        int met = DeadlocksCounted.DEADLOCKS.get() + DeadlocksCounted.TIMEOUTS.get();
        assertThat(met).isGreaterThanOrEqualTo(100 * scale);
        assertThat(Collections.frequency(outcomes, new Applied())).isEqualTo(made);
        assertThat(Collections.frequency(outcomes, new AlreadyApplied(true)))
                .isEqualTo(deliveries - made);
        assertThat(log()).hasSize(made).allMatch(row -> row.contains("|APPLIED|"));
        assertThat(messages()).hasSize(made);
        assertThat(orders()).hasSize(made).allMatch(row -> row.endsWith("|1"));
        assertThat(orders()).noneMatch(row -> row.contains("|PENDING|"));
        assertThat(refunds()).allMatch(row -> row.contains("|SUCCEEDED|") && row.endsWith("|1"));
        FaultFigures.row(
                "provoked deadlocks and lock timeouts",
                DeadlocksCounted.DEADLOCKS.get() + " + " + DeadlocksCounted.TIMEOUTS.get(),
                (deliveries - outcomes.size()) + " failed of " + deliveries + " deliveries");
    }

    /**
     * Three bring one callback while its row in the log is another's: they all wait with a shared
     * lock, all get it when the other rolls back, and then each waits for the rest.
     */
    private void shareAKeyWhoseHolderRollsBack(Kind kind) throws Exception {
        List<Due> dues = dues(4, kind);
        List<Future<CallbackOutcome>> running = new ArrayList<>();
        try (Connection holder = holder()) {
            for (Due due : dues) {
                logged(holder, due);
            }
            for (Due due : dues) {
                for (int i = 0; i < 3; i++) {
                    running.add(deliver(due, callbacks));
                }
            }
            LockWaits.await(holder, running);
            holder.rollback();
        }
        collect(running);
    }

    /** Holds the order, and once the callback waits for it wants the callback's row in the log. */
    private void lockTheSameRowsInOppositeOrder(Kind kind) throws Exception {
        List<Due> dues = dues(6, kind);
        List<Future<CallbackOutcome>> running = new ArrayList<>();
        List<Connection> holders = new ArrayList<>();
        try {
            for (Due due : dues) {
                Connection holder = holder();
                holders.add(holder);
                locked(holder, due.orderNo());
                running.add(deliver(due, callbacks));
            }
            LockWaits.await(holders.getFirst(), running);
            for (int i = 0; i < dues.size(); i++) {
                logged(holders.get(i), dues.get(i));
                holders.get(i).rollback();
            }
        } finally {
            for (Connection holder : holders) {
                holder.close();
            }
        }
        collect(running);
    }

    /** Holds the orders until the first callback was told that it waited for too long. */
    private void keepThemWaitingForTooLong() throws Exception {
        List<Due> dues = dues(6, Kind.PAYMENT);
        dues.addAll(dues(6, Kind.REFUND));
        int before = DeadlocksCounted.TIMEOUTS.get();
        Callbacks impatient = new Callbacks(hasty, CLOCK, new Outbox(hasty, CLOCK));
        List<Future<CallbackOutcome>> running = new ArrayList<>();
        try (Connection holder = holder()) {
            for (Due due : dues) {
                locked(holder, due.orderNo());
                running.add(deliver(due, impatient));
            }
            while (DeadlocksCounted.TIMEOUTS.get() < before + dues.size()
                    && LockWaits.allRun(running)) {
                LockWaits.pause();
            }
            holder.rollback();
        }
        collect(running);
    }

    private List<Due> dues(int count, Kind kind) {
        List<Due> dues = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String n = "" + made++;
            if (kind == Kind.PAYMENT) {
                order("S" + n, "PENDING", 1000, "");
                dues.add(new Due(payment("S" + n, "T" + n, "10.00"), "S" + n));
            } else {
                order("S" + n, "PAID", 1000, "");
                refund("S" + n, "R" + n, "PENDING", 400);
                dues.add(new Due(refundOf("S" + n, "R" + n, "4.00"), "S" + n));
            }
        }
        return dues;
    }

    private Future<CallbackOutcome> deliver(Due due, Callbacks to) {
        deliveries++;
        return executor.submit(() -> to.apply(due.callback()));
    }

    /** What fails fails the test: none may. */
    private void collect(List<Future<CallbackOutcome>> running) throws Exception {
        for (Future<CallbackOutcome> each : running) {
            outcomes.add(each.get());
        }
    }

    private Connection holder() throws SQLException {
        Connection holder = DriverManager.getConnection(url);
        holder.setAutoCommit(false);
        holder.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        try (Statement statement = holder.createStatement()) {
            statement.executeUpdate(
                    "INSERT INTO heavy VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12)");
        }
        return holder;
    }

    private static void logged(Connection holder, Due due) throws SQLException {
        try (var insert =
                holder.prepareStatement(
                        "INSERT INTO payment_callback_log (account, kind, reference, outcome,"
                                + " order_no, source, run_id, received_at) VALUES ('shop', ?, ?,"
                                + " 'APPLIED', 'x', 'x', 'x', UTC_TIMESTAMP(6))")) {
            insert.setString(1, due.callback().kind().name());
            insert.setString(2, due.callback().reference());
            insert.executeUpdate();
        }
    }

    private static void locked(Connection holder, String orderNo) throws SQLException {
        try (var select =
                holder.prepareStatement(
                        "SELECT order_no FROM orders WHERE order_no = ? FOR UPDATE")) {
            select.setString(1, orderNo);
            select.executeQuery().close();
        }
    }
}
