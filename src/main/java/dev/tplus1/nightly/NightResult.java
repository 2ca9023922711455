package dev.tplus1.nightly;

import dev.tplus1.diff.Total;
import dev.tplus1.entry.StatementChange;
import dev.tplus1.lease.LeaseOutcome.HeldBy;
import dev.tplus1.report.BreakGroups;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** How one account's date ended. */
public sealed interface NightResult {
    String account();

    LocalDate date();

    /** The word for it, as those who look on from outside are told. */
    default String word() {
        return switch (this) {
            case Ran ran -> ran.summary().outcome().name();
            case NotConcluded not -> not.outcome().name();
            case Already _ -> "ALREADY";
            case Fetched _ -> "FETCHED";
            case Busy _ -> "BUSY";
            case Failed _ -> "FAILED";
            case Stopped _ -> "STOPPED";
        };
    }

    /**
     * This run reconciled the date, held it back, or (dry run) looked at it.
     *
     * @param breaks what it classified, counted; none of the breaks themselves
     * @param folder where summary.json, breaks.csv and report.html are
     * @param leftUnused whether a statement was given and not used: the run finished what an
     *     earlier one had begun, with the statement of that one
     */
    record Ran(
            String account,
            LocalDate date,
            Summary summary,
            BreakGroups breaks,
            Path folder,
            boolean leftUnused)
            implements NightResult {}

    /** The date was concluded before; nothing was done. */
    record Already(
            String account, LocalDate date, Summary summary, Path folder, Instant concludedAt)
            implements NightResult {}

    /**
     * The statement is not ready, was refused, or is suspiciously empty; nothing was changed.
     *
     * @param message one line: what, where, expected and found, what to do
     */
    record NotConcluded(String account, LocalDate date, Outcome outcome, String message)
            implements NightResult {}

    /**
     * The statement was found, checked and kept, and compared with nothing.
     *
     * @param entries how many of its rows count
     * @param ignored how many moved nothing
     * @param totals counts and sums by kind and currency
     * @param checks what vouches for its being whole, in plain words
     * @param files the names of its files
     * @param against what the date's latest revision used, where it is concluded
     * @param underWay the run of the date that is not concluded, where there is one
     */
    record Fetched(
            String account,
            LocalDate date,
            String layout,
            long entries,
            long ignored,
            List<Total> totals,
            List<String> checks,
            String sha256,
            List<String> files,
            Kept kept,
            @Nullable Against against,
            @Nullable UnderWay underWay)
            implements NightResult {}

    /** What became of a statement that was fetched. */
    enum Kept {
        /** It is in the archive, and was not before. */
        ARCHIVED,
        /** The archive had the same bytes. */
        KNOWN,
        /** The archive has the same entries in other bytes, and that is enough. */
        SAME_ENTRIES
    }

    /**
     * A run that has staged what it found; whoever starts the date next goes on with it.
     *
     * @param same whether its statement is the very one that was fetched
     */
    record UnderWay(int revision, boolean same) {}

    /**
     * A concluded date's statement beside the one that its latest revision used.
     *
     * @param change what it says otherwise, which is recorded until a revision uses it; nothing
     *     where it says the same
     */
    record Against(int revision, StatementChange change) {}

    /** Another run holds this account and date. */
    record Busy(String account, LocalDate date, HeldBy holder) implements NightResult {}

    /**
     * Failed, and safe to run again.
     *
     * @param told one line: what is wrong, as far as it is ours to tell
     */
    record Failed(String account, LocalDate date, String told, Throwable cause)
            implements NightResult {}

    /** Asked to stop, and stopped between two transactions; safe to run again. */
    record Stopped(String account, LocalDate date) implements NightResult {}
}
