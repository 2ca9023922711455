package dev.tplus1.cli.breaks;

import dev.tplus1.cli.Answers;
import dev.tplus1.cli.Arguments;
import dev.tplus1.cli.Deciding;
import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Session;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.ImportAnswer;
import dev.tplus1.cli.speech.Terminal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "import",
        description = {
            "Apply what was decided in a report.xlsx.",
            "Rows that changed meanwhile are refused, each with its reason (exit 3)."
        },
        footer = {
            "",
            "Examples:",
            "  tplus1 breaks import report.xlsx --job jobs/shop.yaml",
            "  tplus1 breaks import report.xlsx --job jobs/shop.yaml --as finance-02"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
public final class ImportCommand implements Callable<Integer> {
    private final Session session;
    @Mixin private Shared shared;

    @Parameters(paramLabel = "FILE", description = "The report.xlsx, with its decisions.")
    private Path file;

    private ExitCode rows = ExitCode.DONE;

    public ImportCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Path decided = Arguments.existing("FILE", file);
        String as = shared.name();
        Work.Job job = session.job(shared.job());
        Terminal aside = shared.json() ? session.terminal().onErr() : session.terminal();
        Answers answers = new Answers(aside, false);
        session.work()
                .importDecisions(
                        new Deciding.Import(job, decided, as),
                        aside.progress(),
                        this::told,
                        answers);
        return ExitCode.mostSevere(List.of(rows, answers.conclude("dates"))).code();
    }

    private void told(ImportAnswer imported) {
        session.terminal().answer(shared.json() ? imported.json() : imported.line());
        session.terminal().complain(imported.troubles(session.terminal()));
        rows = imported.refused().isEmpty() ? ExitCode.DONE : ExitCode.BREAKS;
    }
}
