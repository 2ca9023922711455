package dev.tplus1.nightly;

import dev.tplus1.breaks.Revision;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.SettingException;
import dev.tplus1.job.JobFile;
import dev.tplus1.lease.Lease;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.report.ReportException;
import dev.tplus1.report.index.ReportIndex;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource;

import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.JobExecutionException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A job's nights: runs its accounts for a business date, several side by side, each to its own end.
 * Close it when done. Thread-safe, but for {@link #close}.
 */
public final class Nightly implements AutoCloseable {
    /** More accounts than this wait for their turn. */
    private static final int SIDE_BY_SIDE = 4;

    private final Rooms rooms;
    private final List<AccountPlan> plans;
    private final List<AutoCloseable> toClose;
    private volatile boolean stopping;
    private @Nullable NightBatch batch;

    private Nightly(Rooms rooms, List<AccountPlan> plans, List<AutoCloseable> toClose) {
        this.rooms = rooms;
        this.plans = plans;
        this.toClose = toClose;
    }

    /**
     * Opens a job's databases, makes or upgrades the tables, and composes its accounts.
     *
     * @param jobFile the file as the user named it, for the commands that reports show
     * @throws SettingException when the job cannot be run as it is set
     */
    public static Nightly open(JobFile job, String jobFile, Clock clock, Watcher watcher) {
        List<AutoCloseable> toClose = new ArrayList<>();
        try {
            Opening opening = new Opening(job, jobFile, clock, watcher, toClose);
            return new Nightly(opening.rooms(), opening.plans(), toClose);
        } catch (RuntimeException e) {
            close(toClose, e);
            throw e;
        }
    }

    /** Runs what is asked for; results in the order of the job file. */
    public List<NightResult> reconcile(NightRequest request) {
        List<AccountPlan> asked = asked(request.accounts());
        if (!request.statements().isEmpty() && asked.size() > 1) {
            throw new SettingException("--statement is one account's; name it with --account");
        }
        ExecutorService executor =
                Executors.newFixedThreadPool(
                        Math.min(SIDE_BY_SIDE, asked.size()),
                        Thread.ofPlatform().name("account-", 1).factory());
        try {
            List<Future<NightResult>> futures = new ArrayList<>();
            for (AccountPlan plan : asked) {
                LocalDate date = request.date();
                BusinessDate day = date == null ? plan.yesterday(rooms.clock()) : plan.day(date);
                futures.add(executor.submit(() -> guarded(plan, day, request)));
            }
            List<NightResult> results = new ArrayList<>();
            for (Future<NightResult> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            executor.shutdown();
        }
    }

    /**
     * Runs a date once more on the statement that its latest revision used, for what a person
     * approved since: a held date under its own number, single missed callbacks as a new revision.
     */
    public NightResult applyApproved(String account, LocalDate date) {
        AccountPlan plan = asked(List.of(account)).getFirst();
        return guarded(
                plan,
                plan.day(date),
                new NightRequest(date, List.of(account), List.of(), true, false),
                true);
    }

    /** Asks every run to end after the transaction in hand. */
    public void stop() {
        stopping = true;
    }

    /** Renders a concluded revision again; the latest where no number is given. */
    public Optional<Path> render(String account, LocalDate date, int number) {
        AccountPlan plan = asked(List.of(account)).getFirst();
        Optional<Revision> revision =
                rooms.revisions().list(account, date).stream()
                        .filter(r -> number == 0 || r.id().number() == number)
                        .reduce((_, last) -> last);
        return revision.map(r ->
                rooms.written(r.id(), plan.format().providerName(), rooms.reports()::render)
                        .folder());
    }

    /**
     * Writes the page over all accounts and dates, as they stand now.
     *
     * @throws ReportException when it cannot be written; every date's own report is there all the
     *     same
     */
    public void index() {
        new ReportIndex(rooms.reports(), rooms.job(), rooms.clock())
                .write(() -> plans.stream().map(this::indexed).toList());
    }

    private ReportIndex.Account indexed(AccountPlan plan) {
        return new ReportIndex.Account(
                plan.id(),
                plan.format().providerName(),
                plan.zone(),
                rooms.history().standing(plan.id()));
    }

    /** The job's account ids, in the order of the job file. */
    public List<String> accounts() {
        return plans.stream().map(AccountPlan::id).toList();
    }

    private NightResult guarded(AccountPlan plan, BusinessDate day, NightRequest request) {
        return guarded(plan, day, request, false);
    }

    private NightResult guarded(
            AccountPlan plan, BusinessDate day, NightRequest request, boolean approval) {
        try {
            return request.dryRun() ? look(plan, day, request) : run(plan, day, request, approval);
        } catch (Exception | StackOverflowError | OutOfMemoryError thrown) {
            return Ending.failed(plan.id(), day, thrown);
        }
    }

    private NightResult look(AccountPlan plan, BusinessDate day, NightRequest request)
            throws IOException {
        Revision.Id id =
                new Revision.Id(
                        plan.id(), day.date(), rooms.revisions().nextNumber(plan.id(), day.date()));
        Run.Start start =
                new Run.Start(id, source(plan, request.statements()), null, false, true, false);
        try (Run run = new Run(rooms, plan, day, start, () -> stopping)) {
            try {
                run.dryRun();
                return run.ran();
            } catch (RunEnded | RunStopped | RefusedException e) {
                return Ending.of(run, day, e, false);
            }
        }
    }

    private NightResult run(
            AccountPlan plan, BusinessDate day, NightRequest request, boolean approval)
            throws JobExecutionException, IOException {
        requireOwn(plan, day);
        Optional<NightResult> already = request.rerun() ? Optional.empty() : already(plan, day);
        if (already.isPresent()) {
            return already.get();
        }
        return switch (rooms.leases().acquire(plan.id(), day.date())) {
            case LeaseOutcome.HeldBy holder -> new NightResult.Busy(plan.id(), day.date(), holder);
            case LeaseOutcome.Acquired acquired -> {
                try (var lease = acquired.lease()) {
                    yield held(plan, day, request, approval, lease);
                }
            }
        };
    }

    /** Two jobs that share a database and an account's id would each take the other's dates. */
    private void requireOwn(AccountPlan plan, BusinessDate day) {
        Optional<Revision> latest = rooms.revisions().latest(plan.id(), day.date());
        if (latest.isPresent()
                && !latest.get().runId().equals(Run.runId(rooms.job(), latest.get().id()))) {
            throw new SettingException(
                    plan.id()
                            + " "
                            + day
                            + ": reconciled by another job, as "
                            + latest.get().runId()
                            + "; accounts that share a database need ids of their own");
        }
    }

    /** Runs a date whose lease we hold. */
    private NightResult held(
            AccountPlan plan, BusinessDate day, NightRequest request, boolean approval, Lease lease)
            throws JobExecutionException, IOException {
        rooms.fencing().raise(lease);
        if (request.rerun() || rooms.revisions().begun(plan.id(), day.date())) {
            // what another run began and did not end is not left behind for the next revision
            Optional<NightResult> left = finishLeft(plan, day, approval, lease);
            if (left.isPresent() && !(left.get() instanceof NightResult.Ran)) {
                return left.get();
            }
        } else {
            // it may have been concluded while we asked
            Optional<NightResult> meanwhile = already(plan, day);
            if (meanwhile.isPresent()) {
                return meanwhile.get();
            }
        }
        return launch(plan, day, start(plan, day, request, approval, lease));
    }

    /**
     * Writes the report of a revision that has none, or ends the approval of a held one that is
     * under way: its replays have to be told by it.
     */
    private Optional<NightResult> finishLeft(
            AccountPlan plan, BusinessDate day, boolean approval, Lease lease)
            throws JobExecutionException, IOException {
        Optional<Revision> latest = rooms.revisions().latest(plan.id(), day.date());
        if (latest.isEmpty()) {
            return Optional.empty();
        }
        Revision revision = latest.get();
        boolean approved = revision.approval() != null;
        boolean underWay = revision.held() && approved && rooms.underWay(revision.id());
        if (underWay ? approval : revision.publishedAt() != null) {
            return Optional.empty();
        }
        return Optional.of(
                launch(
                        plan,
                        day,
                        new Run.Start(
                                revision.id(),
                                archived(revision),
                                lease,
                                approved && (underWay || !revision.held()),
                                false,
                                !underWay)));
    }

    private Run.Start start(
            AccountPlan plan, BusinessDate day, NightRequest request, boolean approval, Lease lease)
            throws IOException {
        Optional<Revision> latest = rooms.revisions().latest(plan.id(), day.date());
        boolean newer = request.rerun() || rooms.revisions().begun(plan.id(), day.date());
        if (latest.isPresent() && (approval || !newer)) {
            Revision revision = latest.get();
            boolean approved = revision.approval() != null;
            boolean toApply = revision.held() && approved;
            boolean unpublished = revision.publishedAt() == null;
            if (toApply || (unpublished && !approval)) {
                return new Run.Start(
                        revision.id(), archived(revision), lease, approved, false, !toApply);
            }
        }
        Revision.Id next =
                new Revision.Id(
                        plan.id(), day.date(), rooms.revisions().nextNumber(plan.id(), day.date()));
        StatementSource source =
                approval && latest.isPresent()
                        ? archived(latest.get())
                        : source(plan, request.statements());
        // what was replayed on a classification has to be told as it was classified
        boolean begun = batch().entered(Run.runId(rooms.job(), next), NightBatch.REPLAY);
        boolean anew = request.rerun() || !request.statements().isEmpty();
        return new Run.Start(next, source, lease, false, anew && !begun, false);
    }

    private StatementSource archived(Revision revision) throws IOException {
        return StatementSource.given(
                rooms.archive()
                        .open(
                                revision.id().account(),
                                revision.id().date(),
                                revision.statementSha256()));
    }

    private static StatementSource source(AccountPlan plan, List<Path> given) {
        return given.isEmpty()
                ? StatementSource.folder(plan.directory(), plan.pattern())
                : StatementSource.given(given);
    }

    private NightResult launch(AccountPlan plan, BusinessDate day, Run.Start start)
            throws JobExecutionException {
        try (Run run = new Run(rooms, plan, day, start, () -> stopping)) {
            if (batch().launch(run)) {
                return run.ran();
            }
            Throwable failure = run.failure();
            return Ending.of(
                    run,
                    day,
                    failure == null
                            ? new IllegalStateException("the run ended without saying why")
                            : failure,
                    true);
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

    private List<AccountPlan> asked(List<String> ids) {
        if (ids.isEmpty()) {
            return plans;
        }
        for (String id : ids) {
            if (plans.stream().noneMatch(plan -> plan.id().equals(id))) {
                throw new SettingException(
                        "--account "
                                + id
                                + ": the job has no such account; it has "
                                + String.join(", ", accounts()));
            }
        }
        return plans.stream().filter(plan -> ids.contains(plan.id())).toList();
    }

    @Override
    public void close() {
        NightBatch started = batch;
        if (started != null) {
            started.close();
        }
        close(toClose, null);
    }

    private static void close(List<AutoCloseable> toClose, @Nullable RuntimeException why) {
        for (AutoCloseable each : toClose.reversed()) {
            try {
                each.close();
            } catch (Exception e) {
                if (why == null) {
                    throw new IllegalStateException(e);
                }
                why.addSuppressed(e);
            }
        }
    }
}
