package dev.tplus1.statement;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The transactions that a statement's refunds name, one behind the other: gathered while it is
 * read, because its packed rows are too many to be gone through once more for these few. Not
 * thread-safe.
 */
final class ReturnedIds {
    private static final int LENGTH = 2;

    private byte[] bytes = new byte[0];
    private int end;

    /** Adds one; UTF-8, of no more bytes than an id may have. */
    void add(byte[] id, int from, int to) {
        int length = to - from;
        int needed = Math.addExact(end, LENGTH + length);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
        }
        bytes[end] = (byte) (length >>> Byte.SIZE);
        bytes[end + 1] = (byte) length;
        System.arraycopy(id, from, bytes, end + LENGTH, length);
        end = needed;
    }

    /** Shows them in the order in which they were added; one may come again. */
    void each(Consumer<String> sink) {
        for (int at = 0; at < end; ) {
            int length = (bytes[at] & 0xff) << Byte.SIZE | (bytes[at + 1] & 0xff);
            sink.accept(new String(bytes, at + LENGTH, length, StandardCharsets.UTF_8));
            at += LENGTH + length;
        }
    }
}
