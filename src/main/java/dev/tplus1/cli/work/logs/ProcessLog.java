package dev.tplus1.cli.work.logs;

import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.nightly.NightResult;
import dev.tplus1.nightly.told.Delivered;
import dev.tplus1.report.Summary;
import dev.tplus1.watch.Observer;
import dev.tplus1.watch.log.LogSettings;
import dev.tplus1.watch.log.Logs;
import dev.tplus1.watch.log.RunLog;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a process logs of a job's work, from its beginning to one line that sums it up. Loaded only
 * where something is logged. Thread-safe.
 */
public final class ProcessLog {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessLog.class);

    private final Observer observer;
    private final @Nullable Logs logs;
    private final long began = System.nanoTime();
    private final Set<String> accounts = new HashSet<>();
    private final Map<String, Long> words = new LinkedHashMap<>();
    private long dates;
    private boolean ended;

    private ProcessLog(Work.Job job, @Nullable Logs logs) {
        this.observer = new RunLog(job.file().job());
        this.logs = logs;
    }

    public static ProcessLog open(Work.Job job) {
        LogSettings settings = job.file().logs();
        return new ProcessLog(job, settings == null ? null : Logs.open(settings, job.file().job()));
    }

    /** What logs the runs themselves. */
    public Observer observer() {
        return observer;
    }

    /** On the thread that did it: what a date's work came to. */
    public void done(NightResult result, AccountAnswer answer) {
        String word = word(answer);
        synchronized (this) {
            dates++;
            accounts.add(result.account());
            words.merge(word, 1L, Long::sum);
        }
        switch (answer) {
            case AccountAnswer.Reconciled _ when result instanceof NightResult.Ran ran ->
                    reconciled(word, ran.summary());
            case AccountAnswer.Held(var _, var _, var what, var _) ->
                    tell(LOG.atWarn(), result, word, what);
            case AccountAnswer.Refused(var _, var _, var what) ->
                    tell(LOG.atWarn(), result, word, what);
            case AccountAnswer.NotReady(var _, var _, var what) ->
                    tell(LOG.atWarn(), result, word, what);
            case AccountAnswer.Running(var _, var _, var what) ->
                    tell(LOG.atWarn(), result, word, what);
            case AccountAnswer.WrongSettings(var _, var _, var what) ->
                    tell(LOG.atError(), result, word, what);
            case AccountAnswer.Failed(var _, var _, var what) ->
                    tell(LOG.atError(), result, word, what);
            case AccountAnswer.Fetched(var block) ->
                    tell(
                            LOG.atInfo(),
                            result,
                            word,
                            Speech.count(block.entries(), "entry", "entries")
                                    + "; "
                                    + block.kept());
            case AccountAnswer.AlreadyDone already ->
                    tell(LOG.atInfo(), result, word, "as r" + already.revision());
            case AccountAnswer.Stopped _ ->
                    tell(LOG.atWarn(), result, word, "by a signal; safe to run again");
            case AccountAnswer.Reconciled _,
                    AccountAnswer.NoIndex _,
                    AccountAnswer.NotTold _,
                    AccountAnswer.LeftUnused _,
                    AccountAnswer.NotOver _,
                    AccountAnswer.NotCaughtUp _,
                    AccountAnswer.Rechecked _ ->
                    throw new IllegalStateException("no end of a date: " + answer);
        }
    }

    private static void tell(
            LoggingEventBuilder line, NightResult result, String word, String what) {
        line.addKeyValue("tplus1.outcome", result.word()).log("{}: {}", word, what);
    }

    private static void reconciled(String word, Summary summary) {
        long breaks = summary.breaks().values().stream().mapToLong(Long::longValue).sum();
        Summary.Replays replays = summary.replays();
        LOG.atInfo()
                .addKeyValue("tplus1.outcome", summary.outcome().name())
                .addKeyValue("tplus1.statement_entries", summary.statement().entries())
                .addKeyValue("tplus1.ledger_entries", summary.ledger().entries())
                .addKeyValue("tplus1.matched", summary.matched())
                .addKeyValue("tplus1.breaks", breaks)
                .addKeyValue("tplus1.replays.applied", replays.applied())
                .addKeyValue("tplus1.replays.already_applied", replays.alreadyApplied())
                .addKeyValue("tplus1.replays.refused", replays.refused())
                .addKeyValue("tplus1.replays.failed", replays.failed())
                .log(
                        "{}{}: {} in the statement, {} in the books, {} matched; {}; replays: {}"
                                + " applied, {} already there, {} refused, {} failed",
                        word,
                        summary.mode() == Summary.Mode.DRY_RUN ? " (dry run)" : "",
                        Speech.number(summary.statement().entries()),
                        Speech.number(summary.ledger().entries()),
                        Speech.number(summary.matched()),
                        Speech.count(breaks, "break", "breaks"),
                        Speech.number(replays.applied()),
                        Speech.number(replays.alreadyApplied()),
                        Speech.number(replays.refused()),
                        Speech.number(replays.failed()));
    }

    private static String word(AccountAnswer answer) {
        return switch (answer) {
            case AccountAnswer.Reconciled _ -> "reconciled";
            case AccountAnswer.Held _ -> "held";
            case AccountAnswer.Refused _ -> "refused";
            case AccountAnswer.NotReady _ -> "not ready";
            case AccountAnswer.Running _ -> "running elsewhere";
            case AccountAnswer.WrongSettings _ -> "not run";
            case AccountAnswer.Failed _ -> "failed";
            case AccountAnswer.Fetched _ -> "fetched";
            case AccountAnswer.AlreadyDone _ -> "already reconciled";
            case AccountAnswer.Stopped _ -> "stopped";
            case AccountAnswer.NoIndex _,
                    AccountAnswer.NotTold _,
                    AccountAnswer.LeftUnused _,
                    AccountAnswer.NotOver _,
                    AccountAnswer.NotCaughtUp _,
                    AccountAnswer.Rechecked _ ->
                    "";
        };
    }

    /** What came of delivering notices; nothing where there were none. */
    public void delivered(Delivered delivered) {
        if (delivered.delivered() > 0 || delivered.died() > 0 || !delivered.left().isEmpty()) {
            LOG.atInfo()
                    .addKeyValue("tplus1.notices.delivered", delivered.delivered())
                    .addKeyValue("tplus1.notices.died", delivered.died())
                    .log(
                            "notices: {} delivered, {} dead now, {} left",
                            Speech.number(delivered.delivered()),
                            Speech.number(delivered.died()),
                            Speech.count(delivered.left().size(), "channel", "channels"));
        }
    }

    /** Something beside the dates that did not work, and takes nothing from them. */
    public void trouble(String what, Throwable thrown) {
        LOG.warn("{}", what, thrown);
    }

    /** Somebody else who looks on did not see all. */
    public void trouble(String what) {
        LOG.warn("{}", what);
    }

    /** The command ends early. */
    public void failed(String line, Throwable thrown) {
        LOG.error("{}", line, thrown);
    }

    /**
     * The process ends: sums it up, and logs no more. A second call does nothing.
     *
     * @return what was lost of the log, in a line; empty where nothing was
     */
    public synchronized String ended(int exit) {
        if (ended) {
            return "";
        }
        ended = true;
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        // of a question that was answered there is nothing to say
        boolean quiet = dates == 0 && exit == 0;
        LoggingEventBuilder line =
                (quiet ? LOG.atDebug() : LOG.atInfo())
                        .addKeyValue("tplus1.exit_code", exit)
                        .addKeyValue("event.duration", took.toNanos());
        for (Map.Entry<String, Long> each : words.entrySet()) {
            line =
                    line.addKeyValue(
                            "tplus1.dates." + each.getKey().replace(' ', '_'), each.getValue());
        }
        line.log("{}exit {}; {}", dates(), exit, RunLog.seconds(took));
        if (logs == null) {
            return "";
        }
        logs.close();
        return logs.lost() == 0
                ? ""
                : "logs: "
                        + Speech.count(logs.lost(), "line", "lines")
                        + " could not be written to logs.file; nothing else is lost";
    }

    /** {@code 3 accounts: 2 reconciled, 1 not ready; }. */
    private String dates() {
        if (dates == 0) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        words.forEach((word, count) -> parts.add(Speech.number(count) + " " + word));
        String many = Speech.count(accounts.size(), "account", "accounts");
        return (dates == accounts.size() ? many : Speech.number(dates) + " dates of " + many)
                + ": "
                + String.join(", ", parts)
                + "; ";
    }
}
