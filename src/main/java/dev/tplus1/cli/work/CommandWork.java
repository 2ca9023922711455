package dev.tplus1.cli.work;

import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.decide.Reason;
import dev.tplus1.cli.Work;
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
import dev.tplus1.cli.speech.alert.AlertAnswer;
import dev.tplus1.cli.speech.alert.AlertTable;
import dev.tplus1.cli.speech.days.StatusAnswer;
import dev.tplus1.cli.speech.purge.PurgeAnswer;
import dev.tplus1.cli.work.check.CheckWork;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.http.Pauses;
import dev.tplus1.provider.Providers;
import dev.tplus1.report.sheet.DecisionFile;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementCheck;
import dev.tplus1.statement.StatementDay;
import dev.tplus1.statement.StatementFormat;
import dev.tplus1.statement.StatementSettings;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The work behind every command, each in the class that knows it. */
public final class CommandWork implements Work {
    private final Clock clock;
    private final Pauses pauses;
    private final Map<String, String> environment;

    /** Who looks on while a command works; a process has one command. */
    private Lookers lookers = Lookers.nobody();

    /**
     * @param clock of the process
     */
    public CommandWork(Clock clock) {
        this(clock, Pauses.REAL);
    }

    /**
     * @param pauses of whoever waits for a provider
     */
    public CommandWork(Clock clock, Pauses pauses) {
        this(clock, pauses, Map.of());
    }

    private CommandWork(Clock clock, Pauses pauses, Map<String, String> environment) {
        this.clock = clock;
        this.pauses = pauses;
        this.environment = Map.copyOf(environment);
    }

    /**
     * The work of this process.
     *
     * @param environment may say what trace its command is a part of
     */
    public static CommandWork ofProcess(Clock clock, Map<String, String> environment) {
        return new CommandWork(clock, Pauses.REAL, environment);
    }

    @Override
    public void begins(Job job) {
        lookers = Lookers.of(job, clock, pauses, environment);
    }

    @Override
    public void failed(String line, Throwable thrown) {
        lookers.failed(line, thrown);
    }

    @Override
    public List<String> ended(int exit) {
        return lookers.ended(exit);
    }

    private NightWork night(Progress progress) {
        return new NightWork(clock, pauses, progress, lookers);
    }

    @Override
    public void reconcile(Reconcile request, Progress progress, Consumer<AccountAnswer> answers) {
        night(progress).reconcile(request, answers);
    }

    @Override
    public void backfill(Backfill request, Progress progress, Consumer<AccountAnswer> answers) {
        night(progress).backfill(request, answers);
    }

    @Override
    public StatusAnswer status(StatusRequest request) {
        return new StatusWork(clock).status(request);
    }

    @Override
    public void fetch(Fetch request, Progress progress, Consumer<AccountAnswer> answers) {
        night(progress).fetch(request, answers);
    }

    @Override
    public ReconcileBlock diff(Diff request, Progress progress)
            throws RefusedException, IOException {
        return new DiffWork(clock).diff(request, progress);
    }

    @Override
    public StatementBlock statement(StatementRequest request) throws RefusedException, IOException {
        StatementFormat format = Providers.format(StatementSettings.of(request.provider()));
        try (Scratch scratch = temporary("statement");
                Statement statement = format.read(request.files(), scratch)) {
            return checked(statement, request, format);
        }
    }

    /** The temporary folder of a command that has no job file to name one. */
    static Scratch temporary(String command) {
        return Scratch.open(Path.of(System.getProperty("java.io.tmpdir")), command, Scratch.LIMIT);
    }

    private static StatementBlock checked(
            Statement statement, StatementRequest request, StatementFormat format)
            throws RefusedException {
        LocalDate date =
                request.date() != null ? request.date() : StatementDay.of(statement, format.zone());
        if (date != null) {
            // without a merchant to hold it against, whatever the file declares will do
            new StatementCheck(request.merchantId(), statement.subMerchantId())
                    .check(statement, request.files(), new BusinessDate(date, format.zone()));
        }
        return new StatementBlock(statement, date);
    }

    @Override
    public void breaks(BreaksList request, Consumer<FiledBreak> rows) {
        new BreaksWork(clock).list(request, rows);
    }

    @Override
    public BreakBlock showBreak(Job job, String id) {
        return new BreaksWork(clock).show(job, id);
    }

    @Override
    public List<String> assign(Assign request) {
        return new BreaksWork(clock).assign(request);
    }

    @Override
    public String resolveBreak(Job job, String id, Reason reason, String note, String as) {
        return new BreaksWork(clock).resolve(job, id, reason, note, as);
    }

    @Override
    public FiledBreak reopenBreak(Job job, String id, String note, String as) {
        return new BreaksWork(clock).reopen(job, id, note, as);
    }

    @Override
    public void approve(
            Approve request,
            Progress progress,
            Consumer<Approved> told,
            Consumer<AccountAnswer> answers) {
        Approved approved = new BreaksWork(clock).approve(request);
        told.accept(approved);
        List<BreaksWork.Dated> dates =
                approved.each().stream()
                        .filter(each -> !each.takesSecond())
                        .map(each -> new BreaksWork.Dated(each.account(), each.date()))
                        .distinct()
                        .toList();
        if (!dates.isEmpty()) {
            night(progress).applyApproved(request.job(), dates, answers);
        }
    }

    @Override
    public void importDecisions(
            Import request,
            Progress progress,
            Consumer<ImportAnswer> decided,
            Consumer<AccountAnswer> answers) {
        DecisionFile.Read read = DecisionFile.read(request.file());
        if (ImportWork.approves(read)) {
            night(progress)
                    .approve(
                            request.job(),
                            () -> ImportWork.decide(request, read, clock, decided),
                            answers);
        } else {
            ImportWork.decide(request, read, clock, decided);
        }
    }

    @Override
    public void audit(Job job, Audit.Filter filter, Consumer<AuditLine> events) {
        AuditWork.list(job, filter, events);
    }

    @Override
    public AuditVerdict verifyAudit(Job job, List<Path> against) {
        return AuditWork.verify(job, against);
    }

    @Override
    public Rendered report(ReportRequest request) {
        return night(Progress.silent()).render(request);
    }

    @Override
    public RelayAnswer relay(
            RelayRequest request, Consumer<String> troubles, Consumer<RelayAnswer> end) {
        return new OutboxWork(clock).relay(request, troubles, end);
    }

    @Override
    public OutboxTable outbox(OutboxList request) {
        return new OutboxWork(clock).list(request);
    }

    @Override
    public long requeue(Requeue request) {
        return new OutboxWork(clock).requeue(request);
    }

    @Override
    public long discard(Discard request) {
        return new OutboxWork(clock).discard(request);
    }

    @Override
    public List<CheckLine> alertTest(Job job, List<String> channels) {
        return new AlertWork(clock, pauses, lookers).test(job, channels);
    }

    @Override
    public AlertAnswer alertSend(Job job, Consumer<AlertAnswer> end) {
        return new AlertWork(clock, pauses, lookers).send(job, end);
    }

    @Override
    public AlertTable alerts(Job job) {
        return new AlertWork(clock, pauses, lookers).list(job);
    }

    @Override
    public long alertRetry(AlertRetry request) {
        return new AlertWork(clock, pauses, lookers).retry(request);
    }

    @Override
    public long alertDiscard(Discard request) {
        return new AlertWork(clock, pauses, lookers).discard(request);
    }

    @Override
    public PurgeAnswer purge(PurgeRequest request, Consumer<PurgeAnswer> end) {
        return new PurgeWork(clock).purge(request, end);
    }

    @Override
    public CheckAnswer check(Job job) {
        return new CheckWork(clock).check(job.file());
    }

    @Override
    public List<Path> demo(
            Consumer<DemoBegins> begins, Progress progress, Consumer<AccountAnswer> answers) {
        return new DemoWork(progress).demo(begins, answers);
    }
}
