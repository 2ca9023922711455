package dev.tplus1.cli.speech;

import java.time.LocalDate;
import java.time.ZonedDateTime;

/** What became of one account and date, or of what is done after all of them. */
public sealed interface AccountAnswer {
    /** What became of one account and date. */
    sealed interface Dated extends AccountAnswer {
        String account();

        LocalDate date();
    }

    /** The page over all accounts and dates was not written; takes nothing from what was done. */
    record NoIndex(RuntimeException why) implements AccountAnswer {}

    /** Somebody was not told; takes nothing from what was done. */
    record NotTold(String what) implements AccountAnswer {}

    /** Reconciled by this run. */
    record Reconciled(ReconcileBlock block) implements Dated {
        @Override
        public String account() {
            return block.account();
        }

        @Override
        public LocalDate date() {
            return block.date();
        }
    }

    /** Fetched, checked and kept; nothing was reconciled. */
    record Fetched(FetchBlock block) implements Dated {
        @Override
        public String account() {
            return block.account();
        }

        @Override
        public LocalDate date() {
            return block.date();
        }
    }

    /**
     * Reconciled before; nothing was done.
     *
     * @param at when, in the zone of the account
     */
    record AlreadyDone(String account, LocalDate date, int revision, ZonedDateTime at)
            implements Dated {}

    /** The statement is not there yet, or the books lag; {@code what} says why and what to do. */
    record NotReady(String account, LocalDate date, String what) implements Dated {}

    /** The statement cannot be trusted, or is suspiciously empty. */
    record Refused(String account, LocalDate date, String what) implements Dated {}

    /**
     * A circuit breaker tripped, now or in an earlier run.
     *
     * @param next the next step, a line of its own
     */
    record Held(String account, LocalDate date, String what, String next) implements Dated {}

    /** Another run holds this account and date; {@code what} names the holder. */
    record Running(String account, LocalDate date, String what) implements Dated {}

    /** The job file, a query in it or a grant is wrong; nothing was changed. */
    record WrongSettings(String account, LocalDate date, String what) implements Dated {}

    /** Failed unexpectedly; safe to run again. */
    record Failed(String account, LocalDate date, String what) implements Dated {}

    /**
     * Beside how an account's date ended: a statement was given, and what an earlier run had begun
     * was finished with that one's; {@code what} says what to do.
     */
    record LeftUnused(String account, LocalDate date, String what) implements Dated {}

    /**
     * Beside how an account's date ended: the day was not over in the account's zone when it was
     * reconciled; {@code what} says what follows.
     */
    record NotOver(String account, LocalDate date, String what) implements Dated {}

    /**
     * Dates of an account, from the first to the last, that nobody reconciled and that are too many
     * days back to be caught up with; {@code what} says what to do.
     */
    record NotCaughtUp(String account, LocalDate from, LocalDate to, String what)
            implements AccountAnswer {}

    /** Stopped by a signal between two steps; safe to run again. */
    record Stopped(String account, LocalDate date) implements Dated {}

    /**
     * A concluded date whose statement was fetched again.
     *
     * @param what one line; empty where there is nothing to say
     */
    record Rechecked(String account, LocalDate date, Again again, String what) implements Dated {}

    /** What came of fetching a concluded date's statement again. */
    enum Again {
        SAME("the same"),
        REVISED("revised"),
        NOT_READY("not ready"),
        RUNNING("running elsewhere"),
        REFUSED("refused"),
        WRONG_SETTINGS("not run"),
        FAILED("failed"),
        STOPPED("stopped");

        private final String word;

        Again(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
