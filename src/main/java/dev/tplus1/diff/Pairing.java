package dev.tplus1.diff;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
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

    /** Of so many bytes that joining may take, there is room for one payment's ids. */
    private static final int BYTES_OF_IDS = 32;

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

        /**
         * The statement has the payment once and the books have no row of it; no refund on either
         * side names its transaction, and no other row of the statement its order.
         *
         * @param order the only row of the books that names its order: it is not booked and names
         *     no transaction; none: the books do not have the order
         */
        void lone(StatementEntry payment, @Nullable BookEntry order);
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
            Window window = new Window(day, grace, covers);
            List<Join> joins =
                    Workers.run(
                            threads,
                            statement.partitions().count(),
                            () -> new Join(statement, books, keys, window, null));
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
     * @param whole whether the books' rows are all that they have, of any day and in any state:
     *     only then is any payment {@linkplain Pieces#lone lone}
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
            boolean whole,
            Supplier<Pieces> pieces) {
        List<Piecewise> shares = new ArrayList<>();
        try (Spool<EntryKey> keys = keys(statement, books, asked)) {
            Window window = new Window(day, grace, covers);
            Workers.run(
                    threads,
                    statement.partitions().count(),
                    () -> {
                        Piecewise share =
                                new Piecewise(statement, books, keys, window, pieces.get(), whole);
                        shares.add(share);
                        return share;
                    });
            if (whole) {
                long most = Math.max(1, statement.tuning().budget() / BYTES_OF_IDS);
                Lone.tell(shares, statement, books, threads, most);
            }
            List<Join> joins = shares.stream().map(Piecewise::join).toList();
            return merged(
                    joins,
                    joins.stream().map(Join::left).toList(),
                    joins.stream().map(Join::leftInBooks).toList(),
                    statement,
                    books);
        } finally {
            shares.forEach(Piecewise::close);
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
