package dev.tplus1.reconcile;

import dev.tplus1.breaks.BreakChange;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Finding;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.ProofRow;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What comparing one day's statement with the books found. Nothing has been done about it yet.
 *
 * @param statementPayments the counted payments
 * @param otherDay the counted payments whose time is not on the day
 * @param ledgerEntries the entries booked in the day, of the kinds that the statement covers
 * @param settledDuringRun those among them that only a look-up saw
 * @param carried booked entries of the day that another date's statement carries
 * @param unexplainedEntries breaks of rules 7 to 9, 15 and 25, by which suspect books are told
 * @param found the breaks; empty where they were shown to somebody instead
 * @param counts how many breaks of each type there are
 * @param crossed keys of statement entries that were matched across the cut-off
 * @param imbalance how the statement's entries differ from the sum of the buckets in which they
 *     ended, in words; empty, as it must be, when they do not
 * @param changes what this means for breaks that were found earlier, once the day is not held back
 * @param verdict whether the statement or the books look wrong as a whole
 */
public record Reconciliation(
        int statementEntries,
        int statementPayments,
        int otherDay,
        int ledgerEntries,
        int settledDuringRun,
        int matched,
        int matchedAcrossCutoff,
        int carried,
        int unexplainedEntries,
        List<Finding> found,
        Map<BreakType, Long> counts,
        Set<EntryKey> crossed,
        List<BreakChange> changes,
        List<ProofRow> proof,
        String imbalance,
        Verdict verdict) {

    /** How the day looks as a whole. */
    public enum Verdict {
        /** Nothing looks wrong as a whole. */
        SOUND,
        /** An empty statement beside booked entries. */
        SUSPECT_EMPTY,
        /**
         * So much is unknown that the books are empty, of another merchant, or read in the wrong
         * zone.
         */
        SUSPECT_BOOKS
    }
}
