package dev.tplus1.cli;

import dev.tplus1.cli.speech.CheckAnswer;
import dev.tplus1.cli.speech.CheckLine;
import dev.tplus1.cli.speech.Speech;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "check",
        description = "Look at settings, schema and reachability; changes only its own tables.",
        footer = {
            "",
            "Examples:",
            "  tplus1 check --job jobs/shop.yaml",
            "  LEDGER_PASSWORD=... tplus1 check --job jobs/shop.yaml --verbose"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class CheckCommand implements Callable<Integer> {
    private final Session session;

    @Option(names = "--job", required = true, paramLabel = "FILE", description = "The job file.")
    private Path job;

    CheckCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Work.Job read = session.job(job);
        List<CheckLine> checks = new ArrayList<>();
        checks.add(
                CheckLine.ok(
                        "job file",
                        Speech.count(read.file().accounts().size(), "account", "accounts")));
        CheckAnswer answer = session.work().check(read);
        checks.addAll(answer.checks());
        session.terminal()
                .answer(new CheckAnswer(checks, answer.grants()).lines(session.terminal()));
        return ExitCode.mostSevere(checks.stream().map(CheckCommand::code).toList()).code();
    }

    private static ExitCode code(CheckLine line) {
        return switch (line.failure()) {
            case NONE, WARNING -> ExitCode.DONE;
            case SETTINGS -> ExitCode.USAGE;
            case UNREACHABLE -> ExitCode.FAILED;
        };
    }
}
