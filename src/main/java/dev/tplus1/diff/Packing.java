package dev.tplus1.diff;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An id as it stands in a packed row: its length in bytes and whether it is packed, then the bytes.
 * Digits, and nothing else, are packed two to a byte; everything else stands as it is. An id has
 * one packed form only, so that ids are equal exactly when their packed forms are. Ugly on purpose:
 * digits are checked and packed eight at a time.
 */
final class Packing {
    /** The longest id in bytes. */
    static final int MAX_ID = 0xffff;

    /** How many bytes a packed id may have more than the id. */
    static final int OVERHEAD = 3;

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private static final long HIGH_HALVES = 0xF0F0F0F0F0F0F0F0L;
    private static final long ZEROS = 0x3030303030303030L;
    private static final long SIXES = 0x0606060606060606L;

    private Packing() {}

    /** Writes the id at a place that has room for it; the end of what it has written. */
    static int write(byte[] id, int from, int to, byte[] out, int at) {
        int length = to - from;
        int start = at + prefix(length);
        if (length > 0) {
            int end = digits(id, from, to, out, start);
            if (end > 0) {
                writePrefix(length << 1 | 1, out, at);
                return end;
            }
        }
        writePrefix(length << 1, out, at);
        System.arraycopy(id, from, out, start, length);
        return start + length;
    }

    /** Where the packed id that begins here ends. */
    static int end(byte[] packed, int at) {
        int first = packed[at];
        return first >= 0 ? at + 1 + payload(first) : longEnd(packed, at);
    }

    static String read(byte[] packed, int at) {
        int prefix = readPrefix(packed, at);
        int length = prefix >>> 1;
        int start = at + prefix(length);
        if ((prefix & 1) == 0) {
            return text(packed, start, length);
        }
        byte[] digits = new byte[length];
        for (int i = length - 1, half = 2 * payload(prefix) - 1; i >= 0; i--, half--) {
            int both = packed[start + (half >>> 1)];
            digits[i] = (byte) ('0' + ((half & 1) == 0 ? both >>> 4 & 0xf : both & 0xf));
        }
        return new String(digits, StandardCharsets.ISO_8859_1);
    }

    /** The end of the packed digits, 0 when there is something else among them. */
    private static int digits(byte[] id, int from, int to, byte[] out, int start) {
        int in = from;
        int at = start;
        if ((to - from & 1) == 1) {
            int digit = id[in++] - '0';
            if (digit < 0 || digit > 9) {
                return 0;
            }
            out[at++] = (byte) digit;
        }
        int last = to - Long.BYTES;
        if (last < in) {
            return fewDigits(id, in, to, out, at);
        }
        int end = at + ((to - in) >>> 1);
        for (; in < last; in += Long.BYTES, at += Integer.BYTES) {
            long eight = (long) LONG.get(id, in);
            if (!allDigits(eight)) {
                return 0;
            }
            INT.set(out, at, squeezed(eight));
        }
        long eight = (long) LONG.get(id, last);
        if (!allDigits(eight)) {
            return 0;
        }
        INT.set(out, end - Integer.BYTES, squeezed(eight));
        return end;
    }

    private static int fewDigits(byte[] id, int from, int to, byte[] out, int start) {
        int at = start;
        for (int in = from; in < to; in += 2) {
            int high = id[in] - '0';
            int low = id[in + 1] - '0';
            if (high < 0 || high > 9 || low < 0 || low > 9) {
                return 0;
            }
            out[at++] = (byte) (high << 4 | low);
        }
        return at;
    }

    private static boolean allDigits(long eight) {
        return (eight & HIGH_HALVES) == ZEROS && ((eight + SIXES) & HIGH_HALVES) == ZEROS;
    }

    private static int squeezed(long eight) {
        long halves = eight & ~HIGH_HALVES;
        long bytes = (halves | halves >>> 4) & 0x00FF00FF00FF00FFL;
        long shorts = (bytes | bytes >>> 8) & 0x0000FFFF0000FFFFL;
        return (int) (shorts | shorts >>> 16);
    }

    /** How many bytes follow the prefix. */
    private static int payload(int prefix) {
        int length = prefix >>> 1;
        return (prefix & 1) == 0 ? length : (length + 1) >>> 1;
    }

    /** How many bytes length and form take: seven bits in each. */
    private static int prefix(int length) {
        return length < 1 << 6 ? 1 : length < 1 << 13 ? 2 : 3;
    }

    private static void writePrefix(int prefix, byte[] out, int at) {
        int rest = prefix;
        int to = at;
        while (rest >= 0x80) {
            out[to++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        out[to] = (byte) rest;
    }

    private static int readPrefix(byte[] packed, int at) {
        int prefix = 0;
        int from = at;
        int shift = 0;
        while (packed[from] < 0) {
            prefix |= (packed[from++] & 0x7f) << shift;
            shift += 7;
        }
        return prefix | packed[from] << shift;
    }

    private static int longEnd(byte[] packed, int at) {
        int prefix = readPrefix(packed, at);
        return at + prefix(prefix >>> 1) + payload(prefix);
    }

    private static String text(byte[] bytes, int from, int length) {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        // a reader's error would otherwise make two ids one
        if (text.indexOf('\ufffd') >= 0
                && !Arrays.equals(
                        text.getBytes(StandardCharsets.UTF_8),
                        Arrays.copyOfRange(bytes, from, from + length))) {
            throw new IllegalStateException("an id was added that is not UTF-8");
        }
        return text;
    }
}
