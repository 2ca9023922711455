package dev.tplus1.cli;

import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "report",
        description = "Render the reports of a concluded date again.",
        footer = {
            "",
            "Examples:",
            "  tplus1 report --job jobs/shop.yaml --date 2026-11-28",
            "  tplus1 report --job jobs/shop.yaml --date 2026-11-28 --account wechat-shop"
                    + " --revision 1"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class ReportCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--job", required = true, paramLabel = "FILE", description = "The job file.")
    private Path job;

    @Option(names = "--date", required = true, paramLabel = "D", description = "The business date.")
    private String date;

    @Option(names = "--account", paramLabel = "ID", description = "Only this account.")
    private @Nullable String account;

    @Option(
            names = "--revision",
            paramLabel = "N",
            description = "This revision; left out: the latest.")
    private @Nullable Integer revision;

    ReportCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LocalDate day = Arguments.date("--date", date);
        if (revision != null && revision < 1) {
            throw new SettingException("--revision " + revision + ": count from 1.");
        }
        Work.Job read = session.job(job);
        if (account != null) {
            Session.requireAccounts(read, List.of(account));
        }
        Work.Rendered rendered =
                session.work()
                        .report(
                                new Work.ReportRequest(
                                        read, day, account, revision == null ? 0 : revision));
        Terminal terminal = session.terminal();
        terminal.answer(rendered.reports().stream().map(path -> "report        " + path).toList());
        terminal.complain(rendered.troubles().stream().map(line -> "tplus1: " + line).toList());
        return (rendered.troubles().isEmpty() ? ExitCode.DONE : ExitCode.USAGE).code();
    }
}
