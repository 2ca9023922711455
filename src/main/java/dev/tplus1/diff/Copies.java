package dev.tplus1.diff;

import java.util.Arrays;

/** Packed rows that were copied from where they stood, one behind the other. One thread. */
final class Copies {
    private byte[] rows = new byte[1 << 12];
    private int end;
    private int count;

    /** Takes a row where it stands: valid only during the call. */
    interface Row {
        void take(byte[] rows, int at);
    }

    /** Copies a row; where its copy stands. */
    int add(byte[] from, int at) {
        int length = PackedRow.length(PackedRow.head(from, at));
        if (length > rows.length - end) {
            rows = Arrays.copyOf(rows, Math.addExact(Math.multiplyExact(2, end), length));
        }
        System.arraycopy(from, at, rows, end, length);
        int copy = end;
        end += length;
        count++;
        return copy;
    }

    /** Where they stand, until the next one is added. */
    byte[] rows() {
        return rows;
    }

    int end() {
        return end;
    }

    int count() {
        return count;
    }

    void each(Row row) {
        for (int at = 0; at < end; at += PackedRow.length(PackedRow.head(rows, at))) {
            row.take(rows, at);
        }
    }

    void clear() {
        end = 0;
        count = 0;
    }
}
