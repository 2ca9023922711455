package dev.tplus1.nightly;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.lease.Lease;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.nightly.Nightly.Asked;
import dev.tplus1.nightly.known.LastTries;
import dev.tplus1.report.Outcome;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource;
import dev.tplus1.watch.Observer.Subject;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.job.JobExecutionException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Reconciles an account's date under the date's lease: decides what of it is left to do, and has it
 * done. Thread-safe, but for {@link #close}.
 */
final class Reconciling implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciling.class);

    /** Of a run that goes on from what is in the database: it must not need the archive. */
    private static final StatementSource NOT_READ = StatementSource.given(List.of());

    private final Rooms rooms;
    private @Nullable NightBatch batch;
    private volatile boolean worked;

    Reconciling(Rooms rooms) {
        this.rooms = rooms;
    }

    /** Looks only: nothing is applied, filed, archived or concluded. */
    NightResult look(Asked asked) throws IOException {
        AccountPlan plan = asked.plan();
        BusinessDate day = asked.day();
        rooms.requireUnpurged(plan, day);
        Run.Start start =
                new Run.Start(next(asked), source(asked), null, false, true, false, false);
        try (Run run = new Run(rooms, plan, day, start, asked.patience())) {
            try {
                run.dryRun();
                return run.ran();
            } catch (RunEnded | RunStopped | RefusedException e) {
                return Ending.of(plan.id(), day, e);
            }
        }
    }

    /** Whether there was anything to do, of all that was asked for. */
    boolean worked() {
        return worked;
    }

    /** Reconciles it, or does what an earlier run left to do. */
    NightResult run(Asked asked) {
        AccountPlan plan = asked.plan();
        BusinessDate day = asked.day();
        rooms.requireOwn(plan, day);
        Optional<NightResult> already =
                asked.request().rerun() ? Optional.empty() : already(plan, day);
        if (already.isPresent()) {
            return already.get();
        }
        rooms.requireUnpurged(plan, day);
        worked = true;
        return switch (rooms.leases().acquire(plan.id(), day.date())) {
            case LeaseOutcome.HeldBy holder -> new NightResult.Busy(plan.id(), day.date(), holder);
            case LeaseOutcome.Acquired acquired -> {
                try (var lease = acquired.lease()) {
                    yield remembered(ended(asked, lease), lease);
                }
            }
        };
    }

    private NightResult ended(Asked asked, Lease lease) {
        try {
            return held(asked, lease);
        } catch (JobExecutionException | IOException | RuntimeException thrown) {
            return Ending.failed(asked.plan().id(), asked.day(), thrown);
        }
    }

    /** Keeps how it ended for whoever asks later; that it cannot be kept changes nothing of it. */
    private NightResult remembered(NightResult result, Lease lease) {
        LastTries tries = rooms.lastTries();
        String account = result.account();
        LocalDate date = result.date();
        try {
            switch (result) {
                case NightResult.Ran _ -> tries.concluded(account, date, lease::assertHeld);
                case NightResult.NotConcluded not -> {
                    if (!not.outcome().concludes()) {
                        tries.ended(account, date, not.outcome(), not.message(), lease::assertHeld);
                    }
                }
                case NightResult.Failed failed ->
                        tries.ended(
                                account, date, Outcome.FAILED, failed.told(), lease::assertHeld);
                case NightResult.Already _,
                        NightResult.Busy _,
                        NightResult.Fetched _,
                        NightResult.Stopped _ -> {}
            }
        } catch (RuntimeException e) {
            LOG.warn("{} {}: how it ended is not kept: {}", account, date, e.getMessage());
        }
        return result;
    }

    /** Runs a date whose lease we hold. */
    private NightResult held(Asked asked, Lease lease) throws JobExecutionException, IOException {
        // a purge may have held it before us
        rooms.requireUnpurged(asked.plan(), asked.day());
        rooms.fencing().raise(lease);
        if (asked.approval() && approvalUnderWay(asked)) {
            NightResult ended = launch(asked, start(asked, lease));
            if (!(ended instanceof NightResult.Ran) || !approvedAndOpen(asked)) {
                return ended;
            }
        }
        boolean rerun = asked.request().rerun();
        if (rerun || rooms.revisions().begun(asked.plan().id(), asked.day().date())) {
            // what another run began and did not end is not left behind for the next revision
            Optional<NightResult> left = finishLeft(asked, lease);
            boolean other = asked.approval() || !asked.request().statements().isEmpty();
            if (rerun
                    && other
                    && left.filter(each -> !(each instanceof NightResult.Ran)).isEmpty()) {
                left = finishBegun(asked, lease);
            }
            if (left.isPresent() && !(left.get() instanceof NightResult.Ran)) {
                return left.get();
            }
        } else {
            // it may have been concluded while we asked
            Optional<NightResult> meanwhile = already(asked.plan(), asked.day());
            if (meanwhile.isPresent()) {
                return meanwhile.get();
            }
        }
        return launch(asked, start(asked, lease));
    }

    /** Whether an approved date's replays were begun and have not ended. */
    private boolean approvalUnderWay(Asked asked) {
        return rooms.revisions()
                .latest(asked.plan().id(), asked.day().date())
                .filter(held -> held.held() && held.approval() != null)
                .filter(held -> rooms.underWay(held.id()))
                .isPresent();
    }

    /** Whether a person approved a missed callback that is still to be replayed. */
    private boolean approvedAndOpen(Asked asked) {
        return rooms.history().breaksOf(asked.plan().id(), asked.day().date()).stream()
                .anyMatch(row ->
                        row.approval() != null
                                && row.found().type() == BreakType.MISSED_CALLBACK
                                && row.found().status() == Status.OPEN);
    }

    /**
     * Writes the report of a revision that has none, or ends the approval of a held one that is
     * under way: its replays have to be told by it.
     */
    private Optional<NightResult> finishLeft(Asked asked, Lease lease)
            throws JobExecutionException, IOException {
        Optional<Revision> latest = rooms.revisions().latest(asked.plan().id(), asked.day().date());
        if (latest.isEmpty()) {
            return Optional.empty();
        }
        Revision revision = latest.get();
        boolean approved = revision.approval() != null;
        boolean underWay = revision.held() && approved && rooms.underWay(revision.id());
        if (underWay ? asked.approval() : revision.publishedAt() != null) {
            return Optional.empty();
        }
        return Optional.of(
                launch(
                        asked,
                        new Run.Start(
                                revision.id(),
                                NOT_READ,
                                lease,
                                approved && (underWay || !revision.held()),
                                false,
                                !underWay,
                                false)));
    }

    /**
     * Ends a revision that was begun and may have replayed something, before what an approval or a
     * statement asks for gets one of its own; another {@code --rerun} is what was begun.
     */
    private Optional<NightResult> finishBegun(Asked asked, Lease lease)
            throws JobExecutionException {
        Revision.Id begun = next(asked);
        return replaying(begun)
                ? Optional.of(
                        launch(
                                asked,
                                new Run.Start(begun, NOT_READ, lease, false, false, false, false)))
                : Optional.empty();
    }

    private Revision.Id next(Asked asked) {
        String account = asked.plan().id();
        LocalDate date = asked.day().date();
        return new Revision.Id(account, date, rooms.revisions().nextNumber(account, date));
    }

    private Run.Start start(Asked asked, Lease lease) throws IOException {
        AccountPlan plan = asked.plan();
        BusinessDate day = asked.day();
        NightRequest request = asked.request();
        boolean approval = asked.approval();
        Optional<Revision> latest = rooms.revisions().latest(plan.id(), day.date());
        boolean newer = request.rerun() || rooms.revisions().begun(plan.id(), day.date());
        if (latest.isPresent() && (approval || !newer)) {
            Revision revision = latest.get();
            boolean approved = revision.approval() != null;
            boolean toApply = revision.held() && approved;
            boolean unpublished = revision.publishedAt() == null;
            if (toApply || (unpublished && !approval)) {
                boolean anew = toApply && !rooms.underWay(revision.id());
                return new Run.Start(
                        revision.id(),
                        anew ? rooms.archived(revision) : NOT_READ,
                        lease,
                        approved,
                        false,
                        !toApply,
                        givesAnother(asked, revision.statementSha256()));
            }
        }
        Revision.Id next = next(asked);
        boolean replaying = replaying(next);
        Optional<Revision> staged = rooms.revisions().underWay(plan.id(), day.date());
        boolean leavesUnused =
                replaying
                        && staged.isPresent()
                        && givesAnother(asked, staged.get().statementSha256());
        StatementSource source;
        if (replaying) {
            source = NOT_READ;
        } else if (approval && latest.isPresent()) {
            source = rooms.archived(latest.get());
        } else {
            source = anew(asked, staged).orElse(source(asked));
        }
        return new Run.Start(next, source, lease, false, !replaying, false, leavesUnused);
    }

    /** Whether a statement was given that is not this one. */
    private static boolean givesAnother(Asked asked, String sha256) throws IOException {
        return !asked.request().statements().isEmpty() && !source(asked).gives(sha256);
    }

    /**
     * The statement of what was begun, for a start that only goes on with it: its source may have
     * nothing of that date any more.
     */
    private Optional<StatementSource> anew(Asked asked, Optional<Revision> staged) {
        NightRequest request = asked.request();
        if (staged.isEmpty() || request.rerun() || !request.statements().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(rooms.archived(staged.get()));
        } catch (IOException e) {
            LOG.warn("{}: {}; taking it from its source again", staged.get().id(), e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Whether an earlier try of a revision may have replayed something: that has to be told as it
     * was classified. Any other is classified anew, by what is true today.
     */
    private boolean replaying(Revision.Id id) {
        return batch().entered(Run.runId(rooms.job(), id), NightBatch.REPLAY)
                && rooms.revisions()
                        .staged(id)
                        .filter(staged -> !Treatment.toReplay(staged.findings()).isEmpty())
                        .isPresent();
    }

    private static StatementSource source(Asked asked) {
        List<Path> given = asked.request().statements();
        return given.isEmpty() ? asked.plan().source() : StatementSource.given(given);
    }

    private NightResult launch(Asked asked, Run.Start start) throws JobExecutionException {
        BusinessDate day = asked.day();
        try (Run run = new Run(rooms, asked.plan(), day, start, asked.patience())) {
            rooms.watcher().runNamed(new Subject(asked.plan().id(), day.date()), run.runId());
            if (batch().launch(run)) {
                return run.ran();
            }
            Throwable failure = run.failure();
            return Ending.leavingAttempt(
                    run,
                    day,
                    failure == null
                            ? new IllegalStateException("the run ended without saying why")
                            : failure);
        }
    }

    /** The date's conclusion, where it has one and nothing is left to do about it. */
    private Optional<NightResult> already(AccountPlan plan, BusinessDate day) {
        Optional<Revision> latest = rooms.revisions().latest(plan.id(), day.date());
        if (latest.isEmpty()
                || latest.get().publishedAt() == null
                || (latest.get().held() && latest.get().approval() != null)
                || rooms.revisions().begun(plan.id(), day.date())) {
            return Optional.empty();
        }
        Revision revision = latest.get();
        Instant at = revision.concludedAt();
        Path folder =
                rooms.reports()
                        .dateFolder(rooms.job(), plan.id(), day.date())
                        .resolve(revision.id().label());
        return Optional.of(
                new NightResult.Already(
                        plan.id(),
                        day.date(),
                        rooms.recorded(revision.id()),
                        folder,
                        at == null ? revision.startedAt() : at));
    }

    private synchronized NightBatch batch() {
        NightBatch started = batch;
        if (started == null) {
            started = new NightBatch(rooms.database().dataSource());
            batch = started;
        }
        return started;
    }

    @Override
    public void close() {
        NightBatch started = batch;
        if (started != null) {
            started.close();
        }
    }
}
