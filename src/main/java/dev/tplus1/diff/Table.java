package dev.tplus1.diff;

import java.util.Arrays;

/**
 * The first row of each key, by its place among the rows of one array. Ugly on purpose: rows are
 * looked up some at a time, so that the waits for their slots, and then for the rows that the slots
 * tell, are one wait each and not one for every row.
 */
final class Table {
    private static final int BATCH = 32;

    private final long hashMask;
    private long[] slots = new long[0];
    private int mask;

    private final int[] places = new int[BATCH];
    private final int[] keyEnds = new int[BATCH];
    private final long[] hashes = new long[BATCH];
    private final long[] slotsAhead = new long[BATCH];

    /** Kept so that the reads ahead are made at all. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    /** What is done with a row whose key has been looked up. */
    interface Found {
        /**
         * One row.
         *
         * @param first the place of the first row with its key, -1 when there is none
         */
        void take(byte[] rows, int at, long head, int keyEnd, int first);
    }

    /**
     * An empty one, to be filled after {@link #clear}.
     *
     * @param hashMask which bits of a hash count
     */
    Table(long hashMask) {
        this.hashMask = hashMask;
    }

    static int capacity(long rows) {
        return (int) Math.max(16, Long.highestOneBit(rows) * 4);
    }

    void clear(long rows) {
        int capacity = capacity(rows);
        if (slots.length < capacity) {
            slots = new long[capacity];
        } else {
            Arrays.fill(slots, 0, capacity, 0);
        }
        mask = capacity - 1;
    }

    /**
     * Looks up all rows in {@code [from, to)}, in their order.
     *
     * @param in where the table's rows are
     * @param put whether a row whose key is not there becomes the first of its key
     */
    void find(byte[] in, byte[] rows, int from, int to, boolean put, Found found) {
        for (int at = from; at < to; ) {
            int count = 0;
            for (; count < BATCH && at < to; count++) {
                long head = PackedRow.head(rows, at);
                int keyEnd = PackedRow.keyEnd(rows, at);
                long hash =
                        Words.hashInside(
                                rows, at + PackedRow.HEAD, keyEnd, PackedRow.keySalt(head));
                places[count] = at;
                keyEnds[count] = keyEnd;
                hashes[count] = hash & hashMask;
                slotsAhead[count] = slots[(int) hashes[count] & mask];
                at += PackedRow.length(head);
            }
            for (int i = 0; i < count; i++) {
                if (slotsAhead[i] != 0) {
                    touched += PackedRow.head(in, (int) slotsAhead[i] - 1);
                }
            }
            for (int i = 0; i < count; i++) {
                int place = places[i];
                long head = PackedRow.head(rows, place);
                int first = first(in, rows, place, head, keyEnds[i], hashes[i], put);
                found.take(rows, place, head, keyEnds[i], first);
            }
        }
    }

    private int first(
            byte[] in, byte[] rows, int at, long head, int keyEnd, long hash, boolean put) {
        int keyAt = at + PackedRow.HEAD;
        int salt = PackedRow.keySalt(head);
        long tag = hash >>> 32 << 32;
        int slot = (int) hash & mask;
        for (long there = slots[slot]; there != 0; there = slots[slot]) {
            if ((there ^ tag) >>> 32 == 0) {
                int place = (int) there - 1;
                if (PackedRow.keySalt(PackedRow.head(in, place)) == salt
                        && PackedRow.keyEnd(in, place) - place == keyEnd - at
                        && Words.equalInside(
                                in, place + PackedRow.HEAD, rows, keyAt, keyEnd - keyAt)) {
                    return place;
                }
            }
            slot = slot + 1 & mask;
        }
        if (put) {
            slots[slot] = tag | at + 1;
        }
        return -1;
    }
}
