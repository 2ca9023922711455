package dev.tplus1.report.index;

import dev.tplus1.entry.Money;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Sums by currency, in the order of the codes. */
final class Amounts {
    private Amounts() {}

    /** One of each currency; where it would leave the range of a long, as many as it takes. */
    static List<Money> sums(Stream<Money> amounts) {
        Map<String, List<Money>> sums = new TreeMap<>();
        amounts.forEach(money ->
                add(
                        sums.computeIfAbsent(
                                money.currency().getCurrencyCode(), _ -> new ArrayList<>()),
                        money));
        return sums.values().stream().flatMap(List::stream).toList();
    }

    private static void add(List<Money> sums, Money money) {
        if (sums.isEmpty()) {
            sums.add(money);
            return;
        }
        try {
            sums.set(sums.size() - 1, sums.getLast().plus(money));
        } catch (ArithmeticException _) {
            // both are said: a sum that is left out or wrong is worse
            sums.add(money);
        }
    }
}
