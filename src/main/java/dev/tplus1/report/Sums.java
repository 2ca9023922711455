package dev.tplus1.report;

import dev.tplus1.breaks.Break;
import dev.tplus1.entry.Money;
import dev.tplus1.report.words.Words;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How much money some breaks are about: the sum of their absolute differences, per currency, never
 * added together. In the order of currency codes.
 */
public record Sums(SortedMap<Currency, Long> minor) {
    /** How many amounts a sentence names before it only counts the currencies. */
    private static final int NAMED = 3;

    public Sums {
        minor = Collections.unmodifiableSortedMap(minor);
    }

    /** Of these breaks; of a mismatch of currencies both amounts. */
    public static Sums of(Iterable<Break> breaks) {
        Adder sums = new Adder();
        breaks.forEach(each -> sums.add(Difference.of(each)));
        return sums.sums();
    }

    /** Adds up, without an object for each amount. */
    static final class Adder {
        private final Map<Currency, long[]> minor = new HashMap<>();

        /** Takes a break's differences; of a mismatch of currencies both amounts. */
        void add(List<Money> differences) {
            for (Money money : differences) {
                long[] sum = minor.computeIfAbsent(money.currency(), _ -> new long[1]);
                sum[0] = Math.addExact(sum[0], Math.absExact(money.minor()));
            }
        }

        Sums sums() {
            SortedMap<Currency, Long> sums =
                    new TreeMap<>(Comparator.comparing(Currency::getCurrencyCode));
            minor.forEach((currency, sum) -> sums.put(currency, sum[0]));
            return new Sums(sums);
        }
    }

    /** All of these together. */
    public static Sums total(Iterable<Sums> parts) {
        SortedMap<Currency, Long> sums =
                new TreeMap<>(Comparator.comparing(Currency::getCurrencyCode));
        for (Sums each : parts) {
            each.minor.forEach((currency, minor) -> sums.merge(currency, minor, Math::addExact));
        }
        return new Sums(sums);
    }

    /** One for each currency. */
    public List<Money> amounts() {
        List<Money> amounts = new ArrayList<>();
        for (Map.Entry<Currency, Long> each : minor.entrySet()) {
            amounts.add(new Money(each.getValue(), each.getKey()));
        }
        return amounts;
    }

    /** {@code CNY 3.00}, {@code EUR 310.00 and USD 95.00}; from the fourth on only a count. */
    public String sentence(Words words) {
        List<String> parts = amounts().stream().map(words::coded).toList();
        if (parts.size() <= NAMED) {
            return words.list(parts);
        }
        List<String> named = new ArrayList<>(parts.subList(0, NAMED));
        named.add(words.count("sums.more", parts.size() - NAMED));
        return words.list(named);
    }

    /** The largest of them in major units, to order by; compares, never adds. */
    BigDecimal largest() {
        return amounts().stream()
                .map(Money::value)
                .max(Comparator.naturalOrder())
                .orElse(BigDecimal.ZERO);
    }
}
