package dev.tplus1.delimited;

/** Plain decimals in slices of bytes, as exact longs. */
public final class Amounts {
    /** What is not an amount; no amount has this value. */
    public static final long NONE = Long.MIN_VALUE;

    private static final int MAX_BYTES = 24;

    /** So many digits fit a long, whichever they are. */
    private static final int SAFE_DIGITS = 18;

    private static final long[] TENS = tens();

    private Amounts() {}

    /**
     * Reads a plain decimal such as {@code 12}, {@code -0.50} or {@code 1.234}: an optional minus,
     * digits, and at most as many decimals as are asked for, within 24 bytes.
     *
     * @param decimals of the unit that is counted, 0 to 18
     * @return {@link #NONE} for anything else, and for what is more than a long holds
     */
    public static long read(byte[] bytes, int from, int to, int decimals) {
        int at = from;
        boolean negative = at < to && bytes[at] == '-';
        at += negative ? 1 : 0;
        int whole = at;
        long value = 0;
        int digit = at < to ? bytes[at] - '0' : -1;
        while (digit >= 0 && digit <= 9) {
            value = value * 10 + digit;
            at++;
            digit = at < to ? bytes[at] - '0' : -1;
        }
        int given = 0;
        if (at > whole && at < to - 1 && bytes[at] == '.') {
            int point = at++;
            while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
                value = value * 10 + (bytes[at] - '0');
                at++;
            }
            given = at - point - 1;
        }
        if (at < to || at == whole || given > decimals || to - from > MAX_BYTES) {
            return NONE;
        }
        if (at - whole + decimals - given > SAFE_DIGITS) {
            return exact(bytes, whole, to, decimals - given, negative);
        }
        value *= TENS[decimals - given];
        return negative ? -value : value;
    }

    /** The same with a look at each step: what was read above may have run over. */
    private static long exact(byte[] bytes, int from, int to, int zeros, boolean negative) {
        long value = 0;
        try {
            for (int i = from; i < to; i++) {
                if (bytes[i] != '.') {
                    value = Math.addExact(Math.multiplyExact(value, 10L), bytes[i] - '0');
                }
            }
            for (int i = 0; i < zeros; i++) {
                value = Math.multiplyExact(value, 10L);
            }
        } catch (ArithmeticException _) {
            return NONE;
        }
        return negative ? -value : value;
    }

    private static long[] tens() {
        long[] tens = new long[SAFE_DIGITS + 1];
        tens[0] = 1;
        for (int i = 1; i < tens.length; i++) {
            tens[i] = tens[i - 1] * 10;
        }
        return tens;
    }
}
