package dev.tplus1.ledger;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.SQLException;

/** The merchant's books. Thread-safe; each {@link Books} that it opens belongs to one thread. */
public final class Ledger {
    private final Database database;
    private final LedgerSettings settings;
    private final Queries queries;
    private final @Nullable Freshness freshness;

    /**
     * @param database where the books are
     * @throws SettingException when a query has a parameter that it may not have, or lacks one
     */
    public Ledger(Database database, LedgerSettings settings) {
        this.database = database;
        this.settings = settings;
        this.queries = Queries.of(settings);
        this.freshness = Freshness.of(settings, database.dialect());
    }

    /**
     * Opens an account's books, in one snapshot of this moment, on a connection of its own.
     *
     * @param rule how the account's provider keys its entries
     * @throws DatabaseException when the database does not answer
     */
    public Books open(String account, KeyRule rule) {
        return connect(account, rule, _ -> {});
    }

    /**
     * Opens an account's books to compare a day with them, as {@link #open(String, KeyRule)} does.
     *
     * @throws BooksNotReadyException when they do not hold the whole day yet
     */
    public Books open(String account, KeyRule rule, BusinessDate day)
            throws BooksNotReadyException {
        Freshness asked = freshness;
        return asked == null
                ? open(account, rule)
                : connect(account, rule, books -> asked.require(books, account, day));
    }

    /** What is looked at before the snapshot, on the connection from which it is then read. */
    @FunctionalInterface
    interface Look<E extends Exception> {
        void at(Connection connection) throws E;
    }

    /** The snapshot is opened last: it is never older than what the look saw. */
    <E extends Exception> SqlBooks connect(String account, KeyRule rule, Look<E> look) throws E {
        Snapshot snapshot = new Snapshot(database.dialect(), settings.zone());
        try {
            Connection connection = database.dataSource().getConnection();
            try {
                snapshot.prepare(connection);
                look.at(connection);
                snapshot.begin(connection);
            } catch (Throwable thrown) {
                try {
                    snapshot.end(connection);
                } catch (DatabaseException e) {
                    thrown.addSuppressed(e);
                }
                throw thrown;
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

    @Nullable Freshness freshness() {
        return freshness;
    }

    Database database() {
        return database;
    }
}
