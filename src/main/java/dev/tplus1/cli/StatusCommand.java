package dev.tplus1.cli;

import dev.tplus1.cli.speech.days.StatusAnswer;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "status",
        description = "Show how the accounts' dates stand; changes nothing.",
        footer = {
            "",
            "Examples:",
            "  tplus1 status --job jobs/shop.yaml",
            "  tplus1 status --job jobs/shop.yaml --from 2026-11-01 --to 2026-11-30 --json"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class StatusCommand implements Callable<Integer> {
    private static final int DAYS = 14;

    private final Session session;

    @Option(names = "--job", required = true, paramLabel = "FILE", description = "The job file.")
    private Path job;

    @Option(
            names = "--account",
            paramLabel = "ID",
            description = "Only this account; may be repeated.")
    private List<String> accounts = List.of();

    @Option(
            names = "--days",
            paramLabel = "N",
            description = "The last N (1 to 366) dates; left out: 14.")
    private @Nullable String days;

    @Option(names = "--from", paramLabel = "D", description = "The first date, with --to.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "D", description = "The last date; at most 366 days.")
    private @Nullable String to;

    @Option(names = "--json", description = "Answer in JSON.")
    private boolean json;

    StatusCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LocalDate first = Arguments.optionalDate("--from", from);
        LocalDate last = Arguments.optionalDate("--to", to);
        if (days != null && (first != null || last != null)) {
            throw new SettingException("status: either --days, or --from and --to; not both.");
        }
        if (first != null && last != null) {
            Arguments.requireOrder(first, last);
        } else if (first != null || last != null) {
            throw new SettingException("status: name both, --from and --to.");
        }
        int dates = days == null ? DAYS : Arguments.number("--days", days, 1, Work.MOST_DATES);
        List<String> only = accounts.stream().distinct().toList();
        Work.Job read = session.job(job);
        Session.requireAccounts(read, only);
        StatusAnswer answer =
                session.work().status(new Work.StatusRequest(read, only, first, last, dates));
        if (json) {
            session.terminal().answer(answer.json());
        } else {
            session.terminal().answer(answer.lines(session.terminal()));
        }
        return ExitCode.DONE.code();
    }
}
