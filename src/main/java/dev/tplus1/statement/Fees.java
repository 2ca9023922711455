package dev.tplus1.statement;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Sums what the provider took, exactly, by currency. Not thread-safe. */
final class Fees {
    private final Map<Currency, Sum> sums = new HashMap<>();

    /** Most rows are in one currency, and one scale: a long does, until it does not. */
    private static final class Sum {
        private BigDecimal exact = BigDecimal.ZERO;
        private long scaled;
        private int decimals;

        void add(long amount, int newDecimals) {
            long sum = scaled + amount;
            boolean fits = ((scaled ^ sum) & (amount ^ sum)) >= 0;
            if (newDecimals == decimals && fits) {
                scaled = sum;
            } else {
                exact = exact();
                scaled = amount;
                decimals = newDecimals;
            }
        }

        BigDecimal exact() {
            return exact.add(BigDecimal.valueOf(scaled, decimals));
        }
    }

    void add(Currency currency, BigDecimal amount) {
        Sum sum = sum(currency);
        sum.exact = sum.exact.add(amount);
    }

    void add(Currency currency, long amount, int decimals) {
        sum(currency).add(amount, decimals);
    }

    private Sum sum(Currency currency) {
        return sums.computeIfAbsent(currency, _ -> new Sum());
    }

    Map<Currency, BigDecimal> sums() {
        return sums.entrySet().stream()
                .collect(
                        Collectors.toUnmodifiableMap(
                                Map.Entry::getKey,
                                sum -> shortest(sum.getValue().exact(), sum.getKey())));
    }

    /** All decimals that say something, and never fewer than the currency has. */
    private static BigDecimal shortest(BigDecimal amount, Currency currency) {
        BigDecimal stripped = amount.stripTrailingZeros();
        return stripped.setScale(Math.max(stripped.scale(), currency.getDefaultFractionDigits()));
    }
}
