package dev.tplus1.cli.breaks;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.Status;
import dev.tplus1.cli.Arguments;
import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Session;
import dev.tplus1.cli.Work;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.concurrent.Callable;

@Command(
        name = "reopen",
        description = "Take back that a break is resolved: it is open, watched or held as before.",
        footer = {
            "",
            "Examples:",
            "  tplus1 breaks reopen 7K3M9QX2 --job jobs/shop.yaml --note \"the refund bounced\"",
            "  tplus1 breaks reopen 7K3M9QX2 --job jobs/shop.yaml --as mei --note \"wrong order\""
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
public final class ReopenCommand implements Callable<Integer> {
    private final Session session;
    @Mixin private Shared shared;

    @Parameters(paramLabel = "ID", description = "The break's id.")
    private String id;

    @Option(
            names = "--note",
            required = true,
            paramLabel = "N",
            description = "Why, for the audit trail.")
    private String note;

    public ReopenCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        String wanted = Arguments.breakId(id);
        String words = Arguments.note(note);
        String as = shared.name();
        Work.Job job = session.job(shared.job());
        Break now = session.work().reopenBreak(job, wanted, words, as).found();
        session.terminal()
                .answer(
                        shared.json()
                                ? "{\"break_id\":\""
                                        + now.id()
                                        + "\",\"status\":\""
                                        + now.status()
                                        + "\"}"
                                : now.id() + ": " + standing(now.status()) + " again.");
        return ExitCode.DONE.code();
    }

    private static String standing(Status now) {
        return now == Status.SUSPENSE ? "watched" : now == Status.HELD ? "held" : "open";
    }
}
