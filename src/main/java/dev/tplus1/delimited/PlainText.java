package dev.tplus1.delimited;

/** Tells texts that need no closer look. */
public final class PlainText {
    private static final long BLANKS = 0x2020202020202020L;
    private static final long ONES = 0x0101010101010101L;

    private PlainText() {}

    /**
     * Whether a text is ASCII without control characters, and no longer than so many characters.
     */
    public static boolean fits(byte[] bytes, int from, int to, int most) {
        int length = to - from;
        if (length > most) {
            return false;
        }
        int last = to - Long.BYTES;
        if (last < from) {
            return fewFit(bytes, from, to);
        }
        // the last eight overlap the ones before
        long unfit = unfit((long) Utf8.LONGS.get(bytes, last));
        for (int at = from; at < last; at += Long.BYTES) {
            unfit |= unfit((long) Utf8.LONGS.get(bytes, at));
        }
        return (unfit & Utf8.HIGH) == 0;
    }

    /** The highest bit of one byte at least is set when there is one that does not fit. */
    private static long unfit(long eight) {
        // not ASCII; below a blank; the delete character
        return eight | (eight - BLANKS) | (eight + ONES);
    }

    private static boolean fewFit(byte[] bytes, int from, int to) {
        boolean plain = true;
        for (int i = from; i < to && plain; i++) {
            plain = bytes[i] >= ' ' && bytes[i] != 0x7f;
        }
        return plain;
    }
}
