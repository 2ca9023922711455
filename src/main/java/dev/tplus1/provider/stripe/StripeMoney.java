package dev.tplus1.provider.stripe;

import dev.tplus1.entry.Money;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import java.util.Set;

/**
 * Stripe's amounts. Its minor units are not always ISO 4217's: some currencies have none although
 * ISO gives them two, some are sent in hundredths although they have none (docs.stripe.com,
 * "currencies").
 */
final class StripeMoney {
    private static final Set<String> WITHOUT_DECIMALS =
            Set.of(
                    "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND",
                    "VUV", "XAF", "XOF", "XPF");
    private static final Set<String> WITH_THREE = Set.of("BHD", "JOD", "KWD", "OMR", "TND");
    private static final int USUAL = 2;

    private StripeMoney() {}

    /** The currency of Stripe's lower-case code; what is none is not repeated. */
    static Currency currency(String code) {
        if (!code.matches("[A-Za-z]{3}")) {
            throw new IllegalArgumentException("a currency's three letters are expected");
        }
        return Money.currency(code.toUpperCase(Locale.ROOT));
    }

    /**
     * Money of an API amount; exact, or refused.
     *
     * @throws IllegalArgumentException when it is not a whole number of the currency's minor units
     */
    static Money ofApi(long amount, Currency currency) {
        return exact(decimal(amount, currency), currency);
    }

    /** An API amount in major units, exact. */
    static BigDecimal decimal(long amount, Currency currency) {
        String code = currency.getCurrencyCode();
        int decimals = WITHOUT_DECIMALS.contains(code) ? 0 : WITH_THREE.contains(code) ? 3 : USUAL;
        return BigDecimal.valueOf(amount, decimals);
    }

    /**
     * Money of a decimal in major units; zeros beyond the currency's decimals are allowed.
     *
     * @throws IllegalArgumentException when anything else is beyond them
     */
    static Money exact(BigDecimal amount, Currency currency) {
        try {
            int decimals = currency.getDefaultFractionDigits();
            return new Money(
                    amount.setScale(decimals).movePointRight(decimals).longValueExact(), currency);
        } catch (ArithmeticException _) {
            throw new IllegalArgumentException(
                    amount.toPlainString()
                            + " "
                            + currency.getCurrencyCode()
                            + " is not a whole number of the currency's minor units, or too large");
        }
    }
}
