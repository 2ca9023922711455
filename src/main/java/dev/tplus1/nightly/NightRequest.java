package dev.tplus1.nightly;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;

/**
 * What is asked of a night.
 *
 * @param date the business date; none for each account's yesterday
 * @param accounts ids from the job file; empty for all
 * @param statements files or folders in place of the account's own source; empty for that
 * @param rerun whether a concluded date gets another revision
 * @param dryRun whether only to look: nothing is applied, filed, archived or concluded
 * @param waiting how long to keep asking for what is not ready; zero: ask once
 */
public record NightRequest(
        @Nullable LocalDate date,
        List<String> accounts,
        List<Path> statements,
        boolean rerun,
        boolean dryRun,
        Duration waiting) {}
