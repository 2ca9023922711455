package dev.tplus1.cli.work;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Failure;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.job.AccountFile;
import dev.tplus1.nightly.NightResult;
import dev.tplus1.nightly.Nightly;
import dev.tplus1.watch.Observer;
import dev.tplus1.watch.Observers;
import dev.tplus1.watch.metrics.JobFigures.Run;
import dev.tplus1.watch.metrics.Metrics;
import dev.tplus1.watch.metrics.MetricsSettings;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Whoever looks on from outside while a job's dates are run, as its file names them. They change
 * nothing of the runs, of their answers or of the exit code; what goes wrong with them is a line
 * each. Lives from before the databases are opened until the command's exit code is known. Its
 * observer is thread-safe.
 */
final class Lookers {
    private final List<AccountFile> accounts;
    private final Clock clock;
    private final Consumer<AccountAnswer> answers;
    private final Observers observers;
    private final @Nullable Metrics metrics;

    /** Keeps a process that is stopped until they are through; none where there is nobody. */
    private final @Nullable StopSignal keeping;

    private final Set<String> expected = new LinkedHashSet<>();
    private final Map<String, LocalDate> dates = new HashMap<>();
    private final Map<String, Run> runs = new HashMap<>();

    private Lookers(
            Work.Job job,
            Clock clock,
            Consumer<AccountAnswer> answers,
            @Nullable Metrics metrics,
            List<Observer> observers) {
        this.accounts = job.file().accounts();
        this.clock = clock;
        this.answers = answers;
        this.metrics = metrics;
        this.observers = new Observers(observers);
        this.keeping = observers.isEmpty() ? null : new StopSignal();
    }

    /**
     * Those of a job.
     *
     * @param answers takes what goes wrong with them
     * @param runs whether dates are run, and not just looked at or fetched
     */
    static Lookers of(Work.Job job, Clock clock, Consumer<AccountAnswer> answers, boolean runs) {
        List<Observer> observers = new ArrayList<>();
        MetricsSettings settings = job.file().metrics();
        Metrics metrics = null;
        if (settings != null && runs) {
            metrics =
                    new Metrics(
                            settings,
                            job.file().job(),
                            job.file().accounts().stream().map(AccountFile::id).toList(),
                            Cli.version(),
                            clock);
            observers.add(metrics.observer());
        }
        return new Lookers(job, clock, answers, metrics, observers);
    }

    /** All of them as one. */
    Observer observer() {
        return observers;
    }

    /** These accounts are to be run; none stand for all. */
    void expect(Collection<String> ids) {
        accounts.stream()
                .map(AccountFile::id)
                .filter(id -> ids.isEmpty() || ids.contains(id))
                .forEach(expected::add);
    }

    /**
     * A date has ended, on the thread that answers. Of an account's dates the latest one counts.
     */
    void ended(NightResult result) {
        LocalDate known = dates.get(result.account());
        if (known != null && known.isAfter(result.date())) {
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
            runs.put(result.account(), new Run(clock.instant(), outcome));
        }
    }

    /** Looks at the databases when this is closed, before they are; however the runs ended. */
    LastLook lastLook(Nightly nightly) {
        return () -> {
            if (metrics != null) {
                try {
                    metrics.known(nightly.figures());
                } catch (RuntimeException e) {
                    complain("metrics", Failure.of(e).line());
                }
            }
        };
    }

    /** To be closed while the databases are still open; throws nothing. */
    interface LastLook extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * The command has ended.
     *
     * @param code its exit code, unless the process was asked to stop
     */
    void end(int code) {
        try {
            int exit = keeping != null && keeping.given() ? ExitCode.STOPPED.code() : code;
            observers
                    .troubles()
                    .forEach(each ->
                            complain(
                                    "watch",
                                    "the runs went on unseen: " + Failure.of(each).line()));
            leaveMetrics(exit);
        } finally {
            if (keeping != null) {
                keeping.close();
            }
        }
    }

    private void leaveMetrics(int exit) {
        if (metrics == null || expected.isEmpty()) {
            return;
        }
        try {
            expected.forEach(
                    account -> runs.putIfAbsent(account, new Run(clock.instant(), unrun(exit))));
            metrics.leave(runs, exit).forEach(why -> complain("metrics", why));
        } catch (RuntimeException | LinkageError e) {
            complain("metrics", Failure.of(e).line());
        }
    }

    /** How an account ended that the process did not get to. */
    private static String unrun(int exit) {
        if (exit == ExitCode.STOPPED.code()) {
            return "STOPPED";
        }
        return exit == ExitCode.RUNNING.code() ? "BUSY" : "FAILED";
    }

    private void complain(String who, String what) {
        answers.accept(new AccountAnswer.NotSeen(who, what));
    }
}
