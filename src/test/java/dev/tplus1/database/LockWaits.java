package dev.tplus1.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits until transactions wait for locks. */
public final class LockWaits {
    private static final String WAITING =
            "SELECT COUNT(*) FROM information_schema.innodb_trx t JOIN"
                    + " information_schema.processlist p ON p.id = t.trx_mysql_thread_id"
                    + " WHERE t.trx_state = 'LOCK WAIT' AND p.db = DATABASE()";

    /** A server shows who waits only to those who have not asked for a tenth of a second. */
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(110);

    private LockWaits() {}

    /**
     * Returns once all of these wait in the database of the connection, or one of them has ended,
     * so that it waits no more: whoever waits for it then goes on, to learn why.
     */
    public static void await(Connection holder, List<? extends Future<?>> running)
            throws SQLException {
        while (waiting(holder) < running.size() && allRun(running)) {
            pause();
        }
    }

    /** Whether none of these has ended. */
    public static boolean allRun(List<? extends Future<?>> running) {
        return running.stream().noneMatch(Future::isDone);
    }

    /** Between two looks. */
    public static void pause() {
        LockSupport.parkNanos(POLL_NANOS);
    }

    private static int waiting(Connection holder) throws SQLException {
        try (Statement statement = holder.createStatement();
                ResultSet row = statement.executeQuery(WAITING)) {
            row.next();
            return row.getInt(1);
        }
    }
}
