package dev.tplus1.cli;

import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.days.BackfillTable;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "backfill",
        description =
                "Reconcile several dates, the oldest first, until one does not end well; concluded"
                        + " ones are left alone.",
        footer = {
            "",
            "Examples:",
            "  tplus1 backfill --job jobs/shop.yaml --from 2026-11-01 --to 2026-11-28",
            "  tplus1 backfill --job jobs/shop.yaml --from 2026-11-27 --to 2026-11-28 --dry-run"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class BackfillCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--job", required = true, paramLabel = "FILE", description = "The job file.")
    private Path job;

    @Option(names = "--from", required = true, paramLabel = "D", description = "The first date.")
    private String from;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "D",
            description = "The last date; at most 366 days.")
    private String to;

    @Option(
            names = "--account",
            paramLabel = "ID",
            description = "Only this account; may be repeated.")
    private List<String> accounts = List.of();

    @Option(names = "--rerun", description = "Make the next revision of concluded dates too.")
    private boolean rerun;

    @Option(names = "--dry-run", description = "Apply, file and conclude nothing.")
    private boolean dryRun;

    @Option(
            names = "--wait",
            paramLabel = "D",
            description = "Keep asking for what is not ready, 2h say in all; at most 24h.")
    private @Nullable String waiting;

    @Option(names = "--fail-on-breaks", description = "Exit 3 when breaks wait for a person.")
    private boolean failOnBreaks;

    @Option(
            names = "--keep-going",
            description = "Run the dates after one that did not end well, too.")
    private boolean keepGoing;

    BackfillCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LocalDate first = Arguments.date("--from", from);
        LocalDate last = Arguments.date("--to", to);
        Arguments.requireOrder(first, last);
        Duration patience = Arguments.waiting(waiting);
        List<String> only = accounts.stream().distinct().toList();
        Work.Job read = session.job(job);
        Session.requireAccounts(read, only);
        Answers answers = new Answers(session.terminal(), failOnBreaks);
        session.work()
                .backfill(
                        new Work.Backfill(
                                read, first, last, only, rerun, dryRun, patience, keepGoing),
                        session.terminal().progress(),
                        answers);
        List<Answers.Ended> ends = answers.ends();
        BackfillTable table =
                new BackfillTable(ends.stream().map(BackfillCommand::row).toList(), first, last);
        session.terminal().answer(table.lines());
        ExitCode exit = answers.conclude("runs");
        LocalDate next = table.firstNotRun();
        if (next != null && !ends.isEmpty()) {
            LocalDate stop = next.minusDays(1);
            session.terminal()
                    .complain(
                            List.of(
                                    "tplus1: stopped after "
                                            + stop
                                            + ": look at what it says above, then start again with"
                                            + " --from "
                                            + stop
                                            + "; --keep-going runs the dates after it all the"
                                            + " same."));
        }
        return exit.code();
    }

    private static BackfillTable.Row row(Answers.Ended ended) {
        AccountAnswer.Dated answer = ended.answer();
        return new BackfillTable.Row(
                answer.date(),
                answer.account(),
                ended.word(),
                ended.code().code(),
                answer instanceof AccountAnswer.Reconciled(var block) ? block : null);
    }
}
