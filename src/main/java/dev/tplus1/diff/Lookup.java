package dev.tplus1.diff;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/** Finds rows by ids that are not their key, by reading all of them: one thread's share of it. */
final class Lookup<E> implements Workers.Worker {
    private static final int SALT = 0;

    /** The packed ids, by hash; like the rows, each has bytes before it. */
    private static final class Ids {
        /** How many bits are for each id: so few are set that nearly all rows stop there. */
        private static final int BITS = 16;

        private final byte[] @Nullable [] table;
        private final long[] bits;
        private final int bitMask;
        private final boolean none;

        Ids(Collection<String> ids) {
            none = ids.isEmpty();
            int slots = Integer.highestOneBit(Math.max(ids.size(), Long.SIZE)) * 8;
            table = new byte[slots][];
            bitMask = slots / 8 * BITS - 1;
            bits = new long[(bitMask + 1) / Long.SIZE];
            for (String id : new HashSet<>(ids)) {
                byte[] bytes = RowDraft.bytes(id);
                if (bytes.length > 0 && bytes.length <= Packing.MAX_ID) {
                    byte[] packed = new byte[PackedRow.HEAD + Packing.OVERHEAD + bytes.length];
                    int end = Packing.write(bytes, 0, bytes.length, packed, PackedRow.HEAD);
                    long hash = Words.hashInside(packed, PackedRow.HEAD, end, SALT);
                    bits[bit(hash) / Long.SIZE] |= 1L << bit(hash);
                    table[place(packed, PackedRow.HEAD, end, hash)] = packed;
                }
            }
        }

        private int bit(long hash) {
            return (int) (hash >>> Integer.SIZE) & bitMask;
        }

        /** Whether the id that is packed here, if there is one, is among them. */
        boolean has(byte[] rows, int at) {
            if (none || at < 0) {
                return false;
            }
            int end = Packing.end(rows, at);
            long hash = Words.hashInside(rows, at, end, SALT);
            return (bits[bit(hash) / Long.SIZE] >>> bit(hash) & 1) != 0
                    && table[place(rows, at, end, hash)] != null;
        }

        /** Where it is, or could be put: a quarter of the table at most is taken. */
        private int place(byte[] rows, int at, int end, long hash) {
            int place = (int) hash & table.length - 1;
            byte[] there = table[place];
            while (there != null && !equal(there, rows, at, end)) {
                place = place + 1 & table.length - 1;
                there = table[place];
            }
            return place;
        }

        private static boolean equal(byte[] packed, byte[] rows, int at, int end) {
            return Packing.end(packed, PackedRow.HEAD) - PackedRow.HEAD == end - at
                    && Words.equalInside(packed, PackedRow.HEAD, rows, at, end - at);
        }
    }

    /** Which ids are looked for, and in which rows. */
    static final class Wanted {
        private final Ids transactionIds;
        private final Ids orderNos;
        private final Ids refundNos;

        Wanted(
                Collection<String> transactionIds,
                Collection<String> orderNos,
                Collection<String> refundNos) {
            this.transactionIds = new Ids(transactionIds);
            this.orderNos = new Ids(orderNos);
            this.refundNos = new Ids(refundNos);
        }

        boolean nothing() {
            return transactionIds.none && orderNos.none && refundNos.none;
        }

        boolean has(byte[] rows, int at) {
            long head = PackedRow.head(rows, at);
            int keyEnd = PackedRow.keyEnd(rows, at);
            if (transactionIds.has(rows, PackedRow.transactionId(rows, at, head, keyEnd))) {
                return true;
            }
            return switch (PackedRow.kind(head)) {
                case PAYMENT -> orderNos.has(rows, PackedRow.orderNo(rows, at, head, keyEnd));
                case REFUND -> refundNos.has(rows, PackedRow.refundNo(rows, at, head, keyEnd));
            };
        }
    }

    private final Partitions partitions;
    private final Entries<E> entries;
    private final Wanted wanted;
    private final List<E> found = new ArrayList<>();

    private Lookup(Spool<E> spool, Wanted wanted) {
        this.partitions = spool.partitions();
        this.entries = spool.entries();
        this.wanted = wanted;
    }

    static <E> List<E> scan(Spool<E> spool, Wanted wanted, int threads) {
        if (wanted.nothing()) {
            return List.of();
        }
        List<Lookup<E>> all =
                Workers.run(threads, spool.partitions().count(), () -> new Lookup<>(spool, wanted));
        List<E> found = new ArrayList<>();
        all.forEach(one -> found.addAll(one.found));
        found.sort(spool.entries().order());
        return found;
    }

    @Override
    public void take(int partition) {
        partitions.get(partition).each(this::look);
    }

    private void look(byte[] rows, int from, int to) {
        for (int at = from; at < to; at += PackedRow.length(PackedRow.head(rows, at))) {
            if (wanted.has(rows, at)) {
                found.add(entries.read(rows, at));
            }
        }
    }
}
