package dev.tplus1.cli;

import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.decide.Reason;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.AuditLine;
import dev.tplus1.cli.speech.AuditVerdict;
import dev.tplus1.cli.speech.BreakBlock;
import dev.tplus1.cli.speech.CheckAnswer;
import dev.tplus1.cli.speech.CheckLine;
import dev.tplus1.cli.speech.FiledBreak;
import dev.tplus1.cli.speech.ImportAnswer;
import dev.tplus1.cli.speech.OutboxTable;
import dev.tplus1.cli.speech.Progress;
import dev.tplus1.cli.speech.ReconcileBlock;
import dev.tplus1.cli.speech.RelayAnswer;
import dev.tplus1.cli.speech.StatementBlock;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.cli.speech.alert.AlertAnswer;
import dev.tplus1.cli.speech.alert.AlertTable;
import dev.tplus1.cli.speech.days.StatusAnswer;
import dev.tplus1.cli.speech.purge.PurgeAnswer;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Remembers what it was asked for, and answers what the test wants. */
final class FakeWork implements Work {
    final List<AccountAnswer> answers = new ArrayList<>();
    final List<CheckLine> checks = new ArrayList<>();
    final List<String> grants = new ArrayList<>();
    List<Path> paths = List.of();
    List<String> unrendered = List.of();
    @Nullable Object asked;
    @Nullable RuntimeException failure;
    @Nullable ReconcileBlock diff;
    @Nullable StatementBlock statement;
    @Nullable BreakBlock shown;
    @Nullable RelayAnswer relayed;
    @Nullable AlertAnswer sent;
    AlertTable notices = new AlertTable(List.of(), 0, 0, 1000, false);
    @Nullable StatusAnswer status;
    @Nullable PurgeAnswer purge;
    OutboxTable letters = new OutboxTable(List.of(), 0, 0, 1000, false);
    ImportAnswer imported = new ImportAnswer(0, 0, 0, 0, 0, 0, List.of(), List.of());
    final List<FiledBreak> rows = new ArrayList<>();
    final List<AuditLine> events = new ArrayList<>();
    final List<Approval> approved = new ArrayList<>();
    final List<String> said = new ArrayList<>();
    @Nullable AuditVerdict proven;
    final List<Integer> ends = new ArrayList<>();
    final List<String> unseen = new ArrayList<>();

    /** How a command ended. */
    record Ended(int code, String out, String err) {}

    Ended run(String... args) {
        return run(false, args);
    }

    Ended run(boolean coloured, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal =
                new Terminal(
                        new PrintStream(out, false, StandardCharsets.UTF_8),
                        new PrintStream(err, false, StandardCharsets.UTF_8),
                        false,
                        coloured);
        int code = Cli.run(args, terminal, Map.of("URL", "jdbc:h2:mem:x"), () -> this);
        return new Ended(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private void took(Object request) {
        asked = request;
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public List<String> ended(int code) {
        ends.add(code);
        return unseen;
    }

    @Override
    public void reconcile(Reconcile request, Progress progress, Consumer<AccountAnswer> sink) {
        took(request);
        answers.forEach(sink);
    }

    @Override
    public void backfill(Backfill request, Progress progress, Consumer<AccountAnswer> sink) {
        took(request);
        answers.forEach(sink);
    }

    @Override
    public StatusAnswer status(StatusRequest request) {
        took(request);
        return Objects.requireNonNull(status);
    }

    @Override
    public void fetch(Fetch request, Progress progress, Consumer<AccountAnswer> sink) {
        took(request);
        answers.forEach(sink);
    }

    @Override
    public ReconcileBlock diff(Diff request, Progress progress) {
        took(request);
        return Objects.requireNonNull(diff);
    }

    @Override
    public StatementBlock statement(StatementRequest request) {
        took(request);
        return Objects.requireNonNull(statement);
    }

    @Override
    public void breaks(BreaksList request, Consumer<FiledBreak> sink) {
        took(request);
        rows.forEach(sink);
    }

    @Override
    public BreakBlock showBreak(Job job, String id) {
        took(id);
        return Objects.requireNonNull(shown);
    }

    @Override
    public List<String> assign(Assign request) {
        took(request);
        return request.ids();
    }

    @Override
    public String resolveBreak(Job job, String id, Reason reason, String note, String as) {
        took(List.of(id, reason.code(), note, as));
        return id;
    }

    @Override
    public FiledBreak reopenBreak(Job job, String id, String note, String as) {
        took(List.of(id, note, as));
        return rows.getFirst();
    }

    @Override
    public void audit(Job job, Audit.Filter filter, Consumer<AuditLine> sink) {
        took(filter);
        events.forEach(sink);
    }

    @Override
    public AuditVerdict verifyAudit(Job job, List<Path> against) {
        took(against);
        return Objects.requireNonNull(proven);
    }

    @Override
    public void approve(
            Approve request,
            Progress progress,
            Consumer<Approved> told,
            Consumer<AccountAnswer> sink) {
        took(request);
        told.accept(new Approved(approved, said));
        answers.forEach(sink);
    }

    @Override
    public void importDecisions(
            Import request,
            Progress progress,
            Consumer<ImportAnswer> decided,
            Consumer<AccountAnswer> sink) {
        decided.accept(imported);
        took(request);
        answers.forEach(sink);
    }

    @Override
    public Rendered report(ReportRequest request) {
        took(request);
        return new Rendered(paths, unrendered);
    }

    @Override
    public RelayAnswer relay(
            RelayRequest request, Consumer<String> troubles, Consumer<RelayAnswer> end) {
        took(request);
        RelayAnswer answer = Objects.requireNonNull(relayed);
        end.accept(answer);
        return answer;
    }

    @Override
    public OutboxTable outbox(OutboxList request) {
        took(request);
        return letters;
    }

    @Override
    public long requeue(Requeue request) {
        took(request);
        return request.ids().isEmpty() ? 7 : request.ids().size();
    }

    @Override
    public long discard(Discard request) {
        took(request);
        return request.ids().size();
    }

    @Override
    public List<CheckLine> alertTest(Job job, List<String> channels) {
        took(channels);
        return checks;
    }

    @Override
    public AlertAnswer alertSend(Job job, Consumer<AlertAnswer> end) {
        took(job);
        AlertAnswer answer = Objects.requireNonNull(sent);
        end.accept(answer);
        return answer;
    }

    @Override
    public AlertTable alerts(Job job) {
        took(job);
        return notices;
    }

    @Override
    public long alertRetry(AlertRetry request) {
        took(request);
        return request.ids().isEmpty() ? 7 : request.ids().size();
    }

    @Override
    public long alertDiscard(Discard request) {
        took(request);
        return request.ids().size();
    }

    @Override
    public PurgeAnswer purge(PurgeRequest request, Consumer<PurgeAnswer> end) {
        took(request);
        PurgeAnswer answer = Objects.requireNonNull(purge);
        end.accept(answer);
        return answer;
    }

    @Override
    public CheckAnswer check(Job job) {
        took(job);
        return new CheckAnswer(checks, grants);
    }

    @Override
    public List<Path> demo(
            Consumer<DemoBegins> begins, Progress progress, Consumer<AccountAnswer> sink) {
        took("demo");
        begins.accept(new DemoBegins(LocalDate.of(2026, 11, 28), 3));
        answers.forEach(sink);
        return paths;
    }
}
