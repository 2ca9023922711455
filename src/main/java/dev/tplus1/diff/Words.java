package dev.tplus1.diff;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes taken eight at a time: hashes and equality of ids. Ugly on purpose, for it runs several
 * times for every row; the last word of a slice overlaps the one before it, so that there is no
 * loop over single bytes.
 */
final class Words {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ODD = 0x9E3779B97F4A7C15L;
    private static final long OTHER_ODD = 0xD6E8FEB86659FD93L;

    private Words() {}

    static long getLong(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static void putLong(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }

    static int getInt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static void putInt(byte[] bytes, int at, int value) {
        INT.set(bytes, at, value);
    }

    /** The hash of any slice. */
    static long hash(byte[] bytes, int from, int to, int salt) {
        int last = to - Long.BYTES;
        if (last >= from) {
            return words(bytes, from, last, salt);
        }
        long word = 0;
        for (int i = from; i < to; i++) {
            word = word << 8 | (bytes[i] & 0xff);
        }
        return end(begin(to - from, salt) ^ word);
    }

    /** The hash of a slice that has at least eight bytes before its end in the array. */
    static long hashInside(byte[] bytes, int from, int to, int salt) {
        int last = to - Long.BYTES;
        return last >= from
                ? words(bytes, from, last, salt)
                : end(begin(to - from, salt) ^ shortWord(bytes, from, to));
    }

    /** Whether two slices of this length are equal, both with eight bytes before their ends. */
    static boolean equalInside(byte[] a, int aFrom, byte[] b, int bFrom, int length) {
        int last = length - Long.BYTES;
        if (last < 0) {
            return length == 0
                    || shortWord(a, aFrom, aFrom + length) == shortWord(b, bFrom, bFrom + length);
        }
        for (int i = 0; i < last; i += Long.BYTES) {
            if (getLong(a, aFrom + i) != getLong(b, bFrom + i)) {
                return false;
            }
        }
        return getLong(a, aFrom + last) == getLong(b, bFrom + last);
    }

    /**
     * A number made of the last bytes of such a slice alone, of as many bits as a long has beyond
     * {@code shift}: for a first look.
     */
    static int lastInside(byte[] bytes, int from, int to, int shift) {
        long last =
                to - Long.BYTES >= from
                        ? getLong(bytes, to - Long.BYTES)
                        : shortWord(bytes, from, to);
        return (int) ((last * ODD) >>> shift);
    }

    /** Other bits of the same hash, for each level of splitting. */
    static int other(long hash, int level, int fanout) {
        long mixed = end((hash + level) * OTHER_ODD);
        return (int) ((mixed >>> 33) % fanout);
    }

    private static long words(byte[] bytes, int from, int last, int salt) {
        long hash = begin(last - from, salt);
        for (int i = from; i < last; i += Long.BYTES) {
            hash = mix(hash ^ getLong(bytes, i));
        }
        return end(hash ^ getLong(bytes, last));
    }

    /** One to seven bytes: what stands before them in the array is shifted out. */
    private static long shortWord(byte[] bytes, int from, int to) {
        return getLong(bytes, to - Long.BYTES) >>> (Long.SIZE - (to - from) * Byte.SIZE);
    }

    private static long begin(int length, int salt) {
        return (length * 4L + salt) * OTHER_ODD;
    }

    private static long mix(long hash) {
        long product = hash * ODD;
        return product ^ product >>> 32;
    }

    private static long end(long hash) {
        long product = mix(hash) * OTHER_ODD;
        return product ^ product >>> 29;
    }
}
