package dev.tplus1.cli;

import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "reconcile",
        description = "Reconcile one business date of a job's accounts, repair what is safe.",
        footer = {
            "",
            "Examples:",
            "  tplus1 reconcile --job jobs/shop.yaml --catch-up 7 --wait 2h",
            "  tplus1 reconcile --job jobs/shop.yaml --date 2026-11-28 --rerun"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class ReconcileCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--job", required = true, paramLabel = "FILE", description = "The job file.")
    private Path job;

    @Option(
            names = "--date",
            paramLabel = "D",
            description = "The business date; left out: yesterday in the account's zone.")
    private @Nullable String date;

    @Option(
            names = "--account",
            paramLabel = "ID",
            description = "Only this account; may be repeated.")
    private List<String> accounts = List.of();

    @Option(
            names = "--statement",
            paramLabel = "FILE",
            description = "This statement, or the files of this folder, instead of the job's.")
    private List<Path> statements = List.of();

    @Option(names = "--rerun", description = "Make the next revision of a concluded date.")
    private boolean rerun;

    @Option(names = "--dry-run", description = "Apply, file and conclude nothing.")
    private boolean dryRun;

    @Option(
            names = "--wait",
            paramLabel = "D",
            description = "Keep asking for what is not ready, 2h say; at most 24h.")
    private @Nullable String waiting;

    @Option(names = "--fail-on-breaks", description = "Exit 3 when breaks wait for a person.")
    private boolean failOnBreaks;

    @Option(
            names = "--recheck",
            paramLabel = "N",
            description =
                    "Then fetch the last N (1 to 31) concluded dates before it again, and say what"
                            + " the provider has revised.")
    private @Nullable String recheck;

    @Option(
            names = "--catch-up",
            paramLabel = "N",
            description =
                    "First run the dates that were missed on the N (1 to 31) days before yesterday,"
                            + " the oldest first.")
    private @Nullable String catchUp;

    ReconcileCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LocalDate day = Arguments.optionalDate("--date", date);
        List<String> only = accounts.stream().distinct().toList();
        Duration patience = Arguments.waiting(waiting);
        List<Path> files = Arguments.files("--statement", statements);
        Work.Job read = session.job(job);
        Session.requireAccounts(read, only);
        int runs = only.isEmpty() ? read.file().accounts().size() : only.size();
        if (!files.isEmpty() && runs > 1) {
            throw new SettingException(
                    "--statement: whose is it? The job has several accounts; add one --account.");
        }
        int again = recheck == null ? 0 : Arguments.number("--recheck", recheck, 1, 31);
        if (again > 0 && dryRun) {
            throw new SettingException(
                    "--recheck keeps and records what it fetches: leave out --dry-run, or it.");
        }
        int days = caughtUp();
        Answers answers = new Answers(session.terminal(), failOnBreaks);
        session.work()
                .reconcile(
                        new Work.Reconcile(
                                read, day, only, files, rerun, dryRun, patience, again, days),
                        session.terminal().progress(),
                        answers);
        return answers.conclude(days > 0 ? "runs" : "accounts").code();
    }

    private int caughtUp() {
        if (catchUp == null) {
            return 0;
        }
        int days = Arguments.number("--catch-up", catchUp, 1, 31);
        if (date != null) {
            throw new SettingException(
                    "--catch-up is for last night and what was missed before it: leave out --date,"
                            + " or it.");
        }
        if (!statements.isEmpty()) {
            throw new SettingException(
                    "--catch-up runs several dates, and --statement is of one: leave out one of"
                            + " them.");
        }
        if (rerun) {
            throw new SettingException("--catch-up runs no date again: leave out --rerun, or it.");
        }
        return days;
    }
}
