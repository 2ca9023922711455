package dev.tplus1.nightly.purge;

import dev.tplus1.lease.LeaseOutcome.HeldBy;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.util.List;

/**
 * What went, or would go.
 *
 * @param amounts of each account and kind of which anything did, in the order of the job file
 * @param staying dates that are old enough, and stay
 * @param skipped dates that are left to the next purge, and why
 * @param left files and folders that tplus1 did not write, which stay; the first {@link #MOST}
 * @param page why the page over all dates could not be written again; empty where it was
 * @param holder who else is at it; none unless somebody is
 */
public record Purged(
        End end,
        List<Amount> amounts,
        List<Staying> staying,
        List<Skipped> skipped,
        List<String> left,
        String page,
        @Nullable HeldBy holder) {
    /** Of what is told one by one, no more than this. */
    public static final int MOST = 100;

    public Purged {
        amounts = List.copyOf(amounts);
        staying = List.copyOf(staying);
        skipped = List.copyOf(skipped);
        left = List.copyOf(left);
    }

    /** Why it ended. */
    public enum End {
        DONE,
        /** By a signal; the next one goes on. */
        STOPPED,
        /** Some files could not be removed; the rest is gone. */
        FAILED,
        /** Another purge of this job is at work; nothing was done. */
        RUNNING_ELSEWHERE
    }

    /**
     * An account's dates that stay for one reason.
     *
     * @param oldest the first of them
     */
    public record Staying(String account, Stays.Why why, long dates, LocalDate oldest) {}

    /**
     * A date of which nothing, or not all, went.
     *
     * @param failed whether that is an error
     */
    public record Skipped(String account, LocalDate date, String why, boolean failed) {}
}
