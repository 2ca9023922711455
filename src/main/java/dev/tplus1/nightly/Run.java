package dev.tplus1.nightly;

import dev.tplus1.breaks.BreakBook;
import dev.tplus1.breaks.Classification;
import dev.tplus1.breaks.Finding;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.audit.Label;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.SettingException;
import dev.tplus1.lease.Lease;
import dev.tplus1.ledger.BooksNotReadyException;
import dev.tplus1.ledger.LedgerException;
import dev.tplus1.reconcile.BooksBeside;
import dev.tplus1.reconcile.Reconciler;
import dev.tplus1.reconcile.Reconciliation;
import dev.tplus1.replay.ReplayRun;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.report.RunReport;
import dev.tplus1.report.Summary;
import dev.tplus1.report.life.Past;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementSource;
import dev.tplus1.watch.Observed;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One account, business date and revision on its way through the steps. What a step has written to
 * the database is not done again by a later try: a classification once staged is what the replays,
 * the check of them and the conclusion work from, in this process or in the next one. One thread.
 */
final class Run implements AutoCloseable {
    private final Rooms rooms;
    private final AccountPlan plan;
    private final BusinessDate day;
    private final Revision.Id id;
    private final @Nullable Lease lease;
    private final Patience patience;
    private final boolean approved;
    private final boolean fresh;
    private final boolean concluded;
    private final boolean leavesUnused;
    private final Instant started;
    private final Intake intake;

    private @Nullable Summary summary;
    private List<Finding> findings = List.of();
    private Replaying.Replayed replays = Replaying.Replayed.NONE;
    private @Nullable Throwable failure;
    private ReportFolder.@Nullable Written written;

    /**
     * How a run is started.
     *
     * @param approved whether a person approved what the circuit breakers held back
     * @param fresh whether to look anew even if an earlier try had staged its classification
     * @param concluded whether an earlier try concluded it and only its report is missing
     * @param leavesUnused whether a statement was given, and another is gone on with
     */
    record Start(
            Revision.Id id,
            StatementSource source,
            @Nullable Lease lease,
            boolean approved,
            boolean fresh,
            boolean concluded,
            boolean leavesUnused) {}

    Run(Rooms rooms, AccountPlan plan, BusinessDate day, Start start, Patience patience) {
        this.rooms = rooms;
        this.plan = plan;
        this.day = day;
        this.id = start.id();
        this.lease = start.lease();
        this.approved = start.approved();
        this.fresh = start.fresh();
        this.concluded = start.concluded();
        this.leavesUnused = start.leavesUnused();
        this.patience = patience;
        this.started = rooms.clock().instant();
        this.intake =
                new Intake(rooms, plan, day, start.source(), runId(), patience, this::stillOurs);
    }

    Revision.Id id() {
        return id;
    }

    Observed observed() {
        return rooms.observed(id.account(), id.date());
    }

    boolean approved() {
        return approved;
    }

    /** Whether an earlier try concluded it and only its report is missing. */
    boolean concluded() {
        return concluded;
    }

    String runId() {
        return runId(rooms.job(), id);
    }

    /** A revision's name in the batch, in the callback log and in reports. */
    static String runId(String job, Revision.Id id) {
        return job + "/" + id.account() + "/" + id.date() + "/" + id.label();
    }

    // --- the steps ---

    void fetch() throws RunEnded, RunStopped, IOException, RefusedException {
        carryOn("fetching");
        if (resumed()) {
            return;
        }
        intake.find();
    }

    void check() throws RunStopped, IOException, RefusedException {
        carryOn("reading the statement");
        if (resumed()) {
            return;
        }
        intake.readBooks();
        intake.read();
        if (lease != null) {
            intake.keep();
        }
    }

    void reconcile() throws RunStopped, RunEnded, IOException, RefusedException {
        carryOn("comparing");
        if (resumed()) {
            return;
        }
        Statement read = intake.statement();
        Reconciliation found = compared(read);
        Treatment treatment = new Treatment(rooms, plan, day, started);
        Summary.Hold hold = approved ? treatment.approved(id, found) : treatment.hold(found);
        findings = treatment.decided(found, hold);
        summary =
                Figures.of(
                        head(),
                        read,
                        intake.files(),
                        found,
                        hold == null ? Outcome.RECONCILED : Outcome.HELD,
                        hold,
                        day.date().plusDays(plan.suspenseDays()),
                        intake.revised(id),
                        rooms.clock().instant());
        Proven.require(found);
        if (found.verdict() == Reconciliation.Verdict.SUSPECT_EMPTY) {
            throw new RunEnded(
                    Outcome.SUSPECT_EMPTY,
                    read.nothingCountsBut("the books hold ")
                            + found.ledgerEntries()
                            + (found.ledgerEntries() == 1 ? " entry" : " entries")
                            + ". Nothing was changed; check the merchant id, or fetch the"
                            + " statement again later.",
                    null);
        }
        if (lease != null) {
            Classification classification =
                    new Classification(
                            findings,
                            hold == null ? found.changes() : List.of(),
                            new ArrayList<>(found.crossed()),
                            summary.toJson());
            rooms.unpurged()
                    .stage(id, runId(), read.sha256(), started, classification, this::stillOurs);
            intake.standsForTheDate();
        }
    }

    private Reconciliation compared(Statement read)
            throws RunStopped, RunEnded, IOException, RefusedException {
        while (true) {
            try (BooksBeside beside = intake.books()) {
                return new Reconciler(
                                plan.of(day),
                                read,
                                beside.books(),
                                rooms.knownDates(plan.id(), day.date()),
                                intake.means())
                        .reconcile();
            } catch (BooksNotReadyException e) {
                intake.awaitBooks(e);
            }
        }
    }

    void replay() throws RunStopped, RunEnded {
        carryOn("replaying");
        load();
        if (summary != null) {
            Proven.require(summary, findings);
        }
        replays =
                rooms.replaying()
                        .replay(
                                Treatment.toReplay(findings),
                                replayRun(),
                                new Replaying.Asked(
                                        this::mayReplay,
                                        rooms.meanwhile(plan.id(), day, started),
                                        plan.api()),
                                patience.stopping());
        if (replays.stopped()) {
            throw new RunStopped();
        }
    }

    void verify() throws RunStopped, RunEnded {
        carryOn("checking the replays");
        try {
            replays = rooms.replaying().verified(replayRun(), replays);
        } catch (SettingException e) {
            // the replays stand: this is no longer "nothing was changed"
            throw new LedgerException("the books cannot be read again: " + e.getMessage(), e);
        }
        findings = replays.applyTo(findings);
    }

    void conclude() throws RunStopped {
        carryOn("concluding");
        if (!concluded) {
            Summary draft = Objects.requireNonNull(summary);
            Summary.Hold held = draft.held();
            rooms.breakBook()
                    .conclude(
                            id,
                            findings,
                            new BreakBook.Conclusion(
                                    held == null
                                            ? Revision.Outcome.RECONCILED
                                            : Revision.Outcome.HELD,
                                    held == null ? null : held.by().name(),
                                    Label.RUN,
                                    counted ->
                                            Figures.concluded(
                                                            draft,
                                                            replays.counts(),
                                                            counted,
                                                            rooms.clock().instant())
                                                    .toJson(),
                                    this::stillOurs));
        }
        publish();
    }

    // --- beside the steps ---

    /** Gives back what it kept outside memory. */
    @Override
    public void close() {
        intake.close();
    }

    /** Looks without touching anything: no archive, no replay, no conclusion. */
    void dryRun() throws RunEnded, RunStopped, IOException, RefusedException {
        fetch();
        check();
        reconcile();
        written = rooms.reports().dryRun(report(Objects.requireNonNull(summary), findings));
    }

    /** Leaves what a run found that could not conclude its date, if the date is still its own. */
    void leaveAttempt(Outcome outcome, Summary.Problem problem) {
        // once the revision's own report is written, an attempt beside it would contradict it
        if (written != null || (lease != null && !heldAsFarAsKnown(lease))) {
            return;
        }
        Instant now = rooms.clock().instant();
        Summary.Alerts alerts =
                outcome == Outcome.SUSPECT_EMPTY
                        ? new Summary.Alerts(1, 0, 0)
                        : Summary.Alerts.none();
        Summary known = summary;
        Summary told =
                known == null
                        ? Figures.of(head(), outcome, problem, now)
                        : Figures.ended(known, outcome, problem, replays.counts(), alerts, now);
        rooms.reports()
                .attempt(report(told, outcome == Outcome.SUSPECT_EMPTY ? List.of() : findings));
    }

    void failed(Throwable thrown) {
        failure = thrown;
    }

    @Nullable Throwable failure() {
        return failure;
    }

    /** How it ended, once its report is written. */
    NightResult ran() {
        ReportFolder.Written files = Objects.requireNonNull(written);
        return new NightResult.Ran(
                plan.id(),
                day.date(),
                files.summary(),
                files.breaks().counted(),
                files.folder(),
                leavesUnused);
    }

    private void carryOn(String doing) throws RunStopped {
        if (patience.stopping().getAsBoolean()) {
            throw new RunStopped();
        }
        stillOurs();
        rooms.watcher().at(plan.id(), doing, 0, 0);
    }

    /**
     * Whether an earlier try had staged its classification: then nothing is fetched or compared
     * again.
     */
    private boolean resumed() {
        return concluded || (lease != null && !fresh && rooms.revisions().staged(id).isPresent());
    }

    private void load() {
        if (summary != null) {
            return;
        }
        Optional<Classification> staged = rooms.revisions().staged(id);
        if (staged.isPresent()) {
            findings = staged.get().findings();
            summary = Summary.fromJson(staged.get().summaryJson());
        }
    }

    private ReplayRun replayRun() {
        return new ReplayRun(
                plan.id(), plan.format().provider(), plan.format().keys(), day, runId());
    }

    private void stillOurs() {
        if (lease != null) {
            lease.assertHeld();
        }
    }

    /** The same, in the transaction on the books, wherever those are. */
    private void mayReplay() {
        rooms.fencing().assertHeld(Objects.requireNonNull(lease));
    }

    private static boolean heldAsFarAsKnown(Lease lease) {
        try {
            return lease.stillHeld();
        } catch (DatabaseException _) {
            // the database is silent, which is what the attempt has to tell
            return lease.freshlyHeld();
        }
    }

    /**
     * Files cannot be fenced: whoever writes them late writes what the database says, which is the
     * same for all, and never lets the newest revision's name fall back.
     */
    private void publish() {
        stillOurs();
        written = rooms.written(id, plan.format(), rooms.reports()::conclude);
        rooms.revisions().published(id, this::stillOurs);
    }

    private RunReport report(Summary of, List<Finding> with) {
        Breaks breaks = Breaks.of(with.stream().map(Finding::found).toList());
        Past past = Past.of(intake.origin());
        past = past.with(rooms.payers(() -> intake.payers(breaks), id));
        return new RunReport(of, breaks, plan.format().providerName(), rooms.jobFile(), past);
    }

    private Figures.Head head() {
        return new Figures.Head(
                rooms.job(),
                id.account(),
                plan.format().provider(),
                day,
                lease == null ? 0 : id.number(),
                lease == null ? Summary.Mode.DRY_RUN : Summary.Mode.RUN,
                runId());
    }
}
