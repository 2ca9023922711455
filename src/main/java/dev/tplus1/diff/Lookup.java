package dev.tplus1.diff;

import dev.tplus1.entry.Kind;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/** Finds rows by an id that is not their key, by reading all of them: one thread's share of it. */
final class Lookup<E> implements Workers.Worker {
    /** Which id is looked at, and in which rows. */
    enum Id {
        ORDER_NO,
        TRANSACTION_ID,
        REFUND_NO
    }

    private static final int SALT = 0;

    /** The packed ids, by hash; like the rows, each has bytes before it. */
    private static final class Wanted {
        private final byte[] @Nullable [] table;

        Wanted(Collection<String> ids) {
            table = new byte[Integer.highestOneBit(ids.size()) * 8][];
            for (String id : new HashSet<>(ids)) {
                byte[] bytes = RowDraft.bytes(id);
                if (bytes.length > 0 && bytes.length <= Packing.MAX_ID) {
                    byte[] packed = new byte[PackedRow.HEAD + Packing.OVERHEAD + bytes.length];
                    int end = Packing.write(bytes, 0, bytes.length, packed, PackedRow.HEAD);
                    table[place(packed, PackedRow.HEAD, end)] = packed;
                }
            }
        }

        boolean has(byte[] rows, int at) {
            return table[place(rows, at, Packing.end(rows, at))] != null;
        }

        /** Where it is, or could be put: a quarter of the table at most is taken. */
        private int place(byte[] rows, int at, int end) {
            int place = (int) Words.hashInside(rows, at, end, SALT) & table.length - 1;
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
            case REFUND_NO ->
                    PackedRow.kind(head) == Kind.REFUND
                            ? PackedRow.refundNo(rows, at, head, keyEnd)
                            : -1;
        };
    }
}
