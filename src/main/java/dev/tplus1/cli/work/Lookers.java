package dev.tplus1.cli.work;

import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Failure;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.work.logs.ProcessLog;
import dev.tplus1.cli.work.seen.JobMetrics;
import dev.tplus1.cli.work.seen.SeenCommand;
import dev.tplus1.http.Pauses;
import dev.tplus1.nightly.NightResult;
import dev.tplus1.nightly.Nightly;
import dev.tplus1.nightly.told.Delivered;
import dev.tplus1.watch.Observer;
import dev.tplus1.watch.Observers;
import dev.tplus1.watch.log.Logs;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Whoever looks on from outside while a command works for a job, as the job's file names them. They
 * change nothing of the work, of its answers or of the exit code; what goes wrong with them is a
 * line each. Lives from before any database is opened until the command's exit code is known. The
 * observer is thread-safe, and so is {@link #done}; all else is for the command's own thread.
 */
final class Lookers {
    /** Longer than the work's own: what it came to is said after it, within the 20 s. */
    private static final long PATIENCE_SECONDS = 19;

    private final Work.@Nullable Job job;
    private final Clock clock;
    private final Pauses pauses;
    private final Map<String, String> environment;
    private final @Nullable ProcessLog log;
    private final List<String> troubles = new ArrayList<>();
    private @Nullable SeenCommand seen;
    private @Nullable JobMetrics metrics;
    private Observers observers = new Observers(List.of());

    /** Keeps a process that is stopped until they are through; none where there is nobody. */
    private @Nullable StopSignal keeping;

    private String fault = "";

    private Lookers(
            Work.@Nullable Job job,
            Clock clock,
            Pauses pauses,
            Map<String, String> environment,
            @Nullable ProcessLog log) {
        this.job = job;
        this.clock = clock;
        this.pauses = pauses;
        this.environment = environment;
        this.log = log;
    }

    /** Nobody looks on. */
    static Lookers nobody() {
        return new Lookers(null, Clock.systemUTC(), Pauses.REAL, Map.of(), null);
    }

    /**
     * Those of a job.
     *
     * @param environment may hold the trace that the command is a part of
     */
    static Lookers of(Work.Job job, Clock clock, Pauses pauses, Map<String, String> environment) {
        boolean logs = job.file().logs() != null || System.getProperty(Logs.LEVEL) != null;
        return new Lookers(job, clock, pauses, environment, logs ? ProcessLog.open(job) : null);
    }

    /**
     * A command begins that reconciles dates.
     *
     * @param command {@code reconcile} say
     * @param accounts which are to be run; none stand for all
     * @param dryRun is only logged
     */
    void night(String command, Collection<String> accounts, boolean dryRun) {
        if (job != null && !dryRun) {
            seen = SeenCommand.of(job.file(), command, environment, clock, pauses).orElse(null);
            measures();
        }
        begin();
        if (!dryRun) {
            runs(accounts);
        }
        if (seen != null) {
            seen.begins();
        }
    }

    /** A command begins that decides first, and then may have dates run for what is approved. */
    void approval() {
        measures();
        begin();
    }

    /** A command begins that runs no date. */
    void work() {
        begin();
    }

    private void measures() {
        if (job != null) {
            metrics = JobMetrics.of(job.file(), clock).orElse(null);
        }
    }

    private void begin() {
        List<Observer> all = new ArrayList<>();
        if (log != null) {
            all.add(log.observer());
        }
        if (metrics != null) {
            all.add(metrics.observer());
        }
        if (seen != null) {
            all.addAll(seen.observers());
        }
        observers = new Observers(all);
        if (!all.isEmpty() || seen != null) {
            keeping = new StopSignal(PATIENCE_SECONDS, false);
        }
    }

    /** These accounts are to be run; none stand for all. */
    void runs(Collection<String> accounts) {
        if (metrics != null) {
            metrics.expect(accounts);
        }
    }

    /** The dates are run; those that come now are only fetched again. */
    void through() {
        if (metrics != null) {
            metrics.through();
        }
    }

    /** All of them as one. */
    Observer observer() {
        return observers;
    }

    /** A date has ended, on the thread that answers. */
    void ended(NightResult result) {
        if (seen != null) {
            seen.came(result);
        }
    }

    /** What a date came to, on the thread that did it. */
    void done(NightResult result, Work.Job of) {
        if (metrics != null) {
            metrics.done(result);
        }
        if (log != null) {
            log.done(result, NightAnswers.of(result, of));
        }
    }

    /** What came of delivering notices. */
    void delivered(Delivered delivered) {
        if (log != null) {
            log.delivered(delivered);
        }
    }

    /** Something beside the dates that did not work, and takes nothing from them. */
    void trouble(String what, Throwable why) {
        if (log != null) {
            log.trouble(what, why);
        }
    }

    /** Looks at the databases when this is closed, before they are; however the runs ended. */
    LastLook lastLook(Nightly nightly) {
        return () -> {
            if (metrics != null) {
                metrics.look(nightly);
            }
        };
    }

    /** To be closed while the databases are still open; throws nothing. */
    interface LastLook extends AutoCloseable {
        @Override
        void close();
    }

    /** The command ends early. */
    void failed(String line, Throwable thrown) {
        fault = line;
        if (log != null) {
            log.failed(line, thrown);
        }
    }

    /**
     * The command has ended.
     *
     * @param code its exit code, unless the process was asked to stop
     * @return what was not seen, in a line each
     */
    List<String> ended(int code) {
        StopSignal kept = keeping;
        try {
            ExitCode exit = kept != null && kept.given() ? ExitCode.STOPPED : ExitCode.of(code);
            observers
                    .troubles()
                    .forEach(each ->
                            troubles.add(
                                    "watch: the runs went on unseen: " + Failure.of(each).line()));
            if (metrics != null) {
                troubles.addAll(metrics.leave(exit));
            }
            try (SeenCommand told = seen) {
                if (told != null) {
                    troubles.addAll(told.ended(exit, fault));
                }
            }
            if (log != null) {
                troubles.forEach(log::trouble);
                String lost = log.ended(exit.code());
                if (!lost.isEmpty()) {
                    troubles.add(lost);
                }
            }
            return List.copyOf(troubles);
        } finally {
            if (kept != null) {
                kept.close();
            }
        }
    }
}
