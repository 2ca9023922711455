package dev.tplus1.replay;

import dev.tplus1.callback.Callbacks;
import dev.tplus1.callback.Fence;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.outbox.Outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Replays missed payments into the bundled books, or does the same statements in a bare loop, a
 * hundred callbacks a commit: {@code Replays JDBC-URL CALLBACKS ours|bare}, in a database that
 * {@link #prepare} made ready.
 */
public final class Replays {
    /** What is printed when the orders are there and it begins. */
    public static final String BEGINS = "replaying";

    private static final int A_COMMIT = 100;
    private static final Instant PAID = Instant.parse("2026-11-28T01:00:00Z");
    private static final LocalDateTime PAID_UTC = LocalDateTime.ofInstant(PAID, ZoneOffset.UTC);

    private static final String FENCE =
            "SELECT owner FROM tplus1_fence WHERE account = ? AND business_date = ? FOR UPDATE";

    private final Database database;
    private final int callbacks;

    private Replays(Database database, int callbacks) {
        this.database = database;
        this.callbacks = callbacks;
    }

    /**
     * One side, in a process of its own.
     *
     * @param args the database, how many callbacks, and which side
     */
    public static void main(String[] args) throws SQLException {
        boolean ours = args[2].equals("ours");
        try (Database database = opened(args[0])) {
            Replays replays = new Replays(database, Integer.parseInt(args[1]));
            System.out.println(BEGINS);
            if (ours) {
                replays.ours();
            } else {
                replays.bare();
            }
        }
    }

    /** Makes the tables and as many orders that wait for their callback, all else empty. */
    public static void prepare(String url, int callbacks) throws SQLException {
        try (Database database = opened(url)) {
            database.migrate(Schema.BOOKS, Schema.CALLBACK);
            new Replays(database, callbacks).makeOrders();
        }
    }

    /** What is left in the tables, times aside, to compare. */
    public static String left(String url) {
        try (Database database = opened(url)) {
            return new Replays(database, 0)
                    .only(
                            "SELECT CONCAT_WS(' ', (SELECT CONCAT(COUNT(*), ' ',"
                                + " SUM(CRC32(CONCAT_WS('|', order_no, status, transaction_id,"
                                + " paid_at, version)))) FROM orders WHERE status = 'PAID'),"
                                + " (SELECT CONCAT(COUNT(*), ' ', SUM(CRC32( CONCAT_WS('|', kind,"
                                + " reference, outcome, order_no, source, run_id)))) FROM"
                                + " payment_callback_log), (SELECT CONCAT(COUNT(*), ' ', SUM(CRC32("
                                + " CONCAT_WS('|', topic, message_key, payload)))) FROM outbox))");
        }
    }

    private static Database opened(String url) {
        return Database.open("bench", new DatabaseSettings(url, null, null));
    }

    private void makeOrders() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String table : List.of("orders", "payment_callback_log", "outbox")) {
                statement.execute("TRUNCATE TABLE " + table);
            }
            statement.execute(
                    "REPLACE INTO tplus1_fence VALUES ('shop', '"
                            + Breaks.DATE.date()
                            + "', 'us', 1)");
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement(
                            "INSERT INTO orders (order_no, account, amount_minor, currency, status,"
                                + " created_at) VALUES (?, 'shop', 1000, 'CNY', 'PENDING', ?)")) {
                for (int i = 0; i < callbacks; i++) {
                    insert.setString(1, order(i));
                    insert.setObject(2, PAID_UTC);
                    insert.addBatch();
                    if (i % 1000 == 999 || i == callbacks - 1) {
                        insert.executeBatch();
                    }
                }
            }
            connection.commit();
        }
    }

    private void ours() {
        Clock clock = Clock.systemUTC();
        Callbacks room = new Callbacks(database, clock, new Outbox(database, clock));
        Fence fence =
                () ->
                        database.jdbc()
                                .sql(FENCE)
                                .params("shop", Breaks.DATE.date())
                                .query(String.class)
                                .single();
        ReplayCheck check =
                new ReplayCheck(
                        new Ledger(database, LedgerSettings.bundled()), "shop", KeyRule.REFUND_NO);
        List<MissedCallback> missed = new ArrayList<>();
        for (int i = 0; i < callbacks; i++) {
            missed.add(Breaks.payment(order(i), transaction(i), "10.00 CNY", PAID.toString()));
        }
        Replayer.Replays replays =
                new Replayer(new BooksDelivery(room, check, fence))
                        .replay(missed, Breaks.DATE, "bench", () -> false);
        if (!replays.done().stream()
                .allMatch(each -> each.outcome() instanceof ReplayOutcome.Applied)) {
            throw new IllegalStateException("not all were applied");
        }
    }

    private void bare() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement fence = connection.prepareStatement(FENCE);
                PreparedStatement log =
                        connection.prepareStatement(
                                "INSERT INTO payment_callback_log (account, kind, reference,"
                                        + " outcome, order_no, source, run_id, received_at)"
                                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
                PreparedStatement order =
                        connection.prepareStatement(
                                "SELECT order_no, account, amount_minor, currency, status,"
                                        + " transaction_id, version FROM orders"
                                        + " WHERE order_no = ?");
                PreparedStatement pay =
                        connection.prepareStatement(
                                "UPDATE orders SET status = ?, transaction_id = ?, paid_at = ?,"
                                        + " version = version + 1 WHERE order_no = ?"
                                        + " AND account = ? AND status = ? AND version = ?"
                                        + " AND amount_minor = ? AND currency = ?");
                PreparedStatement message =
                        connection.prepareStatement(
                                "INSERT INTO outbox (topic, message_key, payload, created_at,"
                                        + " attempts) VALUES (?, ?, ?, ?, 0)")) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            for (int i = 0; i < callbacks; i++) {
                if (i % A_COMMIT == 0) {
                    values(fence, "shop", Breaks.DATE.date());
                    fence.executeQuery().close();
                }
                String no = order(i);
                String by = transaction(i);
                LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
                values(log, "shop", "PAYMENT", by, "APPLIED", no, "replay", "bench", now);
                log.executeUpdate();
                values(order, no);
                long version;
                try (ResultSet row = order.executeQuery()) {
                    row.next();
                    if (row.getLong("amount_minor") != 1000
                            || !Objects.equals(row.getString("currency"), "CNY")
                            || !Objects.equals(row.getString("account"), "shop")
                            || !Objects.equals(row.getString("status"), "PENDING")) {
                        throw new IllegalStateException("another order than was made");
                    }
                    version = row.getLong("version");
                }
                values(pay, "PAID", by, PAID_UTC, no, "shop", "PENDING", version, 1000L, "CNY");
                if (pay.executeUpdate() != 1) {
                    throw new IllegalStateException("not paid");
                }
                values(message, "order.paid", no, payload(no, by), now);
                message.executeUpdate();
                if (i % A_COMMIT == A_COMMIT - 1 || i == callbacks - 1) {
                    connection.commit();
                }
            }
        }
    }

    private static String payload(String no, String by) {
        return "{\"type\":\"order.paid\",\"account\":\"shop\",\"orderNo\":\""
                + no
                + "\",\"transactionId\":\""
                + by
                + "\",\"amount\":\"10.00\",\"currency\":\"CNY\",\"occurredAt\":\""
                + PAID
                + "\",\"source\":\"replay\",\"runId\":\"bench\",\"status\":\"PAID\"}";
    }

    private static void values(PreparedStatement of, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            of.setObject(i + 1, values[i]);
        }
    }

    private static String order(int i) {
        return "ORDER-2026112800000%07d".formatted(i);
    }

    private static String transaction(int i) {
        return "420000202611280000000%07d".formatted(i);
    }

    private String only(String sql) {
        return Objects.requireNonNull(database.jdbc().sql(sql).query(String.class).single());
    }
}
