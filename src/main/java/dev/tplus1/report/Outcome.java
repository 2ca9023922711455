package dev.tplus1.report;

/** How a run of one account and date ended. */
public enum Outcome {
    /** Compared, the proof adds up, breaks are repaired or filed; concludes the date. */
    RECONCILED,
    /** Compared, but nothing was applied until a person approves; concludes the date. */
    HELD,
    /** The statement cannot be trusted; nothing was changed. */
    REFUSED,
    /** There is no statement yet; nothing was changed. */
    NOT_READY,
    /** The statement is empty while the books are not; nothing was changed. */
    SUSPECT_EMPTY,
    /** Unexpected; safe to run again. */
    FAILED;

    /** Whether the date is done with: it takes a revision and becomes the latest. */
    public boolean concludes() {
        return switch (this) {
            case RECONCILED, HELD -> true;
            case REFUSED, NOT_READY, SUSPECT_EMPTY, FAILED -> false;
        };
    }
}
