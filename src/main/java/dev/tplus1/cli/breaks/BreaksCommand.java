package dev.tplus1.cli.breaks;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

@Command(
        name = "breaks",
        description = "List breaks, decide about them, and look at the audit trail.",
        subcommands = {
            ListCommand.class,
            ShowCommand.class,
            AssignCommand.class,
            ResolveCommand.class,
            ReopenCommand.class,
            ApproveCommand.class,
            ImportCommand.class,
            AuditCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  tplus1 breaks list --job jobs/shop.yaml",
            "  tplus1 breaks show 7K3M9QX2 --job jobs/shop.yaml"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
public final class BreaksCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "breaks: name one of list, show, assign, resolve, reopen, approve, import, audit");
    }
}
