package dev.tplus1.diff;

import dev.tplus1.entry.Kind;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Finds rows by an id that is not their key, by reading all of them: one thread's share of it. */
final class Lookup<E> implements Workers.Worker {
    /** Which id is looked at, and in which rows. */
    enum Id {
        ORDER_NO,
        TRANSACTION_ID,
        /** Of refunds alone. */
        RETURNED_TRANSACTION_ID,
        REFUND_NO
    }

    private static final int SALT = 0;

    /** No array is longer. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    /**
     * The packed ids, one behind the other, and where each stands, by hash. Like the rows, they
     * have bytes before them.
     */
    private static final class Wanted {
        private final int[] table;

        /** A bit for each place that is taken: most rows are told by it alone. */
        private final long[] taken;

        private byte[] packed;
        private int end = PackedRow.HEAD;

        Wanted(Collection<String> ids) {
            table = new int[Integer.highestOneBit(ids.size()) * 8];
            taken = new long[Math.max(1, table.length / Long.SIZE)];
            packed = new byte[PackedRow.HEAD];
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
            int place = place(packed, end, to);
            if (table[place] == 0) {
                table[place] = end;
                taken[place / Long.SIZE] |= 1L << place;
                end = to;
            }
        }

        boolean has(byte[] rows, int at) {
            int to = Packing.end(rows, at);
            int first = first(rows, at, to);
            return (taken[first / Long.SIZE] & 1L << first) != 0 && table[place(rows, at, to)] != 0;
        }

        /** Where it is, or could be put: a quarter of the table at most is taken. */
        private int place(byte[] rows, int at, int to) {
            int place = first(rows, at, to);
            while (table[place] != 0 && !equal(table[place], rows, at, to)) {
                place = place + 1 & table.length - 1;
            }
            return place;
        }

        private int first(byte[] rows, int at, int to) {
            return (int) Words.hashInside(rows, at, to, SALT) & table.length - 1;
        }

        private boolean equal(int id, byte[] rows, int at, int to) {
            return Packing.end(packed, id) - id == to - at
                    && Words.equalInside(packed, id, rows, at, to - at);
        }
    }

    private final Partitions partitions;
    private final Entries<E> entries;
    private final Id id;
    private final Wanted wanted;
    private final List<E> found = new ArrayList<>();

    private Lookup(Spool<E> spool, Id id, Wanted wanted) {
        this.partitions = spool.partitions();
        this.entries = spool.entries();
        this.id = id;
        this.wanted = wanted;
    }

    static <E> List<E> scan(Spool<E> spool, Id id, Collection<String> ids, int threads) {
        if (ids.isEmpty()) {
            return List.of();
        }
        Wanted wanted = new Wanted(ids);
        List<Lookup<E>> all =
                Workers.run(
                        threads, spool.partitions().count(), () -> new Lookup<>(spool, id, wanted));
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
        for (int at = from; at < to; ) {
            long head = PackedRow.head(rows, at);
            int place = place(rows, at, head);
            if (place >= 0 && wanted.has(rows, place)) {
                found.add(entries.read(rows, at));
            }
            at += PackedRow.length(head);
        }
    }

    private int place(byte[] rows, int at, long head) {
        int keyEnd = PackedRow.keyEnd(rows, at);
        return switch (id) {
            case ORDER_NO ->
                    PackedRow.kind(head) == Kind.PAYMENT
                            ? PackedRow.orderNo(rows, at, head, keyEnd)
                            : -1;
            case TRANSACTION_ID -> PackedRow.transactionId(rows, at, head, keyEnd);
            case RETURNED_TRANSACTION_ID ->
                    PackedRow.kind(head) == Kind.REFUND
                            ? PackedRow.transactionId(rows, at, head, keyEnd)
                            : -1;
            case REFUND_NO ->
                    PackedRow.kind(head) == Kind.REFUND
                            ? PackedRow.refundNo(rows, at, head, keyEnd)
                            : -1;
        };
    }
}
