package dev.tplus1.diff;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Both sides of a day joined by key. A key is <em>plain</em> when the statement has it once, the
 * books have booked it once, in the day, amounts and currencies are equal, and so are the order
 * numbers unless one of them is absent. Plain keys are counted, summed and forgotten; of all others
 * every row is left over.
 *
 * <p>Of the books only the rows take part that are booked, of the reconciled account, of a covered
 * kind, and of the widened day [start - grace, end + grace). Those that the statement does not have
 * are left over when they are of the day itself.
 *
 * <p>Neither the order of the rows nor the number of threads changes what comes out.
 *
 * @param plain the plain keys' rows of one side; the other side's are the same
 * @param booked all that takes part and is of the day itself, plain or not
 * @param statement what is left over of the statement, in statement order
 * @param books what is left over of the books, by time and key
 */
public record Pairing(
        List<Total> plain,
        List<Total> booked,
        List<StatementEntry> statement,
        List<BookEntry> books) {
    /** So many are sorted by all cores: what is equal does not differ, so the order is one. */
    private static final int MANY = 1 << 14;

    /**
     * Takes what one key's rows alone tell, while others are still being joined, so that nobody has
     * to keep it. One thread each.
     */
    public interface Pieces {
        /**
         * The statement has the key once, the books have booked it once, in the day, and they do
         * not agree.
         */
        void differ(StatementEntry entry, BookEntry booked);

        /** The books have booked the key once, in the day, and the statement does not have it. */
        void alone(BookEntry booked);
    }

    /** One thread's share, with what is told by pieces taken out of what is left over. */
    private static final class Piecewise implements Workers.Worker {
        private final Join join;
        private final Pieces pieces;
        private final Instant start;
        private final Instant end;
        private final Set<EntryKey> asked;
        private final List<StatementEntry> left = new ArrayList<>();
        private final List<BookEntry> leftInBooks = new ArrayList<>();
        private final Map<EntryKey, Rows> keys = new HashMap<>();

        /** What is left over of one key: the first row of each side, and how many there are. */
        private static final class Rows {
            private @Nullable StatementEntry entry;
            private @Nullable BookEntry booked;
            private boolean more;
        }

        Piecewise(Join join, Pieces pieces, BusinessDate day, Set<EntryKey> asked) {
            this.join = join;
            this.pieces = pieces;
            this.start = day.start();
            this.end = day.end();
            this.asked = asked;
        }

        @Override
        public void take(int partition) {
            join.take(partition);
            for (StatementEntry entry : join.left()) {
                Rows rows = keys.computeIfAbsent(entry.key(), _ -> new Rows());
                rows.more |= rows.entry != null;
                rows.entry = entry;
            }
            for (BookEntry booked : join.leftInBooks()) {
                Rows rows = keys.computeIfAbsent(booked.key(), _ -> new Rows());
                Instant time = booked.time();
                boolean inDay = time != null && !time.isBefore(start) && time.isBefore(end);
                rows.more |= rows.booked != null || !inDay;
                rows.booked = booked;
            }
            for (StatementEntry entry : join.left()) {
                Rows rows = keys.get(entry.key());
                if (rows == null || rows.more || rows.booked == null || kept(entry.key())) {
                    left.add(entry);
                } else {
                    pieces.differ(entry, rows.booked);
                }
            }
            for (BookEntry booked : join.leftInBooks()) {
                Rows rows = keys.get(booked.key());
                if (rows == null || rows.more || kept(booked.key())) {
                    leftInBooks.add(booked);
                } else if (rows.entry == null) {
                    pieces.alone(booked);
                }
            }
            join.left().clear();
            join.leftInBooks().clear();
            keys.clear();
        }

        /** A booking by its order's number may be named by another key's entry. */
        private boolean kept(EntryKey key) {
            return key.basis() == EntryKey.Basis.ORDER || asked.contains(key);
        }
    }

    /**
     * Joins both.
     *
     * @param covers the kinds that the statement lists
     * @param asked keys that are left over even when they are plain
     * @param threads how many work, the caller among them
     * @throws Total.TooLargeException when a sum does not fit a long
     * @throws ScratchException when the temporary folder fails, or is full while a part of the day
     *     that is too large for memory is split
     */
    public static Pairing of(
            Spool<StatementEntry> statement,
            Spool<BookEntry> books,
            BusinessDate day,
            Duration grace,
            Set<Kind> covers,
            Set<EntryKey> asked,
            int threads) {
        try (Spool<EntryKey> keys = keys(statement, books, asked)) {
            Join.Window window = Join.Window.of(day, grace, covers);
            List<Join> joins =
                    Workers.run(
                            threads,
                            statement.partitions().count(),
                            () -> new Join(statement, books, keys, window));
            return merged(
                    joins,
                    joins.stream().map(Join::left).toList(),
                    joins.stream().map(Join::leftInBooks).toList(),
                    statement,
                    books);
        }
    }

    /**
     * Joins both as {@link #of} does, but what can be told by pieces is, and is not left over.
     *
     * @param pieces makes one for each thread
     */
    public static Pairing of(
            Spool<StatementEntry> statement,
            Spool<BookEntry> books,
            BusinessDate day,
            Duration grace,
            Set<Kind> covers,
            Set<EntryKey> asked,
            int threads,
            Supplier<Pieces> pieces) {
        try (Spool<EntryKey> keys = keys(statement, books, asked)) {
            Join.Window window = Join.Window.of(day, grace, covers);
            List<Piecewise> shares =
                    Workers.run(
                            threads,
                            statement.partitions().count(),
                            () ->
                                    new Piecewise(
                                            new Join(statement, books, keys, window),
                                            pieces.get(),
                                            day,
                                            asked));
            return merged(
                    shares.stream().map(share -> share.join).toList(),
                    shares.stream().map(share -> share.left).toList(),
                    shares.stream().map(share -> share.leftInBooks).toList(),
                    statement,
                    books);
        }
    }

    private static Spool<EntryKey> keys(
            Spool<StatementEntry> statement, Spool<BookEntry> books, Set<EntryKey> asked) {
        if (!statement.tuning().equals(books.tuning())) {
            throw new IllegalArgumentException("the sides are not spread alike");
        }
        Spool<EntryKey> keys = statement.forKeys();
        RowDraft draft = new RowDraft().amount(0, Currency.getInstance("XXX"));
        asked.forEach(key -> keys.add(draft.key(key)));
        return keys;
    }

    private static Pairing merged(
            List<Join> joins,
            List<List<StatementEntry>> left,
            List<List<BookEntry>> leftInBooks,
            Spool<StatementEntry> statement,
            Spool<BookEntry> books) {
        Tally plain = new Tally();
        Tally booked = new Tally();
        for (Join join : joins) {
            plain.add(join.plain());
            booked.add(join.booked());
        }
        return new Pairing(
                plain.totals(),
                booked.totals(),
                sorted(left, statement.entries().order()),
                sorted(leftInBooks, books.entries().order()));
    }

    private static <E> List<E> sorted(List<List<E>> shares, Comparator<E> order) {
        List<E> all = new ArrayList<>(shares.stream().mapToInt(List::size).sum());
        shares.forEach(all::addAll);
        if (all.size() < MANY) {
            all.sort(order);
            return all;
        }
        return all.parallelStream().sorted(order).toList();
    }
}
