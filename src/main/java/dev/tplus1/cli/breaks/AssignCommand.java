package dev.tplus1.cli.breaks;

import dev.tplus1.cli.Arguments;
import dev.tplus1.cli.Deciding;
import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Session;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.ArrayAnswer;
import dev.tplus1.cli.speech.Terminal;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "assign",
        description = "Say who looks after breaks; --to nobody takes them back.",
        footer = {
            "",
            "Examples:",
            "  tplus1 breaks assign 7K3M9QX2 4QJ8ZT1A --to mei --job jobs/shop.yaml",
            "  tplus1 breaks assign 7K3M9QX2 --to nobody --job jobs/shop.yaml --note \"on leave\""
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
public final class AssignCommand implements Callable<Integer> {
    private static final String NOBODY = "nobody";

    private final Session session;
    @Mixin private Shared shared;

    @Parameters(paramLabel = "ID", arity = "1..*", description = "The breaks' ids.")
    private List<String> ids;

    @Option(names = "--to", required = true, paramLabel = "NAME", description = "Who; or nobody.")
    private String to;

    @Option(names = "--note", paramLabel = "N", description = "Why, for the audit trail.")
    private @Nullable String note;

    public AssignCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<String> wanted = Arguments.breakIds(ids);
        String name = Arguments.name("--to", to);
        String owner = name.equals(NOBODY) ? null : name;
        String words = note == null ? "" : Arguments.note(note);
        String as = shared.name();
        Work.Job job = session.job(shared.job());
        List<String> assigned =
                session.work().assign(new Deciding.Assign(job, wanted, owner, words, as));
        Terminal terminal = session.terminal();
        if (shared.json()) {
            ArrayAnswer array = new ArrayAnswer(terminal);
            for (String id : assigned) {
                array.add(json -> {
                    json.writeStringProperty("break_id", id);
                    json.writeStringProperty("owner", owner == null ? "" : owner);
                });
            }
            array.end();
        } else {
            String what =
                    owner == null ? ": nobody looks after it." : ": assigned to " + owner + ".";
            terminal.answer(assigned.stream().map(id -> id + what).toList());
        }
        return ExitCode.DONE.code();
    }
}
