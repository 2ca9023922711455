package dev.tplus1.breaks.sorted;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.function.Consumer;

/** Breaks on their way from one thread to another, as bytes. One thread at a time. */
public final class BreakBlock {
    /** Some thousand of them: waking a thread takes as long as writing many. */
    private static final int SIZE = 512 << 10;

    private byte[] bytes = new byte[SIZE];
    private int filled;
    private @Nullable PackedBreak whose;

    /** Takes what the row shows; false, where there is no more room. The first has room. */
    public boolean add(BreakRow row) {
        int length = row.length();
        PackedBreak its = row.whose();
        if (filled == 0) {
            whose = its;
            bytes = length > bytes.length ? new byte[length] : bytes;
        } else if (length > bytes.length - filled || !its.packsTheSameAs(whose)) {
            return false;
        }
        row.copy(bytes, filled);
        filled += length;
        return true;
    }

    /** Makes room for others. */
    public void clear() {
        filled = 0;
    }

    /** Shows each of them in the row. */
    public void rows(BreakRow row, Consumer<BreakRow> sink) {
        for (int at = 0; at < filled; at += row.length()) {
            row.show(Objects.requireNonNull(whose), bytes, at);
            sink.accept(row);
        }
    }
}
