package dev.tplus1.ledger;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.SettingException;

import java.sql.Connection;
import java.sql.SQLException;

/** The merchant's books. Thread-safe; each {@link Books} that it opens belongs to one thread. */
public final class Ledger {
    private final Database database;
    private final LedgerSettings settings;
    private final Queries queries;

    /**
     * @param database where the books are
     * @throws SettingException when a query has a parameter that it may not have, or lacks one
     */
    public Ledger(Database database, LedgerSettings settings) {
        this.database = database;
        this.settings = settings;
        this.queries = Queries.of(settings);
    }

    /**
     * Opens an account's books, in one snapshot of this moment, on a connection of its own.
     *
     * @param rule how the account's provider keys its entries
     * @throws DatabaseException when the database does not answer
     */
    public Books open(String account, KeyRule rule) {
        return connect(account, rule);
    }

    SqlBooks connect(String account, KeyRule rule) {
        Snapshot snapshot = new Snapshot(database.dialect(), settings.zone());
        try {
            Connection connection = database.dataSource().getConnection();
            try {
                snapshot.begin(connection);
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
            return new SqlBooks(
                    connection,
                    database.dialect(),
                    snapshot,
                    settings.zone(),
                    queries,
                    account,
                    rule);
        } catch (SQLException e) {
            throw DatabaseException.of("the books cannot be opened", e);
        }
    }

    Database database() {
        return database;
    }
}
