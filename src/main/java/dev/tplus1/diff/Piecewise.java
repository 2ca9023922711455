package dev.tplus1.diff;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

/**
 * One thread's share of a {@link Pairing} of which the pieces are told at once; payments that
 * nothing is booked under are kept until all rows can be asked who else names them.
 */
final class Piecewise implements Workers.Worker, Join.Told, AutoCloseable {
    private final Spool<StatementEntry> statement;
    private final Spool<BookEntry> books;
    private final Join join;
    private final Pairing.Pieces pieces;
    private final @Nullable Partitions unbooked;

    /**
     * One thread's.
     *
     * @param whole whether the books' spool has every row of the books
     */
    Piecewise(
            Spool<StatementEntry> statement,
            Spool<BookEntry> books,
            Spool<EntryKey> asked,
            Window window,
            Pairing.Pieces pieces,
            boolean whole) {
        this.statement = statement;
        this.books = books;
        this.pieces = pieces;
        this.unbooked =
                whole ? new Partitions(statement.scratch(), 1, statement.tuning().block()) : null;
        this.join = new Join(statement, books, asked, window, this);
    }

    @Override
    public void take(int partition) {
        join.take(partition);
    }

    @Override
    public void differ(byte[] entries, int entry, byte[] bookings, int booking) {
        pieces.differ(
                statement.entries().read(entries, entry), books.entries().read(bookings, booking));
    }

    @Override
    public void alone(byte[] bookings, int booking) {
        pieces.alone(books.entries().read(bookings, booking));
    }

    @Override
    public void unbooked(byte[] entries, int entry) {
        if (unbooked == null) {
            leave(entries, entry);
        } else {
            int length = PackedRow.length(PackedRow.head(entries, entry));
            unbooked.get(0).add(entries, entry, length);
        }
    }

    /** A payment that is not told by itself after all. */
    void leave(byte[] entries, int entry) {
        join.left().add(statement.entries().read(entries, entry));
    }

    /**
     * A payment that is told after all.
     *
     * @param orders where its order's row stands, if the books have the order
     */
    void lone(byte[] entries, int entry, byte @Nullable [] orders, int order) {
        pieces.lone(
                statement.entries().read(entries, entry),
                orders == null ? null : books.entries().read(orders, order));
    }

    Join join() {
        return join;
    }

    /** The payments that nothing is booked under and that are neither told nor left over yet. */
    Partitions.@Nullable Partition unbooked() {
        return unbooked == null ? null : unbooked.get(0);
    }

    @Override
    public void close() {
        if (unbooked != null) {
            unbooked.close();
        }
    }
}
