package dev.tplus1.cli.purge;

import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Session;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.cli.speech.purge.PurgeAnswer;
import dev.tplus1.entry.SettingException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.concurrent.Callable;

@Command(
        name = "purge",
        description = {
            "Delete what is older than the job file's retention says.",
            "Dates that are not ended or have open breaks stay whole, and the audit trail does."
        },
        footer = {
            "",
            "Examples:",
            "  tplus1 purge --job jobs/shop.yaml --dry-run",
            "  tplus1 purge --job jobs/shop.yaml"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
public final class PurgeCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--job", required = true, paramLabel = "FILE", description = "The job file.")
    private Path job;

    @Option(names = "--dry-run", description = "Only tell what would go.")
    private boolean dryRun;

    @Option(names = "--json", description = "Answer in JSON.")
    private boolean json;

    public PurgeCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Work.Job read = session.job(job);
        if (!read.file().retention().any()) {
            throw new SettingException(
                    job
                            + ": retention: is not there, so nothing is ever deleted; add it, such"
                            + " as retention: {statements: 400d, breaks: 800d}");
        }
        PurgeAnswer answer = session.work().purge(new Work.PurgeRequest(read, dryRun), this::tell);
        return switch (answer.purged().end()) {
            case DONE -> ExitCode.DONE.code();
            case STOPPED -> ExitCode.STOPPED.code();
            case FAILED -> ExitCode.FAILED.code();
            case RUNNING_ELSEWHERE -> ExitCode.RUNNING.code();
        };
    }

    private void tell(PurgeAnswer answer) {
        Terminal terminal = session.terminal();
        if (json) {
            terminal.answer(answer.json());
        } else {
            terminal.answer(answer.lines());
        }
        terminal.complain(answer.troubles());
    }
}
