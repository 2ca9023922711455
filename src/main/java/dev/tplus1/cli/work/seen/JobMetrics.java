package dev.tplus1.cli.work.seen;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Failure;
import dev.tplus1.job.AccountFile;
import dev.tplus1.job.JobFile;
import dev.tplus1.nightly.NightResult;
import dev.tplus1.nightly.Nightly;
import dev.tplus1.watch.Observer;
import dev.tplus1.watch.metrics.JobFigures.Run;
import dev.tplus1.watch.metrics.Metrics;
import dev.tplus1.watch.metrics.MetricsSettings;

import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The figures that a command leaves of its job when it has run dates. Thread-safe. */
public final class JobMetrics {
    private final List<AccountFile> accounts;
    private final Clock clock;
    private final Metrics metrics;
    private final Set<String> expected = new LinkedHashSet<>();
    private final Map<String, LocalDate> dates = new HashMap<>();
    private final Map<String, Run> runs = new HashMap<>();
    private final List<String> troubles = new ArrayList<>();
    private boolean through;

    private JobMetrics(JobFile job, MetricsSettings settings, Clock clock) {
        this.accounts = job.accounts();
        this.clock = clock;
        this.metrics =
                new Metrics(
                        settings,
                        job.job(),
                        accounts.stream().map(AccountFile::id).toList(),
                        Cli.version(),
                        clock);
    }

    /** Those of a job; nothing where nobody takes them. */
    public static Optional<JobMetrics> of(JobFile job, Clock clock) {
        return Optional.ofNullable(job.metrics())
                .map(settings -> new JobMetrics(job, settings, clock));
    }

    /** Measures how long dates and their steps take. */
    public Observer observer() {
        return metrics.observer();
    }

    /** These accounts are to be run; none stand for all. */
    public synchronized void expect(Collection<String> ids) {
        accounts.stream()
                .map(AccountFile::id)
                .filter(id -> ids.isEmpty() || ids.contains(id))
                .forEach(expected::add);
    }

    /** All dates that were to be run have ended: what comes now is only fetched again. */
    public synchronized void through() {
        through = true;
    }

    /** A date has just ended; of an account's dates the latest one counts. */
    public synchronized void done(NightResult result) {
        LocalDate known = dates.get(result.account());
        if (through || (known != null && known.isAfter(result.date()))) {
            return;
        }
        String outcome =
                switch (result) {
                    case NightResult.Already already -> already.summary().outcome().name();
                    case NightResult.Ran _,
                            NightResult.NotConcluded _,
                            NightResult.Busy _,
                            NightResult.Failed _,
                            NightResult.Stopped _ ->
                            result.word();
                    case NightResult.Fetched _ -> "";
                };
        if (!outcome.isEmpty()) {
            dates.put(result.account(), result.date());
            runs.put(result.account(), new Run(clock.instant(), result.date(), outcome));
        }
    }

    /** Looks at the databases, while they are still open; however the runs ended. */
    public synchronized void look(Nightly nightly) {
        try {
            metrics.known(nightly.figures(e -> complain(Failure.of(e).line())));
        } catch (RuntimeException e) {
            complain(Failure.of(e).line());
        }
    }

    /**
     * The command has ended: leaves them.
     *
     * @return what could not be left, in a line each
     */
    public synchronized List<String> leave(ExitCode exit) {
        if (!expected.isEmpty()) {
            try {
                expected.forEach(account ->
                        runs.putIfAbsent(account, new Run(clock.instant(), unrun(exit))));
                metrics.leave(runs, exit.code()).forEach(this::complain);
            } catch (RuntimeException | LinkageError e) {
                complain(Failure.of(e).line());
            }
        }
        return List.copyOf(troubles);
    }

    /** How an account ended that the process did not get to. */
    private static String unrun(ExitCode exit) {
        return switch (exit) {
            case STOPPED -> "STOPPED";
            case RUNNING -> "BUSY";
            case FAILED, USAGE, REFUSED, HELD, NOT_READY, BREAKS, DONE -> "FAILED";
        };
    }

    private void complain(String what) {
        troubles.add("metrics: " + what);
    }
}
