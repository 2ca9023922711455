package dev.tplus1.nightly.told;

import dev.tplus1.report.Outcome;

import java.time.LocalDate;

/**
 * How a run of an account's date ended that concluded nothing.
 *
 * @param reason one line, for people
 */
public record Ended(String account, LocalDate date, Outcome outcome, String reason) {}
