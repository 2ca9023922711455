package dev.tplus1.watch;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.LocalDate;

/**
 * Is told what runs do, on the threads that do it, so from several at once. It changes and ends
 * none of them: what goes wrong in telling others is its own to tell.
 */
public interface Observer {
    /** An account's business date. */
    record Subject(String account, LocalDate date) {}

    /** Work on a date has begun. */
    default void dateBegan(Subject subject) {}

    /**
     * The revision that a date's run makes is known; told at most a few times in one date's work,
     * where what an earlier run left is finished first.
     *
     * @param runId {@code job/account/date/r2}
     */
    default void runNamed(Subject subject, String runId) {}

    /** A run has entered a step: fetch, check, reconcile, replay, verify or conclude. */
    default void stepBegan(Subject subject, String step) {}

    /**
     * A run has left a step.
     *
     * @param failure what ended it before its end, also where that is no fault: a statement that is
     *     not ready, say
     */
    default void stepEnded(
            Subject subject, String step, Duration took, @Nullable Throwable failure) {}

    /**
     * Work on a date has ended.
     *
     * @param outcome {@code RECONCILED}, {@code HELD}, {@code ALREADY}, {@code FETCHED}, {@code
     *     BUSY}, {@code STOPPED}, {@code FAILED}, or why it was not concluded
     */
    default void dateEnded(Subject subject, String outcome, Duration took) {}
}
