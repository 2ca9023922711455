package dev.tplus1.diff;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Joins partitions, one after another: one thread's share of a {@link Pairing}. A partition's rows
 * are read into two arrays, the statement's keys go into a table, and marks in the rows' heads tell
 * what is known of them. Ugly on purpose: nothing is allocated for a row that is plain.
 */
final class Join implements Workers.Worker {
    /** A partition is split no deeper than this; what is too large then is one key, or nearly. */
    static final int DEEPEST = 4;

    /** When bookings take part, when they are of the day itself, and of which kinds. */
    record Window(Instant from, Instant start, Instant end, Instant to, Set<Kind> covers) {
        static Window of(BusinessDate day, Duration grace, Set<Kind> covers) {
            return new Window(
                    day.start().minus(grace),
                    day.start(),
                    day.end(),
                    day.end().plus(grace),
                    Set.copyOf(covers));
        }
    }

    private final Spool<StatementEntry> statement;
    private final Spool<BookEntry> books;
    private final Partitions entries;
    private final Partitions bookings;
    private final Partitions asked;
    private final Spool.Tuning tuning;
    private final Moment from;
    private final Moment start;
    private final Moment end;
    private final Moment to;
    private final boolean coversPayments;
    private final boolean coversRefunds;

    private final Tally plain = new Tally();
    private final Tally booked = new Tally();
    private final List<StatementEntry> left = new ArrayList<>();
    private final List<BookEntry> leftInBooks = new ArrayList<>();

    private final Table table;
    private byte[] ours = new byte[0];
    private byte[] theirs = new byte[0];

    /** Whether a key of this partition that had seemed plain was booked again. */
    private boolean bookedAgain;

    /** An instant as packed rows have it. */
    private record Moment(long second, int nano) {
        static Moment of(Instant instant) {
            return new Moment(instant.getEpochSecond(), instant.getNano());
        }

        boolean isAfter(long otherSecond, int otherNano) {
            return otherSecond < second || (otherSecond == second && otherNano < nano);
        }
    }

    Join(
            Spool<StatementEntry> statement,
            Spool<BookEntry> books,
            Spool<EntryKey> asked,
            Window window) {
        this.statement = statement;
        this.books = books;
        this.entries = statement.partitions();
        this.bookings = books.partitions();
        this.asked = asked.partitions();
        this.tuning = statement.tuning();
        this.from = Moment.of(window.from);
        this.start = Moment.of(window.start);
        this.end = Moment.of(window.end);
        this.to = Moment.of(window.to);
        this.coversPayments = window.covers.contains(Kind.PAYMENT);
        this.coversRefunds = window.covers.contains(Kind.REFUND);
        this.table = new Table(tuning.hashMask());
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
                if (takesPart(rows, head, keyEnd)) {
                    boolean today = today(rows, head, keyEnd);
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
        build(ourEnd, entries.rows());
        markAsked(keys);
        bookedAgain = false;
        table.find(ours, theirs, 0, theirEnd, false, this::probe);
        if (bookedAgain) {
            table.find(ours, theirs, 0, theirEnd, false, this::leaveFirst);
        }
        collect(ourEnd);
    }

    private static byte[] read(Partitions.Partition partition, byte[] into) {
        int bytes = (int) partition.bytes();
        byte[] rows = into.length >= bytes ? into : new byte[bytes + bytes / 8];
        partition.read(rows);
        return rows;
    }

    private void build(int ourEnd, long rows) {
        table.clear(rows);
        table.find(
                ours,
                ours,
                0,
                ourEnd,
                true,
                (_, at, _, _, first) -> {
                    if (first >= 0) {
                        PackedRow.mark(ours, first, PackedRow.LEFT);
                        PackedRow.mark(ours, at, PackedRow.LEFT);
                    }
                });
    }

    private void markAsked(Partitions.Partition keys) {
        keys.each((rows, from, to) ->
                table.find(
                        ours,
                        rows,
                        from,
                        to,
                        false,
                        (_, _, _, _, first) -> {
                            if (first >= 0) {
                                PackedRow.mark(ours, first, PackedRow.LEFT);
                            }
                        }));
    }

    private void probe(byte[] rows, int at, long head, int keyEnd, int first) {
        if (!takesPart(rows, head, keyEnd)) {
            return;
        }
        boolean today = today(rows, head, keyEnd);
        if (today) {
            booked.add(PackedRow.kindAndCurrency(head), PackedRow.minor(rows, head, keyEnd));
        }
        if (first < 0) {
            if (today) {
                leave(at);
            }
            return;
        }
        long ourHead = PackedRow.head(ours, first);
        boolean fresh = (ourHead & (PackedRow.LEFT | PackedRow.PAIRED)) == 0;
        if (fresh && today && agree(first, ourHead, at, head, keyEnd)) {
            PackedRow.mark(ours, first, PackedRow.PAIRED);
        } else {
            bookedAgain |= (ourHead & PackedRow.PAIRED) != 0;
            PackedRow.mark(ours, first, PackedRow.LEFT);
            leave(at);
        }
    }

    /** A booking that had made a key seem plain before it was booked again. */
    private void leaveFirst(byte[] rows, int at, long head, int keyEnd, int first) {
        if (first >= 0
                && (head & PackedRow.LEFT) == 0
                && (PackedRow.head(ours, first) & PackedRow.LEFT) != 0
                && takesPart(rows, head, keyEnd)) {
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
            if ((head & (PackedRow.LEFT | PackedRow.PAIRED)) == PackedRow.PAIRED) {
                plain.add(
                        PackedRow.kindAndCurrency(head),
                        PackedRow.minor(ours, head, PackedRow.keyEnd(ours, at)));
            } else {
                left.add(statement.entries().read(ours, at));
            }
            at += PackedRow.length(head);
        }
    }

    private boolean takesPart(byte[] rows, long head, int keyEnd) {
        if (!PackedRow.booked(head)
                || PackedRow.otherAccount(head)
                || !PackedRow.timed(head)
                || !(PackedRow.kind(head) == Kind.PAYMENT ? coversPayments : coversRefunds)) {
            return false;
        }
        long second = PackedRow.second(rows, head, keyEnd);
        int nano = PackedRow.nano(rows, head, keyEnd);
        return !from.isAfter(second, nano) && to.isAfter(second, nano);
    }

    private boolean today(byte[] rows, long head, int keyEnd) {
        long second = PackedRow.second(rows, head, keyEnd);
        int nano = PackedRow.nano(rows, head, keyEnd);
        return !start.isAfter(second, nano) && end.isAfter(second, nano);
    }
}
