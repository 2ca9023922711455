package dev.tplus1.ledger;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.diff.Spool;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

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
     * An account's books to compare a day with. Nothing is opened yet.
     *
     * @param grace how far around the day's ends they are read
     * @param scratch where many rows are kept
     */
    public Reading reading(
            String account, KeyRule rule, BusinessDate day, Duration grace, Scratch scratch) {
        return new Reading(account, rule, day, grace, scratch);
    }

    /** Reads a day's books, once. One thread reads; any other may stop it. */
    public final class Reading {
        private final String account;
        private final KeyRule rule;
        private final BusinessDate day;
        private final Duration grace;
        private final Scratch scratch;
        private volatile boolean stopped;

        /** While it is read from, by which it can be stopped. */
        private @Nullable Connection connection;

        private Reading(
                String account, KeyRule rule, BusinessDate day, Duration grace, Scratch scratch) {
            this.account = account;
            this.rule = rule;
            this.day = day;
            this.grace = grace;
            this.scratch = scratch;
        }

        /**
         * Opens the books, as {@link #open} does, and reads what is booked in the widened day.
         *
         * @throws BooksNotReadyException when they do not hold the whole day yet
         * @throws DatabaseException when the database does not answer
         * @throws LedgerException when a row cannot be read
         * @throws SettingException when a query of the user's does not work
         */
        public Books.OfDay read() throws BooksNotReadyException {
            SqlBooks books = connect(account, rule, new Asking());
            try {
                Spool<BookEntry> entries =
                        books.entries(
                                day.start().minus(grace),
                                day.end().plus(grace),
                                scratch,
                                this::carryOn);
                readFrom(null);
                return new Books.OfDay(entries, books);
            } catch (Throwable thrown) {
                try {
                    books.close();
                } catch (RuntimeException e) {
                    thrown.addSuppressed(e);
                }
                throw thrown;
            }
        }

        /**
         * Has it end early, with an error in the thread that reads. Where the server is asked at
         * the time its connection is cut off, because it may be silent for long; H2 ends with the
         * row in hand. Once all is read this does nothing.
         */
        public synchronized void stop() {
            stopped = true;
            Connection asked = connection;
            if (asked != null) {
                try {
                    asked.abort(Runnable::run);
                } catch (SQLException e) {
                    throw DatabaseException.of("the books' connection cannot be cut off", e);
                }
            }
        }

        private final class Asking implements Look<BooksNotReadyException> {
            @Override
            public void opened(Connection connection) {
                readFrom(connection);
            }

            @Override
            public void at(Connection connection) throws BooksNotReadyException {
                carryOn();
                Freshness asked = freshness;
                if (asked != null) {
                    asked.require(connection, account, day);
                }
            }
        }

        private synchronized void readFrom(@Nullable Connection opened) {
            carryOn();
            connection = opened;
        }

        private void carryOn() {
            if (stopped) {
                throw new LedgerException("the books were not read to their end: nobody asks");
            }
        }
    }

    /** What is looked at before the snapshot, on the connection from which it is then read. */
    @FunctionalInterface
    interface Look<E extends Exception> {
        /**
         * Told of the connection before the first thing is asked of it, which may take for ever.
         */
        default void opened(Connection connection) {}

        void at(Connection connection) throws E;
    }

    /** The snapshot is opened last: it is never older than what the look saw. */
    <E extends Exception> SqlBooks connect(String account, KeyRule rule, Look<E> look) throws E {
        Snapshot snapshot = new Snapshot(database.dialect(), settings.zone());
        try {
            Connection connection = opened(look);
            try {
                snapshot.prepare(connection);
                look.at(connection);
                snapshot.begin(connection);
            } catch (Throwable thrown) {
                try {
                    snapshot.end(connection);
                } catch (RuntimeException e) {
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

    private Connection opened(Look<?> look) throws SQLException {
        Connection connection = database.dataSource().getConnection();
        try {
            look.opened(connection);
            return connection;
        } catch (Throwable thrown) {
            // as it came: to put anything back would be to ask something of it
            try {
                connection.close();
            } catch (SQLException e) {
                thrown.addSuppressed(e);
            }
            throw thrown;
        }
    }

    @Nullable Freshness freshness() {
        return freshness;
    }

    Database database() {
        return database;
    }
}
