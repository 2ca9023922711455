package dev.tplus1.breaks.decide;

import dev.tplus1.entry.Money;

import java.util.Collection;
import java.util.Currency;
import java.util.Map;

/**
 * How many persons it takes to approve a replay.
 *
 * @param twoPerson whether it takes two
 * @param above only above this, in any currency; one that is not listed has the limit 0; empty: for
 *     every approval
 */
public record ApprovalSettings(boolean twoPerson, Map<Currency, Money> above) {
    /** What one person approves is approved. */
    public static final ApprovalSettings ONE_PERSON = new ApprovalSettings(false, Map.of());

    public ApprovalSettings {
        above = Map.copyOf(above);
    }

    /**
     * Whether it takes two to approve that these are replayed.
     *
     * @param sums one for each currency
     */
    public boolean takesTwo(Collection<Money> sums) {
        return twoPerson && (above.isEmpty() || sums.stream().anyMatch(this::exceeds));
    }

    /** Whether it depends on what is replayed. */
    public boolean bySum() {
        return twoPerson && !above.isEmpty();
    }

    private boolean exceeds(Money sum) {
        Currency currency = sum.currency();
        return sum.minor() > above.getOrDefault(currency, new Money(0, currency)).minor();
    }
}
