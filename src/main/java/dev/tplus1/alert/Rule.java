package dev.tplus1.alert;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Risk;
import dev.tplus1.entry.Money;

import java.util.List;
import java.util.Set;

/**
 * What one channel is told. First it chooses: accounts ({@link #covers}) and breaks ({@link
 * #counts}), which whoever makes the digest asks for each. Then {@link #tells} says whether the
 * digest made of them is sent at all. Immutable.
 *
 * @param when how much must have happened
 * @param minRisk breaks of less risk do not count
 * @param minAmounts breaks of less money do not count, one limit per currency; a currency that is
 *     not listed has no limit
 * @param accounts the only accounts it is about; empty: all
 * @param types the only types that count; empty: all
 * @param olderThanDays breaks that are younger than so many days do not count; 0: all count
 */
public record Rule(
        When when,
        Risk minRisk,
        List<Money> minAmounts,
        Set<String> accounts,
        Set<BreakType> types,
        int olderThanDays) {
    /** Told after every run, of everything. */
    public static final Rule EVERYTHING =
            new Rule(When.ALWAYS, Risk.LOW, List.of(), Set.of(), Set.of(), 0);

    public Rule {
        minAmounts = List.copyOf(minAmounts);
        accounts = Set.copyOf(accounts);
        types = Set.copyOf(types);
        if (olderThanDays < 0) {
            throw new IllegalArgumentException("must not be negative");
        }
        if (minAmounts.stream().map(Money::currency).distinct().count() < minAmounts.size()) {
            throw new IllegalArgumentException("two limits are of one currency");
        }
    }

    /** How much must have happened. */
    public enum When {
        /** Every run, a clean night too. */
        ALWAYS,
        /** There is any break, be it watched or repaired, or any failure. */
        BREAKS,
        /** A break needs a person, or there is any failure. */
        NEEDS_PERSON,
        /** A date was held back, refused, not ready or empty, or failed. */
        FAILURES
    }

    /** Whether it is about this account. */
    public boolean covers(String account) {
        return accounts.isEmpty() || accounts.contains(account);
    }

    /** Whether this break, which needs a person, counts. */
    public boolean counts(String account, BreakType type, Risk risk, Money amount, int days) {
        return covers(account)
                && (types.isEmpty() || types.contains(type))
                && risk.compareTo(minRisk) >= 0
                && minAmounts.stream()
                        .filter(least -> least.currency().equals(amount.currency()))
                        .allMatch(least -> amount.absolute().minor() >= least.minor())
                && days >= olderThanDays;
    }

    /** Whether it chooses among breaks: then only a break that counts is one. */
    public boolean chooses() {
        return !types.isEmpty()
                || minRisk != Risk.LOW
                || !minAmounts.isEmpty()
                || olderThanDays > 0;
    }

    /**
     * Whether this digest, made by this rule, is sent. A sample always is, and so is one that names
     * a channel in trouble: nobody else would hear of it.
     */
    public boolean tells(Digest digest) {
        boolean failed = digest.accounts().stream().anyMatch(line -> line.outcome().failure());
        if (digest.sample() || failed || !digest.failing().isEmpty()) {
            return true;
        }
        return switch (when) {
            case ALWAYS -> true;
            case BREAKS ->
                    digest.counted() > 0
                            || (!chooses()
                                    && digest.accounts().stream().anyMatch(Digest.Line::anyBreak));
            case NEEDS_PERSON -> digest.counted() > 0;
            case FAILURES -> false;
        };
    }
}
