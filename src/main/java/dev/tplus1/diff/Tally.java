package dev.tplus1.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Counts and sums by kind and currency. The sums are kept wider than a long and checked when they
 * are read, so that whether they fit depends on no order. Not thread-safe.
 */
final class Tally {
    private int[] codes = new int[4];
    private long[] counts = new long[4];
    private long[] low = new long[4];
    private long[] high = new long[4];
    private int used;
    private int last;

    /** The code is {@link PackedRow#kindAndCurrency}. */
    void add(int code, long minor) {
        int at = last < used && codes[last] == code ? last : place(code);
        counts[at]++;
        sum(at, minor);
    }

    void add(Tally other) {
        for (int i = 0; i < other.used; i++) {
            int at = place(other.codes[i]);
            counts[at] = Math.addExact(counts[at], other.counts[i]);
            sum(at, other.low[i]);
            high[at] += other.high[i];
        }
    }

    /**
     * By kind and currency code.
     *
     * @throws Total.TooLargeException when a sum does not fit a long
     */
    List<Total> totals() {
        List<Total> totals = new ArrayList<>();
        for (int i = 0; i < used; i++) {
            Total total =
                    new Total(
                            PackedRow.kind(codes[i]),
                            PackedRow.currency(codes[i]),
                            counts[i],
                            low[i]);
            if (high[i] != 0) {
                throw new Total.TooLargeException(total.currency(), total.count());
            }
            totals.add(total);
        }
        totals.sort(
                Comparator.comparing(Total::kind)
                        .thenComparing(total -> total.currency().getCurrencyCode()));
        return List.copyOf(totals);
    }

    private void sum(int at, long minor) {
        long sum = low[at] + minor;
        if (((low[at] ^ sum) & (minor ^ sum)) < 0) {
            high[at] += minor < 0 ? -1 : 1;
        }
        low[at] = sum;
    }

    private int place(int code) {
        for (int i = 0; i < used; i++) {
            if (codes[i] == code) {
                last = i;
                return i;
            }
        }
        if (used == codes.length) {
            codes = Arrays.copyOf(codes, 2 * used);
            counts = Arrays.copyOf(counts, 2 * used);
            low = Arrays.copyOf(low, 2 * used);
            high = Arrays.copyOf(high, 2 * used);
        }
        codes[used] = code;
        last = used;
        return used++;
    }
}
