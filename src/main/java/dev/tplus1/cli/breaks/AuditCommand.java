package dev.tplus1.cli.breaks;

import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.cli.Arguments;
import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Session;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.ArrayAnswer;
import dev.tplus1.cli.speech.AuditVerdict;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

@Command(
        name = "audit",
        description = {
            "List the audit trail, or prove that it is whole (exit 1 where it is not).",
            "It is one chain for the whole database."
        },
        footer = {
            "",
            "Examples:",
            "  tplus1 breaks audit --job jobs/shop.yaml --account wechat-shop --date 2026-11-28",
            "  tplus1 breaks audit --job jobs/shop.yaml --verify --against /mnt/kept/reports"
        })
@SuppressWarnings("NullAway.Init") // picocli fills the fields in
public final class AuditCommand implements Callable<Integer> {
    private static final int PAGE = 500;

    private final Session session;
    @Mixin private Shared shared;

    @Option(names = "--account", paramLabel = "A", description = "Only of this account.")
    private @Nullable String account;

    @Option(names = "--date", paramLabel = "D", description = "Only of this business date.")
    private @Nullable String date;

    @Option(names = "--verify", description = "Walk the whole chain and prove it.")
    private boolean verify;

    @Option(
            names = "--against",
            paramLabel = "PATH",
            description = {
                "Prove also that it is the chain that this summary.json tells of, or those in this",
                "folder of reports; may be repeated."
            })
    private List<Path> against = List.of();

    public AuditCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LocalDate day = Arguments.optionalDate("--date", date);
        boolean proves = verify || !against.isEmpty();
        if (proves && (account != null || day != null)) {
            throw new SettingException(
                    "breaks audit: the whole chain is proven or nothing; leave --account and --date"
                            + " out.");
        }
        Work.Job job = session.job(shared.job());
        if (proves) {
            return proven(session.work().verifyAudit(job, against)).code();
        }
        if (account != null) {
            Session.requireAccounts(job, List.of(account));
        }
        list(job, new Audit.Filter(account, day));
        return ExitCode.DONE.code();
    }

    private ExitCode proven(AuditVerdict verdict) {
        if (shared.json()) {
            session.terminal().answer(verdict.json());
        } else if (verdict.whole()) {
            session.terminal().answer(verdict.line());
        }
        if (!verdict.whole()) {
            session.terminal().complain(List.of("tplus1: " + verdict.line()));
        }
        return verdict.whole() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void list(Work.Job job, Audit.Filter filter) {
        Terminal terminal = session.terminal();
        if (shared.json()) {
            ArrayAnswer array = new ArrayAnswer(terminal);
            session.work().audit(job, filter, event -> array.add(event::write));
            array.end();
            return;
        }
        List<String> lines = new ArrayList<>();
        boolean[] any = {false};
        session.work()
                .audit(
                        job,
                        filter,
                        event -> {
                            any[0] = true;
                            lines.add(event.line());
                            if (lines.size() == PAGE) {
                                terminal.answer(lines);
                                lines.clear();
                            }
                        });
        terminal.answer(any[0] ? lines : List.of("No events."));
    }
}
