package dev.tplus1.cli.work;

import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.breaks.sorted.SortedBreaks;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.Progress;
import dev.tplus1.cli.speech.ReconcileBlock;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.entry.SettingException;
import dev.tplus1.ledger.BooksNotReadyException;
import dev.tplus1.ledger.CsvBooks;
import dev.tplus1.ledger.LedgerException;
import dev.tplus1.nightly.Figures;
import dev.tplus1.provider.Providers;
import dev.tplus1.reconcile.AccountDay;
import dev.tplus1.reconcile.BooksBeside;
import dev.tplus1.reconcile.Means;
import dev.tplus1.reconcile.Reconciler;
import dev.tplus1.reconcile.Reconciliation;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.report.RunReport;
import dev.tplus1.report.Summary;
import dev.tplus1.report.life.Origin;
import dev.tplus1.report.life.Past;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementCheck;
import dev.tplus1.statement.StatementDay;
import dev.tplus1.statement.StatementFormat;
import dev.tplus1.statement.StatementSettings;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;

/** Compares a statement with a ledger file: no database, no neighbouring dates, no replay. */
final class DiffWork {
    /** Nothing is held back where nothing is applied. */
    private static final BigDecimal NO_LIMIT = BigDecimal.valueOf(Long.MAX_VALUE);

    private final Clock clock;

    DiffWork(Clock clock) {
        this.clock = clock;
    }

    ReconcileBlock diff(Work.Diff request, Progress progress) throws RefusedException, IOException {
        ZoneId asked = request.zone();
        StatementSettings base = StatementSettings.of(request.provider());
        StatementSettings settings =
                new StatementSettings(
                        base.provider(),
                        null,
                        "",
                        asked,
                        base.orderMetadataKey(),
                        false,
                        base.csv());
        StatementFormat format = Providers.format(settings);
        try (Scratch scratch = CommandWork.temporary("diff")) {
            return diff(request, progress, format, scratch);
        }
    }

    private ReconcileBlock diff(
            Work.Diff request, Progress progress, StatementFormat format, Scratch scratch)
            throws RefusedException, IOException {
        ZoneId zone = format.zone();
        progress.show(request.provider(), "reading the statement", "");
        try (BooksBeside ledger =
                        BooksBeside.reading(
                                () ->
                                        CsvBooks.read(
                                                request.ledger(),
                                                request.provider(),
                                                format.keys(),
                                                zone,
                                                scratch),
                                Thread::interrupt);
                Statement statement = format.read(request.statements(), scratch);
                SortedBreaks breaks = new SortedBreaks(scratch)) {
            BusinessDate day = new BusinessDate(date(request, statement, zone), zone);
            new StatementCheck(null, "").check(statement, request.statements(), day);
            progress.show(request.provider(), "comparing", "");
            AccountDay account =
                    new AccountDay(request.provider(), day, request.cutoffGrace(), 0, NO_LIMIT);
            Means means =
                    new Means(
                            scratch,
                            entries ->
                                    format.withRaw(
                                            statement, request.statements(), entries, scratch));
            Reconciliation found =
                    Reconciler.ofDayAlone(account, statement, ledger.books(), means, breaks)
                            .reconcile();
            return report(request, progress, format, day, statement, found, breaks);
        } catch (LedgerException | BooksNotReadyException e) {
            // here the books are a file that was named: nothing that running again would mend
            throw new SettingException(String.valueOf(e.getMessage()), e);
        }
    }

    private ReconcileBlock report(
            Work.Diff request,
            Progress progress,
            StatementFormat format,
            BusinessDate day,
            Statement statement,
            Reconciliation found,
            Breaks breaks)
            throws RefusedException {
        boolean empty = found.verdict() == Reconciliation.Verdict.SUSPECT_EMPTY;
        Figures.Head head =
                new Figures.Head(
                        "diff",
                        request.provider(),
                        format.provider(),
                        day,
                        0,
                        Summary.Mode.DIFF,
                        "");
        Summary summary =
                Figures.of(
                        head,
                        statement,
                        request.statements(),
                        found,
                        empty ? Outcome.SUSPECT_EMPTY : Outcome.RECONCILED,
                        null,
                        null,
                        null,
                        clock.instant());
        progress.clear();
        refuse(found, statement, request);
        ReportFolder.Written written =
                ReportFolder.writeInto(
                        request.out(),
                        new RunReport(
                                summary,
                                breaks,
                                format.providerName(),
                                "",
                                Past.of(Origin.of(null, "", request.statements()))));
        return NightAnswers.block(
                summary, written.breaks(), request.out().resolve(NightAnswers.REPORT));
    }

    private static LocalDate date(Work.Diff request, Statement statement, ZoneId zone) {
        LocalDate date = request.date() != null ? request.date() : StatementDay.of(statement, zone);
        if (date == null) {
            throw new SettingException("the statement has nothing to tell its day by; give --date");
        }
        return date;
    }

    private static void refuse(Reconciliation found, Statement statement, Work.Diff request)
            throws RefusedException {
        if (found.verdict() == Reconciliation.Verdict.SUSPECT_EMPTY) {
            throw new RefusedException(
                    String.valueOf(request.statements().getFirst().getFileName()),
                    0,
                    statement.nothingCountsBut("the ledger has ")
                            + found.ledgerEntries()
                            + " entries of the day");
        }
        if (!found.imbalance().isEmpty()) {
            throw new IllegalStateException(found.imbalance());
        }
        for (ProofRow row : found.proof()) {
            if (row.unexplained() != 0) {
                throw new IllegalStateException(
                        row.money(row.unexplained()) + " could not be explained");
            }
        }
    }
}
