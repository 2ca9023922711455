package dev.tplus1.diff;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;

import java.util.List;
import java.util.Objects;

/**
 * Tells the payments that the books have no row of and that stand for themselves: no other row of
 * the statement names their order, no row of the books names it but at most the one that waits to
 * be paid, and no refund on either side names their transaction. (Another payment of their
 * transaction would have their key, and the join would have seen it.) All others are left over.
 *
 * <p>Ids are counted by their hashes alone. So a payment may seem to be named by another row whose
 * id only has the same hash, and is left over; none seems lone that is not. Whether the one row of
 * the order is of that very order is seen in its bytes. Ugly on purpose: every row of both sides is
 * looked at.
 */
final class Lone {
    private static final int SALT = 0;

    /** How often rows of the statement name an id, in the low half of a byte: up to this. */
    private static final int OFTEN = 2;

    /** How often rows of the books do, in its high half. */
    private static final int IN_BOOKS = 4;

    private static final int HALF = 0xf;

    private final Partitions statement;
    private final Partitions books;
    private final int threads;
    private final List<Piecewise> shares;

    /** Which bits of a hash count. */
    private final long hashMask;

    /** Payments are taken a part at a time: those whose hash falls to this one of so many. */
    private final int part;

    private final int parts;
    private final Names transactions;
    private final Names orders;

    /** Of each order: the reading that has kept its row, and where, in the low half. */
    private final long[] waiting;

    /** How many readings there are. */
    private int readings;

    private Lone(
            Partitions statement,
            Partitions books,
            int threads,
            List<Piecewise> shares,
            long hashMask,
            int part,
            int parts) {
        this.statement = statement;
        this.books = books;
        this.threads = threads;
        this.shares = shares;
        this.hashMask = hashMask;
        this.part = part;
        this.parts = parts;
        long payments = payments();
        this.transactions = new Names(payments);
        this.orders = new Names(payments);
        this.waiting = new long[orders.hashes.length];
    }

    /**
     * Tells or leaves over what the shares have kept.
     *
     * @param most how many are taken at once; all rows of both sides are read for it
     */
    static void tell(
            List<Piecewise> shares,
            Spool<StatementEntry> statement,
            Spool<BookEntry> books,
            int threads,
            long most) {
        long rows = 0;
        for (Piecewise share : shares) {
            rows += unbooked(share).rows();
        }
        Partitions entries = statement.partitions();
        Partitions orders = books.partitions();
        int parts = Math.toIntExact((rows + most - 1) / most);
        for (int part = 0; part < parts; part++) {
            new Lone(entries, orders, threads, shares, statement.tuning().hashMask(), part, parts)
                    .tell();
        }
    }

    private static Partitions.Partition unbooked(Piecewise share) {
        return Objects.requireNonNull(share.unbooked());
    }

    private void tell() {
        for (Piecewise share : shares) {
            each(
                    share,
                    (rows, at) -> {
                        long head = PackedRow.head(rows, at);
                        int keyEnd = PackedRow.keyEnd(rows, at);
                        transactions.add(
                                hash(rows, PackedRow.transactionId(rows, at, head, keyEnd)));
                        int order = PackedRow.orderNo(rows, at, head, keyEnd);
                        if (order >= 0) {
                            orders.add(hash(rows, order));
                        }
                    });
        }
        List<Reading> all = Workers.run(threads, statement.count() + books.count(), Reading::new);
        Reading sum = all.getFirst();
        all.stream().skip(1).forEach(sum::add);
        Workers.run(threads, shares.size(), () -> share -> judge(shares.get(share), sum, all));
    }

    private void judge(Piecewise share, Reading sum, List<Reading> all) {
        each(
                share,
                (rows, at) -> {
                    long head = PackedRow.head(rows, at);
                    int keyEnd = PackedRow.keyEnd(rows, at);
                    int transactionId = PackedRow.transactionId(rows, at, head, keyEnd);
                    int order = PackedRow.orderNo(rows, at, head, keyEnd);
                    boolean returned =
                            sum.returned[transactions.place(hash(rows, transactionId))] != 0;
                    int place = order < 0 ? -1 : orders.place(hash(rows, order));
                    int ordered = place < 0 ? 1 : sum.ofOrders[place];
                    // its order is named once, by itself
                    if (returned || (ordered & HALF) != 1) {
                        share.leave(rows, at);
                    } else if (ordered >>> IN_BOOKS == 0) {
                        share.lone(rows, at, null, 0);
                    } else if (ordered >>> IN_BOOKS > 1) {
                        share.leave(rows, at);
                    } else {
                        byte[] kept = all.get((int) (waiting[place] >>> Integer.SIZE)).kept.rows();
                        int row = (int) waiting[place];
                        if (sameOrder(rows, order, kept, row)) {
                            share.lone(rows, at, kept, row);
                        } else {
                            share.leave(rows, at);
                        }
                    }
                });
    }

    private static boolean sameOrder(byte[] rows, int order, byte[] others, int row) {
        int other =
                PackedRow.orderNo(
                        others, row, PackedRow.head(others, row), PackedRow.keyEnd(others, row));
        int length = Packing.end(rows, order) - order;
        return length == Packing.end(others, other) - other
                && Words.equalInside(rows, order, others, other, length);
    }

    private long payments() {
        long[] payments = {0};
        for (Piecewise share : shares) {
            each(share, (_, _) -> payments[0]++);
        }
        return payments[0];
    }

    /** The payments of this part. */
    private void each(Piecewise share, Copies.Row row) {
        unbooked(share)
                .each((rows, from, to) -> {
                    for (int at = from; at < to; ) {
                        long head = PackedRow.head(rows, at);
                        if (parts == 1 || partOf(rows, at) == part) {
                            row.take(rows, at);
                        }
                        at += PackedRow.length(head);
                    }
                });
    }

    private int partOf(byte[] rows, int at) {
        long hash = Words.hashInside(rows, at + PackedRow.HEAD, PackedRow.keyEnd(rows, at), SALT);
        return Words.other(hash, 0, parts);
    }

    /** Never zero, which is an empty place. */
    private long hash(byte[] rows, int id) {
        long hash = Words.hashInside(rows, id, Packing.end(rows, id), SALT) & hashMask;
        return hash == 0 ? 1 : hash;
    }

    /** The hashes of ids that payments name. */
    private static final class Names {
        private final long[] hashes;

        /** A bit for each hash, so that most of the others are told by it alone. */
        private final long[] seen;

        private final int mask;

        Names(long rows) {
            int capacity = Table.capacity(rows);
            this.hashes = new long[capacity];
            this.seen = new long[capacity / 8];
            this.mask = capacity - 1;
        }

        void add(long hash) {
            int place = first(hash);
            while (hashes[place] != 0 && hashes[place] != hash) {
                place = place + 1 & mask;
            }
            hashes[place] = hash;
            seen[bit(hash) >>> 6] |= 1L << bit(hash);
        }

        /** Where the hash stands, -1 when it does not. */
        int place(long hash) {
            if ((seen[bit(hash) >>> 6] & 1L << bit(hash)) == 0) {
                return -1;
            }
            int place = first(hash);
            while (hashes[place] != hash) {
                if (hashes[place] == 0) {
                    return -1;
                }
                place = place + 1 & mask;
            }
            return place;
        }

        private int first(long hash) {
            return (int) (hash >>> 20) & mask;
        }

        private int bit(long hash) {
            return (int) hash & (seen.length * Long.SIZE - 1);
        }
    }

    /** One thread's reading of both sides: how often they name the ids. */
    private final class Reading implements Workers.Worker {
        private final int number = readings++;
        private final byte[] returned = new byte[transactions.hashes.length];
        private final byte[] ofOrders = new byte[orders.hashes.length];
        private final Copies kept = new Copies();

        @Override
        public void take(int task) {
            if (task < statement.count()) {
                statement.get(task).each(this::ofStatement);
            } else {
                books.get(task - statement.count()).each(this::ofBooks);
            }
        }

        private void ofStatement(byte[] rows, int from, int to) {
            for (int at = from; at < to; ) {
                long head = PackedRow.head(rows, at);
                int keyEnd = PackedRow.keyEnd(rows, at);
                if (PackedRow.kind(head) == Kind.REFUND) {
                    refundOf(rows, PackedRow.transactionId(rows, at, head, keyEnd));
                }
                int order = PackedRow.orderNo(rows, at, head, keyEnd);
                count(place(orders, rows, order), ofOrders, 0);
                at += PackedRow.length(head);
            }
        }

        private void ofBooks(byte[] rows, int from, int to) {
            for (int at = from; at < to; ) {
                long head = PackedRow.head(rows, at);
                int keyEnd = PackedRow.keyEnd(rows, at);
                int transactionId = PackedRow.transactionId(rows, at, head, keyEnd);
                if (PackedRow.kind(head) == Kind.REFUND) {
                    refundOf(rows, transactionId);
                }
                int place = place(orders, rows, PackedRow.orderNo(rows, at, head, keyEnd));
                count(place, ofOrders, IN_BOOKS);
                if (place >= 0) {
                    keep(place, rows, at, head, transactionId < 0);
                }
                at += PackedRow.length(head);
            }
        }

        private void refundOf(byte[] rows, int transactionId) {
            count(place(transactions, rows, transactionId), returned, 0);
        }

        /** The first row of an order if it waits to be paid; any other makes the order's many. */
        private void keep(int place, byte[] rows, int at, long head, boolean unpaid) {
            if (unpaid
                    && PackedRow.kind(head) == Kind.PAYMENT
                    && !PackedRow.booked(head)
                    && !PackedRow.otherAccount(head)) {
                if (ofOrders[place] >>> IN_BOOKS == 1) {
                    waiting[place] = (long) number << Integer.SIZE | kept.add(rows, at);
                }
            } else {
                count(place, ofOrders, IN_BOOKS);
            }
        }

        private int place(Names names, byte[] rows, int id) {
            return id < 0 ? -1 : names.place(hash(rows, id));
        }

        private static void count(int place, byte[] times, int half) {
            if (place >= 0 && (times[place] >>> half & HALF) < OFTEN) {
                times[place] += (byte) (1 << half);
            }
        }

        /** What both have counted together. */
        void add(Reading other) {
            add(returned, other.returned);
            add(ofOrders, other.ofOrders);
        }

        private static void add(byte[] to, byte[] from) {
            for (int i = 0; i < to.length; i++) {
                if (from[i] != 0) {
                    int low = Math.min(OFTEN, (to[i] & HALF) + (from[i] & HALF));
                    int high = Math.min(OFTEN, (to[i] >>> IN_BOOKS) + (from[i] >>> IN_BOOKS));
                    to[i] = (byte) (high << IN_BOOKS | low);
                }
            }
        }
    }
}
