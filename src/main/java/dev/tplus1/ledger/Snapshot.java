package dev.tplus1.ledger;

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

    private final Dialect dialect;
    private final ZoneId zone;

    Snapshot(Dialect dialect, ZoneId zone) {
        this.dialect = dialect;
        this.zone = zone;
    }

    void begin(Connection connection) throws SQLException {
        connection.setReadOnly(true);
        try (Statement statement = connection.createStatement()) {
            switch (dialect) {
                case H2 -> {
                    connection.setTransactionIsolation(H2_SNAPSHOT);
                    // how a time without zone compares with a column that has one
                    statement.execute("SET TIME ZONE '" + zone.getId().replace("'", "") + "'");
                    connection.setAutoCommit(false);
                    // the first statement decides the moment, for all tables
                    statement.execute("SELECT 1");
                }
                case MYSQL, MARIADB -> {
                    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                    connection.setAutoCommit(false);
                    // without it, the first read would decide the moment
                    statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
                }
            }
        }
    }

    /** Gives the connection back as it was; the pool resets isolation and mode. */
    void end(Connection connection) {
        try (connection) {
            connection.rollback();
            if (dialect == Dialect.H2) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SET TIME ZONE 'UTC'");
                }
                connection.rollback();
            }
        } catch (SQLException e) {
            throw DatabaseException.of("the books' connection cannot be given back", e);
        }
    }
}
