package dev.tplus1.nightly.known;

import dev.tplus1.entry.BusinessDate;
import dev.tplus1.lease.LeaseOutcome.HeldBy;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/**
 * How an account's date stands.
 *
 * @param revision the latest concluded one's number; 0 where there is none
 * @param outcome of that revision, else of the last run that concluded none, as it is filed; none
 *     where no run has ended
 * @param decide how many of its breaks wait for a person
 * @param watch how many the cut-off or the provider may still explain
 * @param at when it was concluded, or tried last; none where no run has ended
 * @param reason why it is not done, on one line; empty where there is nothing to say
 * @param running who is at work on it; none unless somebody is
 */
public record DateStanding(
        String account,
        BusinessDate day,
        State state,
        int revision,
        @Nullable String outcome,
        long decide,
        long watch,
        @Nullable Instant at,
        String reason,
        @Nullable HeldBy running) {

    /** What there is to do about a date. */
    public enum State {
        /** Reconciled. */
        DONE,
        /** A circuit breaker holds it back, and a person must decide. */
        HELD,
        /** It was held, a person approved it, and no run has applied it yet. */
        APPROVED,
        NOT_READY,
        REFUSED,
        SUSPECT_EMPTY,
        /** The last run of it failed, was stopped in the middle, or died. */
        FAILED,
        /** Somebody is at work on it now. */
        RUNNING,
        /** It is over, and no run of it has ended. */
        MISSING,
        /** It is not over yet, or before the account's first one. */
        NOT_DUE
    }
}
