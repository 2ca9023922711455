package dev.tplus1.database;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.TransactionSystemException;

import java.sql.SQLException;
import java.util.Set;

/** What a database's refusal means, told by class, SQLState and code, never by its text. */
public final class SqlErrors {
    private static final int H2_DUPLICATE_KEY = 23505;
    private static final int H2_LOCK_TIMEOUT = 50200;
    private static final int H2_DEADLOCK = 40001;
    private static final int H2_CONCURRENT_UPDATE = 90131;
    private static final int H2_IN_USE = 90020;
    private static final int H2_NO_QUERY = 90002;
    private static final String MYSQL_NO_QUERY = "S1009";
    private static final int MYSQL_DUPLICATE_KEY = 1062;
    private static final int MYSQL_LOCK_TIMEOUT = 1205;
    private static final int MYSQL_DEADLOCK = 1213;

    /**
     * No access to the database, for the login (also where the password is wrong: a server does not
     * tell), to a table, a column, what takes a privilege of the server, a routine, and without a
     * password.
     */
    private static final Set<Integer> MYSQL_DENIED =
            Set.of(1044, 1045, 1142, 1143, 1227, 1370, 1698);

    /** A login's share of the server is used up for now, though the state says otherwise. */
    private static final int MYSQL_RESOURCE_LIMIT = 1226;

    /** MySQL: a CHECK, which has no SQLState of its own there. */
    private static final int MYSQL_CHECK = 3819;

    /** MariaDB: somebody killed the connection. */
    private static final int MARIADB_KILLED = 1927;

    /** MariaDB: the row changed since this transaction's snapshot. */
    private static final int MARIADB_CHANGED = 1020;

    private SqlErrors() {}

    /** Whether a unique key was already taken. */
    public static boolean duplicateKey(Throwable thrown) {
        for (@Nullable Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof DuplicateKeyException) {
                return true;
            }
            if (t instanceof SQLException sql
                    && (sql.getErrorCode() == H2_DUPLICATE_KEY
                            || sql.getErrorCode() == MYSQL_DUPLICATE_KEY)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the whole transaction lost against another one (deadlock, lock timeout, a guard that
     * no longer held) and may be tried again from its start.
     */
    public static boolean worthRetrying(Throwable thrown) {
        for (@Nullable Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof ConcurrencyFailureException) {
                return true;
            }
            if (t instanceof SQLException sql) {
                switch (sql.getErrorCode()) {
                    case H2_LOCK_TIMEOUT,
                            H2_DEADLOCK,
                            H2_CONCURRENT_UPDATE,
                            MYSQL_LOCK_TIMEOUT,
                            MYSQL_DEADLOCK,
                            MARIADB_CHANGED -> {
                        return true;
                    }
                    default -> {
                        // something else: perhaps its cause says more
                    }
                }
            }
        }
        return false;
    }

    /**
     * Whether an open connection broke, so that nobody knows whether the last statement or commit
     * was done; not that none could be opened.
     */
    public static boolean connectionLost(Throwable thrown) {
        for (@Nullable Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof CannotGetJdbcConnectionException) {
                return false;
            }
            if (t instanceof TransactionSystemException rollback) {
                // a broken connection cannot be rolled back either; what broke it stands beside
                Throwable before = rollback.getApplicationException();
                if (before != null && connectionLost(before)) {
                    return true;
                }
            }
            if (t instanceof SQLException sql) {
                String state = sql.getSQLState();
                if ((state != null && state.startsWith("08"))
                        || sql.getErrorCode() == MARIADB_KILLED) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether a rule of the tables refuses what was to be written: a check, a key, or what a
     * trigger signals.
     */
    public static boolean ruleBroken(Throwable thrown) {
        for (@Nullable Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof DataIntegrityViolationException) {
                return true;
            }
            if (t instanceof SQLException sql) {
                String state = sql.getSQLState();
                if (sql.getErrorCode() == MYSQL_CHECK
                        || (state != null && (state.startsWith("23") || state.startsWith("45")))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the statement itself is at fault: its syntax, its names, or a missing grant. */
    public static boolean badStatement(SQLException thrown) {
        String state = thrown.getSQLState();
        if (state == null || thrown.getErrorCode() == MYSQL_RESOURCE_LIMIT) {
            return false;
        }
        // the drivers' own refusals to send as a query what is none
        return state.startsWith("42")
                || state.equals(MYSQL_NO_QUERY)
                || thrown.getErrorCode() == H2_NO_QUERY;
    }

    /** Whether a login was refused what it asked for, or refused itself, for want of a grant. */
    public static boolean denied(Throwable thrown) {
        for (@Nullable Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof DatabaseException refused && refused.denied()) {
                return true;
            }
            if (t instanceof SQLException sql && MYSQL_DENIED.contains(sql.getErrorCode())) {
                return true;
            }
        }
        return false;
    }

    static boolean fileInUse(Throwable thrown) {
        for (@Nullable Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof SQLException sql && sql.getErrorCode() == H2_IN_USE) {
                return true;
            }
        }
        return false;
    }

    static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        for (@Nullable Throwable t = thrown; t != null; t = t.getCause()) {
            root = t;
        }
        return root;
    }
}
