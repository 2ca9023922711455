package dev.tplus1.breaks;

import dev.tplus1.entry.EntryKey;

import java.util.List;

/**
 * What one revision made of its date: staged by its run, and its permanent record afterwards.
 *
 * @param findings the breaks, in an order that is kept
 * @param changes what it means for breaks that it did not classify anew
 * @param crossed keys of the statement entries that it matched with a booking outside the day
 * @param summaryJson the run's own figures, stored as they are
 */
public record Classification(
        List<Finding> findings,
        List<BreakChange> changes,
        List<EntryKey> crossed,
        String summaryJson) {
    public Classification {
        findings = List.copyOf(findings);
        changes = List.copyOf(changes);
        crossed = List.copyOf(crossed);
    }
}
