package dev.tplus1.cli;

import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.CheckAnswer;
import dev.tplus1.cli.speech.CheckLine;
import dev.tplus1.cli.speech.OutboxTable;
import dev.tplus1.cli.speech.Progress;
import dev.tplus1.cli.speech.ReconcileBlock;
import dev.tplus1.cli.speech.RelayAnswer;
import dev.tplus1.cli.speech.StatementBlock;
import dev.tplus1.cli.speech.alert.AlertAnswer;
import dev.tplus1.cli.speech.alert.AlertTable;
import dev.tplus1.cli.speech.days.StatusAnswer;
import dev.tplus1.cli.speech.purge.PurgeAnswer;
import dev.tplus1.entry.SettingException;
import dev.tplus1.job.JobFile;
import dev.tplus1.outbox.Letters;
import dev.tplus1.statement.RefusedException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the commands have done, one method for each. Requests are checked: the job file is sound,
 * and the accounts are its. Whether a break or a revision exists is the work's question, and a
 * {@link SettingException} its answer. Loaded when a command needs it, so that help and usage
 * errors stay fast.
 */
public interface Work extends Deciding {
    /** A year and a day; a longer backfill is better run in pieces that can be looked at. */
    int MOST_DATES = 366;

    /** What is done from now on is done for this job. */
    default void begins(Job job) {}

    /** A command ends early. */
    default void failed(String line, Throwable thrown) {}

    /**
     * The command has ended; nothing else is asked for, and what is left to do then changes nothing
     * of how it ended.
     *
     * @param exit its exit code
     * @return what whoever looked on did not see, in a line each
     */
    default List<String> ended(int exit) {
        return List.of();
    }

    /**
     * Reconciles one date of the job's accounts, each to its own end.
     *
     * @param answers takes each account's answer as soon as it and those before it in the job file
     *     are there
     */
    void reconcile(Reconcile request, Progress progress, Consumer<AccountAnswer> answers);

    /** Reconciles several dates, the oldest first; answers by date, then as for one date. */
    void backfill(Backfill request, Progress progress, Consumer<AccountAnswer> answers);

    /** Looks at how the accounts' dates stand; changes nothing. */
    StatusAnswer status(StatusRequest request);

    /** Fetches, checks and keeps the statements of one date; answers as for one date. */
    void fetch(Fetch request, Progress progress, Consumer<AccountAnswer> answers);

    /** Compares a statement with a ledger file, without any database. */
    ReconcileBlock diff(Diff request, Progress progress) throws RefusedException, IOException;

    /** Reads and checks a statement. */
    StatementBlock statement(StatementRequest request) throws RefusedException, IOException;

    /** Renders reports again. */
    Rendered report(ReportRequest request);

    /**
     * Publishes the messages that callbacks left.
     *
     * @param troubles takes what goes wrong while it follows
     * @param end takes how it ended, before a process that a signal ends is gone
     */
    RelayAnswer relay(RelayRequest request, Consumer<String> troubles, Consumer<RelayAnswer> end);

    OutboxTable outbox(OutboxList request);

    /** Has messages tried again; returns how many. */
    long requeue(Requeue request);

    /** Has messages never published; returns how many. */
    long discard(Discard request);

    /**
     * Sends a sample to these channels of the job, and tells what each answered, in their order.
     */
    List<CheckLine> alertTest(Job job, List<String> channels);

    /**
     * Delivers the notices that wait.
     *
     * @param end takes how it ended, before a process that a signal ends is gone
     */
    AlertAnswer alertSend(Job job, Consumer<AlertAnswer> end);

    /** The notices that are not delivered. */
    AlertTable alerts(Job job);

    /** Has notices tried again; returns how many. */
    long alertRetry(AlertRetry request);

    /** Has notices never delivered; returns how many. */
    long alertDiscard(Discard request);

    /**
     * Deletes what the job's retention lets go, or only looks at it.
     *
     * @param end takes how it ended, before a process that a signal ends is gone
     */
    PurgeAnswer purge(PurgeRequest request, Consumer<PurgeAnswer> end);

    /** Looks at settings, schema and reachability. */
    CheckAnswer check(Job job);

    /**
     * Reconciles the sample date; returns what to open: the page over all accounts, or their
     * reports where that could not be written.
     *
     * @param begins is told the sample date and how many accounts, before the first answer
     */
    List<Path> demo(
            Consumer<DemoBegins> begins, Progress progress, Consumer<AccountAnswer> answers);

    /**
     * A job file that was read and checked.
     *
     * @param path as it was given, for messages
     */
    record Job(Path path, JobFile file) {
        /** Its path for whoever reads of it elsewhere, in a report say, and has no such folder. */
        public String place() {
            return path.toAbsolutePath().normalize().toString();
        }
    }

    /**
     * One date of a job.
     *
     * @param date none: yesterday in each account's zone
     * @param accounts none: all of the job's
     * @param statements none: as the job file says
     * @param waiting how long to keep asking for what is not ready; zero: ask once
     * @param recheck how many concluded dates before it are fetched again; 0 for none
     * @param catchUp so many days before it dates that were missed are run first; 0 for none
     */
    record Reconcile(
            Job job,
            @Nullable LocalDate date,
            List<String> accounts,
            List<Path> statements,
            boolean rerun,
            boolean dryRun,
            Duration waiting,
            int recheck,
            int catchUp) {}

    /**
     * Several dates of a job.
     *
     * @param from the first date
     * @param to the last date
     * @param waiting how long to keep asking for what is not ready, for all dates together
     * @param keepGoing whether to run the dates after one that did not end well, too
     */
    record Backfill(
            Job job,
            LocalDate from,
            LocalDate to,
            List<String> accounts,
            boolean rerun,
            boolean dryRun,
            Duration waiting,
            boolean keepGoing) {}

    /**
     * Which dates to look at.
     *
     * @param accounts none: all of the job's
     * @param from none: so many {@code days}
     * @param to none: the latest date that is over
     * @param days how many, where no first date is named
     */
    record StatusRequest(
            Job job,
            List<String> accounts,
            @Nullable LocalDate from,
            @Nullable LocalDate to,
            int days) {}

    /**
     * Whose statements to fetch.
     *
     * @param date none: yesterday in each account's zone
     * @param accounts none: all of the job's
     * @param waiting how long to keep asking for what is not ready; zero: ask once
     */
    record Fetch(Job job, @Nullable LocalDate date, List<String> accounts, Duration waiting) {}

    /**
     * A statement and a ledger file.
     *
     * @param date none: the one that the statement tells
     * @param zone none: the provider's
     */
    record Diff(
            String provider,
            List<Path> statements,
            Path ledger,
            Path out,
            @Nullable LocalDate date,
            @Nullable ZoneId zone,
            Duration cutoffGrace) {}

    /**
     * The files of one statement.
     *
     * @param date none: the one that the statement tells
     * @param merchantId none: whichever it declares
     */
    record StatementRequest(
            List<Path> files,
            String provider,
            @Nullable LocalDate date,
            @Nullable String merchantId) {}

    /**
     * Which reports to render again.
     *
     * @param account none: all of the job's
     * @param revision 0: the latest
     */
    record ReportRequest(Job job, LocalDate date, @Nullable String account, int revision) {}

    /**
     * What was rendered again.
     *
     * @param reports the pages
     * @param troubles for each account of which there is none, why, in a line
     */
    record Rendered(List<Path> reports, List<String> troubles) {}

    /**
     * Whose messages to publish.
     *
     * @param follow whether to stay until stopped
     * @param poll how often to look for more, then
     */
    record RelayRequest(Job job, boolean follow, Duration poll) {}

    /** Which messages to list. */
    record OutboxList(Job job, Letters.Which which) {}

    /**
     * Messages to try again.
     *
     * @param ids none: all that are dead
     */
    record Requeue(Job job, List<Long> ids) {}

    /** Messages that somebody wants never to be published, and why. */
    record Discard(Job job, List<Long> ids, String note, String as) {}

    /**
     * Notices to try again.
     *
     * @param ids none: all of the channel's that are dead
     * @param channel empty where ids are named
     */
    record AlertRetry(Job job, List<Long> ids, String channel) {}

    /** What to purge, or only to look at. */
    record PurgeRequest(Job job, boolean dryRun) {}

    /** What the demo is about to reconcile. */
    record DemoBegins(LocalDate date, int accounts) {}
}
