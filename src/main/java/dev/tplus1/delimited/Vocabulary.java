package dev.tplus1.delimited;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;

/**
 * What short words of a column stand for, looked up by their bytes: a word's meaning is asked for
 * once, and so is that it has none. Vocabulary beyond the limit are understood as well, but not
 * remembered; nor is one whose meaning cannot be told for an exception. Not thread-safe.
 */
public final class Vocabulary<T> {
    /** How many different words are remembered. */
    public static final int LIMIT = 256;

    /** No longer word is remembered. */
    private static final int MAX_BYTES = 64;

    private static final int SLOT_BITS = 10;
    private static final int SLOTS = 1 << SLOT_BITS;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final Function<String, @Nullable T> meaning;
    private final byte[][] words = new byte[SLOTS][];
    private final long[] heads = new long[SLOTS];

    private final @Nullable Object[] meanings = new Object[SLOTS];
    private int known;

    /** The last short word and what it means: most columns say the same again and again. */
    private long lastHead;

    private int lastLength = -1;
    private @Nullable T last;

    /**
     * @param meaning of a word that was not met before; null when it has none
     */
    public Vocabulary(Function<String, @Nullable T> meaning) {
        this.meaning = meaning;
    }

    /** What this word, UTF-8, stands for; null when it has no meaning. */
    public @Nullable T get(byte[] bytes, int from, int to) {
        long head = head(bytes, from, to);
        if (head == lastHead && to - from == lastLength) {
            return last;
        }
        T found = find(head, bytes, from, to);
        if (to - from <= Long.BYTES) {
            lastHead = head;
            lastLength = to - from;
            last = found;
        }
        return found;
    }

    @SuppressWarnings("unchecked") // only meanings are in there
    private @Nullable T find(long head, byte[] bytes, int from, int to) {
        int slot = (int) (((head + to - from) * MIX) >>> (Long.SIZE - SLOT_BITS));
        while (words[slot] != null) {
            if (heads[slot] == head && same(words[slot], bytes, from, to)) {
                return (T) meanings[slot];
            }
            slot = (slot + 1) & (SLOTS - 1);
        }
        T found = meaning.apply(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        if (known < LIMIT && to - from <= MAX_BYTES) {
            known++;
            words[slot] = Arrays.copyOfRange(bytes, from, to);
            heads[slot] = head;
            meanings[slot] = found;
        }
        return found;
    }

    /** The word's first eight bytes at most. */
    private static long head(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, Long.BYTES);
        if (length == 0) {
            return 0;
        }
        if (from + Long.BYTES <= bytes.length) {
            return (long) Utf8.LONGS.get(bytes, from) & (-1L >>> ((Long.BYTES - length) << 3));
        }
        long head = 0;
        for (int i = length - 1; i >= 0; i--) {
            head = (head << 8) | (bytes[from + i] & 0xff);
        }
        return head;
    }

    private static boolean same(byte[] word, byte[] bytes, int from, int to) {
        return word.length == to - from
                && (word.length <= Long.BYTES
                        || Arrays.equals(word, Long.BYTES, word.length, bytes, from + 8, to));
    }
}
