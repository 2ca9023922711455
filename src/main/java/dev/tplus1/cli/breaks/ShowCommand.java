package dev.tplus1.cli.breaks;

import dev.tplus1.cli.Arguments;
import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Session;
import dev.tplus1.cli.speech.BreakBlock;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "show",
        description = "Show one break, both sides of it, and its history.",
        footer = {
            "",
            "Examples:",
            "  tplus1 breaks show 7K3M9QX2 --job jobs/shop.yaml",
            "  tplus1 breaks show 7K3M9QX2 --job jobs/shop.yaml --json"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
public final class ShowCommand implements Callable<Integer> {
    private final Session session;
    @Mixin private Shared shared;

    @Parameters(paramLabel = "ID", description = "The break's id.")
    private String id;

    public ShowCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        String wanted = Arguments.breakId(id);
        BreakBlock block = session.work().showBreak(session.job(shared.job()), wanted);
        session.terminal().answer(shared.json() ? List.of(block.json()) : block.lines());
        return ExitCode.DONE.code();
    }
}
