package dev.tplus1.ledger;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.Dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;

/** Makes all reads of a connection see the books at one moment, and change nothing. */
final class Snapshot {
    /** H2's isolation level by that name, which JDBC does not know. */
    private static final int H2_SNAPSHOT = 6;

    private static final long SILENCE_SECONDS = 3_600;

    private final Dialect dialect;
    private final ZoneId zone;

    Snapshot(Dialect dialect, ZoneId zone) {
        this.dialect = dialect;
        this.zone = zone;
    }

    /** All that comes before the moment: from here on the connection changes nothing. */
    void prepare(Connection connection) throws SQLException {
        connection.setReadOnly(true);
        switch (dialect) {
            case H2 -> {
                connection.setTransactionIsolation(H2_SNAPSHOT);
                try (Statement statement = connection.createStatement()) {
                    // how a time without zone compares with a column that has one
                    statement.execute("SET TIME ZONE '" + zone.getId().replace("'", "") + "'");
                }
            }
            case MYSQL, MARIADB -> {
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                // a snapshot locks nothing, and may be silent while a large day is paired
                silence(connection, SILENCE_SECONDS);
            }
        }
    }

    private static void silence(Connection connection, long seconds) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION wait_timeout = " + seconds);
        }
    }

    void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            switch (dialect) {
                case H2 -> {
                    // the first statement decides the moment, for all tables
                    statement.execute("SELECT 1");
                }
                case MYSQL, MARIADB -> {
                    // without it, the first read would decide the moment
                    statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
                }
            }
        }
    }

    /** Gives the connection back as it was; the pool resets isolation and mode. */
    void end(Connection connection) {
        try (connection) {
            if (!connection.getAutoCommit()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
            switch (dialect) {
                case H2 -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("SET TIME ZONE 'UTC'");
                    }
                }
                case MYSQL, MARIADB -> silence(connection, Database.SESSION_SILENCE_SECONDS);
            }
        } catch (SQLException e) {
            throw DatabaseException.of("the books' connection cannot be given back", e);
        }
    }
}
