package dev.tplus1.nightly;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a server, a network and an administrator do to a night. Used by several threads. */
final class SchedulesFaults {
    /** Nobody has this connection any more. */
    private static final int GONE = 1094;

    private static final int DEADLOCK = 1213;

    private final String admin;
    private final String books;
    private final List<String> databases;
    private final SchedulesCounts counts;

    /**
     * @param admin a URL of the server
     * @param databases those whose connections are broken
     * @param books the one among them that has the orders
     */
    SchedulesFaults(String admin, List<String> databases, String books, SchedulesCounts counts) {
        this.counts = counts;
        this.admin = admin;
        this.databases = List.copyOf(databases);
        this.books = books;
    }

    /** One fault, at some time. */
    void any(Random random, List<String> orders) throws SQLException {
        switch (random.nextInt(6)) {
            case 0, 1 -> kill(random, 1);
            case 2 -> kill(random, 12);
            case 3 -> lock(random, orders);
            default -> SchedulesLostAnswers.loseOne();
        }
    }

    /** Breaks connections, whatever they are doing. */
    void kill(Random random, int most) throws SQLException {
        try (Connection connection = DriverManager.getConnection(admin);
                Statement statement = connection.createStatement()) {
            List<Long> ids = new ArrayList<>();
            try (ResultSet rows =
                    statement.executeQuery(
                            "SELECT id FROM information_schema.processlist WHERE db IN ('"
                                    + String.join("', '", databases)
                                    + "') AND id <> CONNECTION_ID() ORDER BY id")) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
            }
            Collections.shuffle(ids, random);
            for (long id : ids.subList(0, Math.min(most, ids.size()))) {
                try {
                    statement.execute("KILL " + id);
                    counts.add("killed connections", 1);
                } catch (SQLException e) {
                    if (e.getErrorCode() != GONE) {
                        throw e;
                    }
                }
            }
        }
    }

    /** Holds a few orders for a while. */
    private void lock(Random random, List<String> orders) throws SQLException {
        try (Connection connection = DriverManager.getConnection(admin)) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 3; i++) {
                try (PreparedStatement select =
                        connection.prepareStatement(
                                "SELECT order_no FROM "
                                        + books
                                        + ".orders WHERE order_no = ? FOR UPDATE")) {
                    select.setString(1, orders.get(random.nextInt(orders.size())));
                    select.executeQuery().close();
                }
            }
            counts.add("held locks", 1);
            pause(random, 80);
            connection.rollback();
        } catch (SQLException e) {
            if (e.getErrorCode() != DEADLOCK) {
                throw e;
            }
        }
    }

    static void pause(Random random, int mostMillis) {
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(1000 * mostMillis)));
    }
}
