package dev.tplus1.cli;

import dev.tplus1.cli.speech.Speech;
import dev.tplus1.cli.speech.Terminal;

import picocli.CommandLine.Command;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "demo",
        description = "Reconcile the sample date on an embedded database, in a temporary folder.",
        footer = {"", "Examples:", "  tplus1 demo", "  tplus1 demo --verbose"})
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
final class DemoCommand implements Callable<Integer> {
    private final Session session;

    DemoCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Terminal terminal = session.terminal();
        Answers answers = new Answers(terminal, false);
        List<Path> reports =
                session.work()
                        .demo(
                                begins ->
                                        terminal.answer(
                                                "Sample date "
                                                        + begins.date()
                                                        + ": "
                                                        + Speech.count(
                                                                begins.accounts(),
                                                                "account",
                                                                "accounts")
                                                        + ", embedded H2 in a temporary folder."),
                                terminal.progress(),
                                answers);
        ExitCode code = answers.conclude("accounts");
        terminal.answer(reports.stream().map(report -> "Open " + report).toList());
        return code.code();
    }
}
