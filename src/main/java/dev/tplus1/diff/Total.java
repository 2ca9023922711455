package dev.tplus1.diff;

import dev.tplus1.entry.Kind;

import java.util.Currency;

/**
 * How many rows of one kind and currency there are, and what they add up to, exactly.
 *
 * @param minor in minor units, as the rows have it: no sign of its kind
 */
public record Total(Kind kind, Currency currency, long count, long minor) {
    /** A sum does not fit a long. */
    public static final class TooLargeException extends ArithmeticException {
        private static final long serialVersionUID = 1;

        private final Currency currency;

        TooLargeException(Currency currency, long count) {
            super("the sum of " + count + " amounts in " + currency + " is too large");
            this.currency = currency;
        }

        public Currency currency() {
            return currency;
        }
    }
}
