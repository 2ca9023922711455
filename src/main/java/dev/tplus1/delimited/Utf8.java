package dev.tplus1.delimited;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Whether bytes are UTF-8, as the JDK's strict decoder sees it. */
final class Utf8 {
    /** Eight bytes at once, the first one lowest. */
    static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static final long HIGH = 0x8080808080808080L;

    private Utf8() {}

    static boolean ascii(byte[] bytes, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            if (((long) LONGS.get(bytes, at) & HIGH) != 0) {
                return false;
            }
        }
        for (; at < to; at++) {
            if (bytes[at] < 0) {
                return false;
            }
        }
        return true;
    }

    static boolean valid(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            int lead = bytes[at];
            if (lead >= 0) {
                at++;
            } else if (lead >= (byte) 0xc2 && lead <= (byte) 0xdf) {
                if (!continued(bytes, at, to, 1)) {
                    return false;
                }
                at += 2;
            } else if (lead >= (byte) 0xe0 && lead <= (byte) 0xef) {
                if (!continued(bytes, at, to, 2)) {
                    return false;
                }
                int point = (lead & 0x0f) << 12 | (bytes[at + 1] & 0x3f) << 6;
                // no long form of what is shorter, no half of a surrogate pair
                if (point < 0x800 || (point >= 0xd800 && point <= 0xdfff)) {
                    return false;
                }
                at += 3;
            } else if (lead >= (byte) 0xf0 && lead <= (byte) 0xf4) {
                if (!continued(bytes, at, to, 3)) {
                    return false;
                }
                int point = (lead & 0x07) << 18 | (bytes[at + 1] & 0x3f) << 12;
                if (point < 0x10000 || point > 0x10ffff) {
                    return false;
                }
                at += 4;
            } else {
                return false;
            }
        }
        return true;
    }

    private static boolean continued(byte[] bytes, int lead, int to, int count) {
        if (to - lead <= count) {
            return false;
        }
        for (int i = 1; i <= count; i++) {
            if ((bytes[lead + i] & 0xc0) != 0x80) {
                return false;
            }
        }
        return true;
    }
}
