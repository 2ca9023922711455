package dev.tplus1.nightly;

import dev.tplus1.entry.StatementChange;
import dev.tplus1.lease.LeaseOutcome.HeldBy;

import java.time.LocalDate;

/** What became of a concluded date whose statement was fetched again. */
public sealed interface Rechecked {
    String account();

    LocalDate date();

    /**
     * The provider says what the date's latest revision used.
     *
     * @param bytes whether in the very same bytes; else the same entries, written otherwise
     */
    record Same(String account, LocalDate date, int revision, boolean bytes)
            implements Rechecked {}

    /** It says otherwise, which is kept and recorded; another revision would use it. */
    record Revised(String account, LocalDate date, int revision, StatementChange change)
            implements Rechecked {}

    /** It has no statement of the date (any more). */
    record NotReady(String account, LocalDate date, String reason) implements Rechecked {}

    /** Its statement cannot be trusted; nothing was kept. */
    record Refused(String account, LocalDate date, String message) implements Rechecked {}

    /** A run holds this account and date. */
    record Busy(String account, LocalDate date, HeldBy holder) implements Rechecked {}

    /** Failed, and safe to try again. */
    record Failed(String account, LocalDate date, Throwable cause) implements Rechecked {}

    /** Asked to stop before this date. */
    record Stopped(String account, LocalDate date) implements Rechecked {}
}
