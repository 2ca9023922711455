package dev.tplus1.cli;

import dev.tplus1.cli.breaks.BreaksCommand;
import dev.tplus1.cli.purge.PurgeCommand;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/** What {@code tplus1} is, and the options that every command has. */
@Command(
        name = "tplus1",
        description = "Nightly payment reconciliation: the provider's statement against the books.",
        subcommands = {
            ReconcileCommand.class,
            BackfillCommand.class,
            StatusCommand.class,
            FetchCommand.class,
            DiffCommand.class,
            StatementCommand.class,
            BreaksCommand.class,
            ReportCommand.class,
            OutboxCommand.class,
            AlertCommand.class,
            PurgeCommand.class,
            CheckCommand.class,
            DemoCommand.class
        },
        footer = {
            "",
            "Exit: 0 done, 1 failed, 2 usage or settings, 3 breaks or dead letters (where asked"
                    + " for), 4 not",
            "ready, 5 running elsewhere, 6 refused, 7 held back, 143 stopped.",
            "",
            "Examples:",
            "  tplus1 demo",
            "  tplus1 reconcile --job jobs/shop.yaml --date 2026-11-28"
        })
@SuppressWarnings({"NullAway.Init", "UnusedVariable"}) // picocli fills the fields in and reads them
final class RootCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "Show the version.")
    private boolean version;

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Log to stderr, and show the trace of what fails.")
    private boolean verbose;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "name a command");
    }
}
