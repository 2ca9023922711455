package dev.tplus1.entry;

import java.util.Currency;

/**
 * The proof of one currency: payments positive, refunds negative, in minor units, over the books
 * before any replay. {@code ledger = statement - onlyInStatement - amountDifference - crossCutoff +
 * onlyInLedger}; both totals are summed on their own, so {@link #unexplained} can tell.
 */
public record ProofRow(
        Currency currency,
        long statement,
        long onlyInStatement,
        long onlyInLedger,
        long amountDifference,
        long crossCutoff,
        long ledger) {
    /** What the breaks do not explain; anything but zero fails the run. */
    public long unexplained() {
        long explained =
                Math.addExact(
                        Math.subtractExact(
                                Math.subtractExact(
                                        Math.subtractExact(statement, onlyInStatement),
                                        amountDifference),
                                crossCutoff),
                        onlyInLedger);
        return Math.subtractExact(ledger, explained);
    }

    /** One of the figures as money of this currency. */
    public Money money(long minor) {
        return new Money(minor, currency);
    }
}
