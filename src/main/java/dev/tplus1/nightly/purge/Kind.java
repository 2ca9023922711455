package dev.tplus1.nightly.purge;

import dev.tplus1.job.Retention;

import org.jspecify.annotations.Nullable;

/** What goes, in the order in which it goes of a date. */
public enum Kind {
    /** What the archive has. */
    STATEMENTS,
    /** The files of reports. */
    REPORTS,
    /** What was classified, the breaks' lives, and what belonged to them. */
    BREAKS,
    /** Spring Batch's metadata. */
    BATCH,
    /** What channels were told; of the whole job. */
    NOTICES,
    /** Messages that were published; of the whole database of the books. */
    OUTBOX;

    /** Whether it is of an account's dates. */
    boolean dated() {
        return switch (this) {
            case STATEMENTS, REPORTS, BREAKS, BATCH -> true;
            case NOTICES, OUTBOX -> false;
        };
    }

    /** For how many days it is kept; none: for ever. */
    @Nullable Integer days(Retention retention) {
        return switch (this) {
            case STATEMENTS -> retention.statements();
            case REPORTS -> retention.reports();
            case BREAKS -> retention.breaks();
            case BATCH -> retention.batch();
            case NOTICES -> retention.notices();
            case OUTBOX -> retention.outbox();
        };
    }
}
