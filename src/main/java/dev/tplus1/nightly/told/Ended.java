package dev.tplus1.nightly.told;

import dev.tplus1.report.Outcome;

import java.time.LocalDate;

/**
 * How a run of an account's date ended that concluded nothing.
 *
 * @param exit the exit code of a run that ended so and did nothing else
 * @param reason one line, for people
 */
public record Ended(String account, LocalDate date, Outcome outcome, int exit, String reason) {
    /** With the exit code that its outcome has where nothing else is known. */
    public Ended(String account, LocalDate date, Outcome outcome, String reason) {
        this(account, date, outcome, DigestLines.exit(outcome), reason);
    }
}
