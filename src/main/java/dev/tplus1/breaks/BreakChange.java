package dev.tplus1.breaks;

/**
 * What a run means for a break that it did not classify anew: one of the same date that is gone, or
 * one of another date that this run's statement or books explain or let fall due.
 *
 * @param identityHash the break's {@link BreakIdentity#hash}
 * @param note one plain sentence for the audit trail
 */
public record BreakChange(String identityHash, Fate fate, String note) {
    /** How it ends, or goes on. */
    public enum Fate {
        /** The books now explain it. */
        CLOSED,
        /** The statement no longer has its entry. */
        WITHDRAWN,
        /** A neighbouring date carries its entry, or the books have the refund. */
        RESOLVED,
        /**
         * A suspense that fell due: now a person must look; a cut-off becomes missing at provider.
         */
        ESCALATED
    }
}
