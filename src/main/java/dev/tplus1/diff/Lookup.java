package dev.tplus1.diff;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Finds rows by ids that are not their key, by reading all of them: one thread's share of it. */
final class Lookup<E> implements Workers.Worker {
    private static final int SALT = 0;

    /** No array is longer. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    /** So many bits stay in the cache. */
    private static final int SEEN = 1 << 21;

    /**
     * The packed ids, one behind the other, and where each stands, by hash. Like the rows, they
     * have bytes before them.
     */
    private static final class Ids {
        private final boolean none;
        private final int[] table;

        /** A bit for the last bytes of each: most rows are told by it alone, without a hash. */
        private final long[] seen;

        private final int shift;

        private byte[] packed = new byte[PackedRow.HEAD];
        private int end = PackedRow.HEAD;

        Ids(Collection<String> ids) {
            none = ids.isEmpty();
            table = new int[Integer.highestOneBit(Math.max(ids.size(), Long.SIZE)) * 8];
            int bits = Math.max(table.length, (int) Math.min(8L * table.length, SEEN));
            seen = new long[bits / Long.SIZE];
            shift = Long.numberOfLeadingZeros(bits) + 1;
            for (String id : ids) {
                byte[] bytes = bytes(id);
                if (bytes.length > 0 && bytes.length <= Packing.MAX_ID) {
                    add(bytes);
                }
            }
        }

        /** Most ids are ASCII, which cannot go wrong. */
        private static byte[] bytes(String id) {
            for (int i = 0; i < id.length(); i++) {
                if (id.charAt(i) >= 0x80) {
                    return RowDraft.bytes(id);
                }
            }
            return id.getBytes(StandardCharsets.ISO_8859_1);
        }

        private void add(byte[] id) {
            int bound = Math.addExact(end, Packing.OVERHEAD + id.length);
            if (bound > packed.length) {
                packed = Arrays.copyOf(packed, (int) Math.max(bound, Math.min(2L * bound, MOST)));
            }
            int to = Packing.write(id, 0, id.length, packed, end);
            long hash = Words.hashInside(packed, end, to, SALT);
            int place = place(packed, end, to, hash);
            if (table[place] == 0) {
                table[place] = end;
                int mark = Words.lastInside(packed, end, to, shift);
                seen[mark / Long.SIZE] |= 1L << mark;
                end = to;
            }
        }

        /** Whether the id that is packed here, if there is one, is among them. */
        boolean has(byte[] rows, int at) {
            if (none || at < 0) {
                return false;
            }
            int to = Packing.end(rows, at);
            int mark = Words.lastInside(rows, at, to, shift);
            return (seen[mark / Long.SIZE] & 1L << mark) != 0
                    && table[place(rows, at, to, Words.hashInside(rows, at, to, SALT))] != 0;
        }

        /** Where it is, or could be put: a quarter of the table at most is taken. */
        private int place(byte[] rows, int at, int to, long hash) {
            int place = first(hash);
            while (table[place] != 0 && !equal(table[place], rows, at, to)) {
                place = place + 1 & table.length - 1;
            }
            return place;
        }

        private int first(long hash) {
            return (int) hash & table.length - 1;
        }

        private boolean equal(int id, byte[] rows, int at, int to) {
            return Packing.end(packed, id) - id == to - at
                    && Words.equalInside(packed, id, rows, at, to - at);
        }
    }

    /** Which ids are looked for, and in which rows. */
    static final class Wanted {
        private final Ids transactionIds;
        private final Ids returnedIds;
        private final Ids orderNos;
        private final Ids refundNos;

        /**
         * @param transactionIds of payments and refunds
         * @param returnedIds transaction ids of refunds
         * @param orderNos of payments
         * @param refundNos of refunds
         */
        Wanted(
                Collection<String> transactionIds,
                Collection<String> returnedIds,
                Collection<String> orderNos,
                Collection<String> refundNos) {
            this.transactionIds = new Ids(transactionIds);
            this.returnedIds = new Ids(returnedIds);
            this.orderNos = new Ids(orderNos);
            this.refundNos = new Ids(refundNos);
        }

        boolean nothing() {
            return transactionIds.none && returnedIds.none && orderNos.none && refundNos.none;
        }

        boolean has(byte[] rows, int at) {
            long head = PackedRow.head(rows, at);
            int keyEnd = PackedRow.keyEnd(rows, at);
            int transactionId = PackedRow.transactionId(rows, at, head, keyEnd);
            if (transactionIds.has(rows, transactionId)) {
                return true;
            }
            return switch (PackedRow.kind(head)) {
                case PAYMENT -> orderNos.has(rows, PackedRow.orderNo(rows, at, head, keyEnd));
                case REFUND ->
                        returnedIds.has(rows, transactionId)
                                || refundNos.has(rows, PackedRow.refundNo(rows, at, head, keyEnd));
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
