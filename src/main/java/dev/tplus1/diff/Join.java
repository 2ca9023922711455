package dev.tplus1.diff;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Joins partitions, one after another: one thread's share of a {@link Pairing}. A partition's rows
 * are read into two arrays, the statement's keys go into a table, and marks in the rows' heads tell
 * what is known of them. Ugly on purpose: nothing is allocated for a row that is plain.
 */
final class Join implements Workers.Worker {
    /** A partition is split no deeper than this; what is too large then is one key, or nearly. */
    static final int DEEPEST = 4;

    private final Spool<StatementEntry> statement;
    private final Spool<BookEntry> books;
    private final Partitions entries;
    private final Partitions bookings;
    private final Partitions asked;
    private final Spool.Tuning tuning;
    private final Window window;

    private final @Nullable Told told;

    /** The bookings of a partition whose key the statement does not have, to be told. */
    private final Copies alone = new Copies();

    private final Table aloneByKey;

    private final Tally plain = new Tally();
    private final Tally booked = new Tally();
    private final List<StatementEntry> left = new ArrayList<>();
    private final List<BookEntry> leftInBooks = new ArrayList<>();

    private final Table table;
    private byte[] ours = new byte[0];
    private byte[] theirs = new byte[0];

    /** Whether a key of this partition that had seemed plain was booked again. */
    private boolean bookedAgain;

    /** Bookings of the day that did not agree with the one entry of their key, and that entry. */
    private int[] differing = new int[0];

    private int differ;

    /** Takes what one key's rows alone tell, where they stand: valid only during the call. */
    interface Told {
        /** The one entry of a key, and its one booking, of the day, which does not agree. */
        void differ(byte[] entries, int entry, byte[] bookings, int booking);

        /** The one booking of a key, of the day, which the statement does not have. */
        void alone(byte[] bookings, int booking);

        /**
         * The one entry of a key, a payment's transaction, under which the books have no row, in no
         * state, of no day or account.
         */
        void unbooked(byte[] entries, int entry);
    }

    /**
     * One thread's.
     *
     * @param told takes what is told by pieces, which is not left over then; none: all is left
     */
    Join(
            Spool<StatementEntry> statement,
            Spool<BookEntry> books,
            Spool<EntryKey> asked,
            Window window,
            @Nullable Told told) {
        this.statement = statement;
        this.books = books;
        this.entries = statement.partitions();
        this.bookings = books.partitions();
        this.asked = asked.partitions();
        this.tuning = statement.tuning();
        this.window = window;
        this.table = new Table(tuning.hashMask());
        this.told = told;
        this.aloneByKey = new Table(tuning.hashMask());
    }

    Tally plain() {
        return plain;
    }

    Tally booked() {
        return booked;
    }

    List<StatementEntry> left() {
        return left;
    }

    List<BookEntry> leftInBooks() {
        return leftInBooks;
    }

    @Override
    public void take(int partition) {
        join(entries.get(partition), bookings.get(partition), asked.get(partition), 0);
    }

    private void join(
            Partitions.Partition entries,
            Partitions.Partition bookings,
            Partitions.Partition keys,
            int level) {
        long rows = entries.rows() + bookings.rows();
        if (rows == 0) {
            return;
        }
        long bytes = entries.bytes() + bookings.bytes() + keys.bytes();
        if (bytes + Long.BYTES * (long) Table.capacity(entries.rows()) <= tuning.budget()) {
            pair(entries, bookings, keys);
        } else if (level == DEEPEST) {
            leave(entries, bookings);
        } else {
            split(entries, bookings, keys, level);
        }
    }

    /** By other bits of the hash, so that each part is joined on its own. */
    private void split(
            Partitions.Partition entries,
            Partitions.Partition bookings,
            Partitions.Partition keys,
            int level) {
        try (Partitions someEntries = entries.split(tuning, level);
                Partitions someBookings = bookings.split(tuning, level);
                Partitions someKeys = keys.split(tuning, level)) {
            for (int i = 0; i < tuning.fanout(); i++) {
                Partitions.Partition part = someEntries.get(i);
                Partitions.Partition partBookings = someBookings.get(i);
                long rows = part.rows() + partBookings.rows();
                boolean whole = rows == entries.rows() + bookings.rows();
                join(part, partBookings, someKeys.get(i), whole ? DEEPEST : level + 1);
            }
        }
    }

    /** Everything is left over, for it is one key, or nearly; no table would tell more. */
    private void leave(Partitions.Partition entries, Partitions.Partition bookings) {
        entries.each((rows, from, to) -> {
            for (int at = from; at < to; at += PackedRow.length(PackedRow.head(rows, at))) {
                left.add(statement.entries().read(rows, at));
            }
        });
        boolean alone = entries.rows() == 0;
        bookings.each((rows, from, to) -> {
            for (int at = from; at < to; at += PackedRow.length(PackedRow.head(rows, at))) {
                long head = PackedRow.head(rows, at);
                int keyEnd = PackedRow.keyEnd(rows, at);
                if (window.takesPart(rows, head, keyEnd)) {
                    boolean today = window.today(rows, head, keyEnd);
                    if (today) {
                        booked.add(
                                PackedRow.kindAndCurrency(head),
                                PackedRow.minor(rows, head, keyEnd));
                    }
                    if (today || !alone) {
                        leftInBooks.add(books.entries().read(rows, at));
                    }
                }
            }
        });
    }

    private void pair(
            Partitions.Partition entries,
            Partitions.Partition bookings,
            Partitions.Partition keys) {
        ours = read(entries, ours);
        theirs = read(bookings, theirs);
        int ourEnd = (int) entries.bytes();
        int theirEnd = (int) bookings.bytes();
        build(table, ours, ourEnd, entries.rows());
        markAsked(table, ours, keys);
        bookedAgain = false;
        table.find(ours, theirs, 0, theirEnd, false, this::probe);
        if (bookedAgain) {
            table.find(ours, theirs, 0, theirEnd, false, this::leaveFirst);
        }
        if (told != null) {
            tell(told, keys);
        }
        collect(ourEnd);
    }

    /** Of what was not plain, all that its key's own rows tell. */
    private void tell(Told to, Partitions.Partition keys) {
        for (int i = 0; i < differ; i += 2) {
            int at = differing[i];
            int first = differing[i + 1];
            long head = PackedRow.head(ours, first);
            if ((head & PackedRow.SEVERAL) == PackedRow.SEVERAL
                    || PackedRow.basis(head) == EntryKey.Basis.ORDER) {
                PackedRow.mark(ours, first, PackedRow.SEVERAL);
                leave(at);
            } else {
                PackedRow.mark(ours, first, PackedRow.TOLD);
                to.differ(ours, first, theirs, at);
            }
        }
        differ = 0;
        build(aloneByKey, alone.rows(), alone.end(), alone.count());
        markAsked(aloneByKey, alone.rows(), keys);
        alone.each((rows, at) -> {
            long head = PackedRow.head(rows, at);
            // a booking by its order's number may be named by another key's entry
            if ((head & PackedRow.SEVERAL) == PackedRow.SEVERAL
                    || PackedRow.basis(head) == EntryKey.Basis.ORDER) {
                leftInBooks.add(books.entries().read(rows, at));
            } else {
                to.alone(rows, at);
            }
        });
        alone.clear();
    }

    private static byte[] read(Partitions.Partition partition, byte[] into) {
        int bytes = (int) partition.bytes();
        byte[] rows = into.length >= bytes ? into : new byte[bytes + bytes / 8];
        partition.read(rows);
        return rows;
    }

    /** Puts the rows' keys into a table; rows of one key are marked as several. */
    private static void build(Table into, byte[] rows, int end, long count) {
        into.clear(count);
        into.find(
                rows,
                rows,
                0,
                end,
                true,
                (_, at, _, _, first) -> {
                    if (first >= 0) {
                        PackedRow.mark(rows, first, PackedRow.SEVERAL);
                        PackedRow.mark(rows, at, PackedRow.SEVERAL);
                    }
                });
    }

    private static void markAsked(Table table, byte[] in, Partitions.Partition keys) {
        keys.each((rows, from, to) ->
                table.find(
                        in,
                        rows,
                        from,
                        to,
                        false,
                        (_, _, _, _, first) -> {
                            if (first >= 0) {
                                PackedRow.mark(in, first, PackedRow.SEVERAL);
                            }
                        }));
    }

    private void probe(byte[] rows, int at, long head, int keyEnd, int first) {
        if (!window.takesPart(rows, head, keyEnd)) {
            if (first >= 0 && told != null) {
                PackedRow.mark(ours, first, PackedRow.NAMED);
            }
            return;
        }
        boolean today = window.today(rows, head, keyEnd);
        if (today) {
            booked.add(PackedRow.kindAndCurrency(head), PackedRow.minor(rows, head, keyEnd));
        }
        if (first < 0) {
            if (today && told != null) {
                alone.add(theirs, at);
            } else if (today) {
                leave(at);
            }
            return;
        }
        long ourHead = PackedRow.head(ours, first);
        boolean fresh = (ourHead & (PackedRow.LEFT | PackedRow.PAIRED)) == 0;
        if (fresh && today && agree(first, ourHead, at, head, keyEnd)) {
            PackedRow.mark(ours, first, PackedRow.PAIRED);
        } else if (fresh && today && told != null) {
            PackedRow.mark(ours, first, PackedRow.LEFT);
            PackedRow.mark(theirs, at, PackedRow.LEFT);
            differ(at, first);
        } else {
            bookedAgain |= (ourHead & PackedRow.PAIRED) != 0;
            PackedRow.mark(ours, first, PackedRow.SEVERAL);
            leave(at);
        }
    }

    private void differ(int at, int first) {
        if (differ == differing.length) {
            differing = Arrays.copyOf(differing, Math.max(64, 2 * differ));
        }
        differing[differ++] = at;
        differing[differ++] = first;
    }

    /** A booking that had made a key seem plain before it was booked again. */
    private void leaveFirst(byte[] rows, int at, long head, int keyEnd, int first) {
        if (first >= 0
                && (head & PackedRow.LEFT) == 0
                && (PackedRow.head(ours, first) & PackedRow.LEFT) != 0
                && window.takesPart(rows, head, keyEnd)) {
            leave(at);
        }
    }

    private boolean agree(int ourAt, long ourHead, int theirAt, long theirHead, int theirKeyEnd) {
        int ourKeyEnd = PackedRow.keyEnd(ours, ourAt);
        if (PackedRow.kindAndCurrency(ourHead) != PackedRow.kindAndCurrency(theirHead)
                || PackedRow.minor(ours, ourHead, ourKeyEnd)
                        != PackedRow.minor(theirs, theirHead, theirKeyEnd)) {
            return false;
        }
        int our = PackedRow.orderNo(ours, ourAt, ourHead, ourKeyEnd);
        int their = PackedRow.orderNo(theirs, theirAt, theirHead, theirKeyEnd);
        if (our < 0 || their < 0) {
            return true;
        }
        int length = Packing.end(ours, our) - our;
        return length == Packing.end(theirs, their) - their
                && Words.equalInside(ours, our, theirs, their, length);
    }

    private void leave(int theirAt) {
        leftInBooks.add(books.entries().read(theirs, theirAt));
        PackedRow.mark(theirs, theirAt, PackedRow.LEFT);
    }

    private void collect(int ourEnd) {
        for (int at = 0; at < ourEnd; ) {
            long head = PackedRow.head(ours, at);
            long marks = head & PackedRow.MARKS;
            if ((marks & ~PackedRow.NAMED) == PackedRow.PAIRED) {
                plain.add(
                        PackedRow.kindAndCurrency(head),
                        PackedRow.minor(ours, head, PackedRow.keyEnd(ours, at)));
            } else if (marks == 0 && told != null && PackedRow.paymentById(head)) {
                told.unbooked(ours, at);
            } else if ((marks & PackedRow.TOLD) != PackedRow.TOLD) {
                left.add(statement.entries().read(ours, at));
            }
            at += PackedRow.length(head);
        }
    }
}
