package dev.tplus1.reconcile;

import dev.tplus1.diff.Total;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementEntry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the statement's entries ended, counted and summed per currency beside the work, so that an
 * entry which ended nowhere or twice is noticed whatever went wrong. One thread.
 */
final class Buckets {
    /** Every statement entry ends in one of these. */
    enum Bucket {
        MATCHED,
        CROSSED,
        BROKEN
    }

    /** Payments less refunds, in minor units. */
    private record Tally(long count, long minor) {
        static final Tally NONE = new Tally(0, 0);

        Tally plus(Tally other) {
            return new Tally(Math.addExact(count, other.count), Math.addExact(minor, other.minor));
        }

        static Tally of(Kind kind, long count, long minor) {
            return new Tally(count, Math.multiplyExact(kind.sign(), minor));
        }
    }

    private final Map<Bucket, Map<Currency, Tally>> buckets = new EnumMap<>(Bucket.class);

    void add(Bucket bucket, StatementEntry entry) {
        Money amount = entry.amount();
        sums(bucket)
                .merge(amount.currency(), Tally.of(entry.kind(), 1, amount.minor()), Tally::plus);
    }

    /** Many at once. */
    void add(Bucket bucket, Total total) {
        add(sums(bucket), total);
    }

    /** All that another one has. */
    void add(Buckets other) {
        other.buckets.forEach((bucket, sums) ->
                sums.forEach(
                        (currency, tally) -> sums(bucket).merge(currency, tally, Tally::plus)));
    }

    private Map<Currency, Tally> sums(Bucket bucket) {
        return buckets.computeIfAbsent(bucket, _ -> byCode());
    }

    /**
     * How these sums, made while the statement was read, differ from what is in the buckets; empty
     * when they do not.
     */
    String imbalance(List<Total> totals) {
        Map<Currency, Tally> wanted = byCode();
        totals.forEach(total -> add(wanted, total));
        Map<Currency, Tally> got = byCode();
        buckets.values()
                .forEach(bucket ->
                        bucket.forEach(
                                (currency, tally) -> got.merge(currency, tally, Tally::plus)));
        if (wanted.equals(got)) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        Map<Currency, Tally> all = byCode();
        all.putAll(wanted);
        all.putAll(got);
        for (Currency currency : all.keySet()) {
            Tally has = wanted.getOrDefault(currency, Tally.NONE);
            Tally is = got.getOrDefault(currency, Tally.NONE);
            if (!has.equals(is)) {
                lines.add(
                        "the statement has "
                                + words(has, currency)
                                + ", matched, across the cut-off and breaks together are "
                                + words(is, currency));
            }
        }
        return String.join("; ", lines) + ".";
    }

    private static String words(Tally tally, Currency currency) {
        return tally.count() + " entries of " + new Money(tally.minor(), currency);
    }

    private static void add(Map<Currency, Tally> sums, Total total) {
        sums.merge(
                total.currency(),
                Tally.of(total.kind(), total.count(), total.minor()),
                Tally::plus);
    }

    private static Map<Currency, Tally> byCode() {
        return new TreeMap<>(Comparator.comparing(Currency::getCurrencyCode));
    }
}
