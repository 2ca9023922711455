package dev.tplus1.statement.input;

import dev.tplus1.statement.Shown;

import java.math.BigDecimal;

/**
 * Plain decimals as longs of a fixed number of decimals, for control totals: exact, without an
 * object for each cell.
 */
public final class ScaledAmount {
    private static final int MAX_CHARS = 24;

    private ScaledAmount() {}

    /**
     * Reads {@code 12}, {@code -0.50} and the like: an optional minus, digits, at most {@code
     * scale} decimals.
     *
     * @throws IllegalArgumentException whose message says what is wrong with the text
     */
    public static long parse(String text, int scale) {
        int length = text.length();
        if (length == 0 || length > MAX_CHARS) {
            throw new IllegalArgumentException(length == 0 ? "it is empty" : "it is too long");
        }
        boolean negative = text.charAt(0) == '-';
        int point = text.indexOf('.');
        int first = negative ? 1 : 0;
        if ((point < 0 ? length : point) == first || point == length - 1) {
            throw notNumber(text);
        }
        int decimals = point < 0 ? 0 : length - 1 - point;
        if (decimals > scale) {
            throw new IllegalArgumentException(
                    Shown.quoted(text) + " has more than " + scale + " decimals");
        }
        long value = 0;
        try {
            for (int i = first; i < length; i++) {
                char c = text.charAt(i);
                if (i == point) {
                    continue;
                }
                if (c < '0' || c > '9') {
                    throw notNumber(text);
                }
                value = Math.addExact(Math.multiplyExact(value, 10L), c - '0');
            }
            for (int i = decimals; i < scale; i++) {
                value = Math.multiplyExact(value, 10L);
            }
        } catch (ArithmeticException _) {
            throw new IllegalArgumentException(Shown.quoted(text) + " is too large");
        }
        return negative ? -value : value;
    }

    /** The decimal with at least two of its decimals, and no zeros after them. */
    public static String text(long value, int scale) {
        BigDecimal decimal = BigDecimal.valueOf(value, scale).stripTrailingZeros();
        return decimal.setScale(Math.max(decimal.scale(), 2)).toPlainString();
    }

    private static IllegalArgumentException notNumber(String text) {
        return new IllegalArgumentException(Shown.quoted(text) + " is not a number");
    }
}
