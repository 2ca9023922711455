package dev.tplus1.provider.stripe;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Which balance transactions were seen, each with a number: by 96 bits of their ids' SHA-256, in
 * some 30 bytes each. That two ids have one hash has odds of 1 in 10^15 among ten million. Not
 * thread-safe.
 */
final class SeenIds {
    private static final int FIRST_SLOTS = 1 << 8;

    private final MessageDigest digest = sha256();
    private long[] high = new long[FIRST_SLOTS];
    private int[] low = new int[FIRST_SLOTS];
    private int[] numbers = new int[FIRST_SLOTS];
    private int size;

    /**
     * Notes one that was not seen before.
     *
     * @return the number that was noted with it before; null where it was not seen
     */
    @Nullable Integer add(String id, int number) {
        ByteBuffer hash = ByteBuffer.wrap(digest.digest(id.getBytes(StandardCharsets.UTF_8)));
        long newHigh = hash.getLong();
        int newLow = hash.getInt() | 1; // an empty slot has 0 there
        int slot = slot(newHigh, newLow);
        if (low[slot] != 0) {
            return numbers[slot];
        }
        if (++size > low.length / 4 * 3) {
            grow();
            slot = slot(newHigh, newLow);
        }
        high[slot] = newHigh;
        low[slot] = newLow;
        numbers[slot] = number;
        return null;
    }

    /** Where it is, or where it goes: one or another slot is always empty. */
    private int slot(long wantedHigh, int wantedLow) {
        int last = low.length - 1;
        int slot = (int) wantedHigh & last;
        while (low[slot] != 0 && (low[slot] != wantedLow || high[slot] != wantedHigh)) {
            slot = slot + 1 & last;
        }
        return slot;
    }

    private void grow() {
        long[] oldHigh = high;
        int[] oldLow = low;
        int[] oldNumbers = numbers;
        int slots = Math.multiplyExact(low.length, 2);
        high = new long[slots];
        low = new int[slots];
        numbers = new int[slots];
        for (int i = 0; i < oldLow.length; i++) {
            if (oldLow[i] != 0) {
                int slot = slot(oldHigh[i], oldLow[i]);
                high[slot] = oldHigh[i];
                low[slot] = oldLow[i];
                numbers[slot] = oldNumbers[i];
            }
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
