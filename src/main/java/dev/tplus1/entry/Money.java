package dev.tplus1.entry;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Currency;

/**
 * An exact amount: minor units (cents, fen, yen, fils) of an ISO 4217 currency. Never rounds: text
 * with more decimals than the currency has is refused, and sums that leave the range of a long
 * fail.
 */
public record Money(long minor, Currency currency) {
    /** The longest amount text that is read at all; a long has 19 digits. */
    private static final int MAX_TEXT = 24;

    public Money {
        if (currency.getDefaultFractionDigits() < 0) {
            throw new IllegalArgumentException(currency.getCurrencyCode() + " has no minor unit");
        }
    }

    /**
     * The currency with this ISO 4217 code.
     *
     * @throws IllegalArgumentException saying so when there is none, or when it has no minor unit
     */
    public static Currency currency(String code) {
        Currency currency;
        try {
            currency = Currency.getInstance(code);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException(quoted(code) + " is not an ISO 4217 currency");
        }
        if (currency.getDefaultFractionDigits() < 0) {
            throw new IllegalArgumentException(code + " has no minor unit");
        }
        return currency;
    }

    /**
     * Reads a plain decimal such as {@code 12}, {@code -0.50} or {@code 1.234}: an optional minus,
     * digits, and at most as many decimals as the currency has. No thousands separators, no
     * exponent.
     *
     * @throws IllegalArgumentException whose message says what is wrong with the text
     */
    public static Money parse(String text, Currency currency) {
        int decimals = currency.getDefaultFractionDigits();
        int length = text.length();
        if (length == 0 || length > MAX_TEXT) {
            throw new IllegalArgumentException(
                    length == 0 ? "the amount is empty" : "the amount is too long");
        }
        boolean negative = text.charAt(0) == '-';
        int point = text.indexOf('.');
        int wholeEnd = point < 0 ? length : point;
        int wholeStart = negative ? 1 : 0;
        if (wholeStart == wholeEnd || point == length - 1) {
            throw new IllegalArgumentException(quoted(text) + " is not an amount");
        }
        long minor = 0;
        int given = 0;
        try {
            for (int i = wholeStart; i < length; i++) {
                char c = text.charAt(i);
                if (i == point) {
                    continue;
                }
                if (c < '0' || c > '9') {
                    throw new IllegalArgumentException(quoted(text) + " is not an amount");
                }
                minor = Math.addExact(Math.multiplyExact(minor, 10L), c - '0');
                given += point >= 0 && i > point ? 1 : 0;
            }
            if (given > decimals) {
                throw new IllegalArgumentException(
                        quoted(text)
                                + " has more decimals than "
                                + currency.getCurrencyCode()
                                + " ("
                                + decimals
                                + ")");
            }
            for (int i = given; i < decimals; i++) {
                minor = Math.multiplyExact(minor, 10L);
            }
        } catch (ArithmeticException _) {
            throw new IllegalArgumentException(quoted(text) + " is too large");
        }
        return new Money(negative ? -minor : minor, currency);
    }

    /** The sum of both; fails on mixed currencies and on overflow. */
    public Money plus(Money other) {
        same(other);
        return new Money(Math.addExact(minor, other.minor), currency);
    }

    /** This less the other; fails on mixed currencies and on overflow. */
    public Money minus(Money other) {
        same(other);
        return new Money(Math.subtractExact(minor, other.minor), currency);
    }

    public Money negated() {
        return new Money(Math.negateExact(minor), currency);
    }

    public Money absolute() {
        return minor < 0 ? negated() : this;
    }

    /** The plain decimal with the currency's own number of decimals, as {@link #parse} reads it. */
    public String decimal() {
        return value().toPlainString();
    }

    /** Writes what {@link #decimal} gives there, in ASCII, without an object; where it ends. */
    public int putDecimal(byte[] into, int at) {
        int decimals = currency.getDefaultFractionDigits();
        if (minor < 0 || decimals == 0) {
            byte[] text = decimal().getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(text, 0, into, at, text.length);
            return at + text.length;
        }
        int digits = 1;
        for (long rest = minor / 10; rest > 0; rest /= 10) {
            digits++;
        }
        int end = at + Math.max(digits, decimals + 1) + 1;
        int point = end - decimals - 1;
        long rest = minor;
        for (int i = end - 1; i >= at; i--) {
            if (i == point) {
                into[i] = '.';
            } else {
                into[i] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
        }
        return end;
    }

    /** The amount in major units, its scale the currency's. */
    public BigDecimal value() {
        return BigDecimal.valueOf(minor, currency.getDefaultFractionDigits());
    }

    @Override
    public String toString() {
        return decimal() + " " + currency.getCurrencyCode();
    }

    /** Text from outside as a message may show it: bounded, without control characters. */
    private static String quoted(String text) {
        String bounded = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "..." : text;
        return '"' + bounded.replaceAll("\\p{Cc}", "?") + '"';
    }

    private void same(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("cannot add " + currency + " and " + other.currency);
        }
    }
}
