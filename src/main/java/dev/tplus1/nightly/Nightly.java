package dev.tplus1.nightly;

import dev.tplus1.breaks.Revision;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.JobFile;
import dev.tplus1.nightly.known.MissedDates;
import dev.tplus1.nightly.told.Delivery;
import dev.tplus1.nightly.told.Recording;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.report.ReportException;
import dev.tplus1.report.index.ReportIndex;
import dev.tplus1.watch.metrics.JobFigures;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A job's nights: runs its accounts for a business date, several side by side, each to its own end.
 * Close it when done. Thread-safe, but for {@link #close}.
 */
public final class Nightly implements AutoCloseable {
    /** More accounts than this wait for their turn; one that waits for its statement has none. */
    private static final int SIDE_BY_SIDE = 4;

    private final Rooms rooms;
    private final List<AccountPlan> plans;
    private final List<AutoCloseable> toClose;
    private final AtomicBoolean stopping;
    private final Reconciling reconciling;
    private final Fetching fetching;

    private Nightly(
            Rooms rooms,
            List<AccountPlan> plans,
            List<AutoCloseable> toClose,
            AtomicBoolean stopping) {
        this.rooms = rooms;
        this.plans = plans;
        this.toClose = toClose;
        this.stopping = stopping;
        this.reconciling = new Reconciling(rooms);
        this.fetching = new Fetching(rooms);
    }

    /**
     * Opens a job's databases, makes or upgrades the tables, and composes its accounts.
     *
     * @param jobFile where its file is, absolute, for the commands that reports show
     * @throws SettingException when the job cannot be run as it is set
     */
    public static Nightly open(
            JobFile job, String jobFile, Clock clock, Pauses pauses, Watcher watcher) {
        List<AutoCloseable> toClose = new ArrayList<>();
        AtomicBoolean stopping = new AtomicBoolean();
        try {
            ApiMeans means = new ApiMeans(clock, pauses, stopping::get);
            Opening opening = new Opening(job, jobFile, means, watcher, toClose);
            return new Nightly(opening.rooms(), opening.plans(), toClose, stopping);
        } catch (RuntimeException e) {
            Opening.close(toClose, e);
            throw e;
        }
    }

    /** Reconciles what is asked for; results in the order of the job file. */
    public List<NightResult> reconcile(NightRequest request) {
        if (!request.statements().isEmpty() && asked(request.accounts()).size() > 1) {
            throw new SettingException("--statement is one account's; name it with --account");
        }
        return sideBySide(request, this::day, reconciling(request));
    }

    /**
     * Reconciles each account's yesterday, and before it the dates that it missed, the oldest
     * first; results by account, then date. After one that is not ready, refused, held or failed it
     * goes on: no date needs its neighbour to be reconciled first, and one whose statement never
     * comes must not keep back all that follow. Only last night's waits; the others are late
     * already.
     *
     * @param request names no date
     * @param most so many days before yesterday it looks for them
     * @param told takes, before anything is run, an account's dates that are older than that
     */
    public List<NightResult> catchUp(
            NightRequest request, int most, BiConsumer<String, MissedDates.Range> told) {
        if (request.date() != null || !request.statements().isEmpty()) {
            throw new IllegalArgumentException("catching up is for no date and statement");
        }
        Map<AccountPlan, List<BusinessDate>> days = new HashMap<>();
        for (AccountPlan plan : asked(request.accounts())) {
            BusinessDate night = plan.yesterday(rooms.clock());
            MissedDates missed =
                    MissedDates.before(rooms.database(), plan.id(), night.date(), most);
            MissedDates.Range older = missed.older();
            if (older != null) {
                told.accept(plan.id(), older);
            }
            days.put(plan, plan.nights(missed, night));
        }
        return sideBySide(
                request, (plan, _) -> days.getOrDefault(plan, List.of()), reconciling(request));
    }

    private Doing reconciling(NightRequest request) {
        return request.dryRun() ? reconciling::look : reconciling::run;
    }

    private List<BusinessDate> day(AccountPlan plan, NightRequest request) {
        LocalDate date = request.date();
        return List.of(date == null ? plan.yesterday(rooms.clock()) : plan.day(date));
    }

    /** Fetches, checks and keeps the statements that are asked for, and does nothing else. */
    public List<NightResult> fetch(NightRequest request) {
        return sideBySide(request, this::day, fetching::fetch);
    }

    /**
     * Fetches the last concluded dates of accounts again, one after another, each from its
     * account's own source, and tells what the provider says otherwise now. Runs no date again, and
     * goes on after one that cannot be fetched; one whose statement was purged is only told.
     *
     * @param accounts ids from the job file; empty for all
     * @param night only dates before this one; none for each account's yesterday
     * @param dates how many of each account
     * @param told takes what became of each date, by account, the latest first
     */
    public void recheck(
            List<String> accounts,
            @Nullable LocalDate night,
            int dates,
            Consumer<NightResult> told) {
        for (AccountPlan plan : asked(accounts)) {
            LocalDate before = night == null ? plan.yesterday(rooms.clock()).date() : night;
            for (LocalDate date : rooms.history().concluded(plan.id(), before, dates)) {
                Optional<NightResult> purged = rooms.purgedStatement(plan, date);
                if (purged.isPresent()) {
                    told.accept(purged.get());
                    continue;
                }
                NightRequest request =
                        new NightRequest(
                                date, List.of(plan.id()), List.of(), false, false, Duration.ZERO);
                Asked asked = new Asked(plan, plan.day(date), request, false, noPatience());
                NightResult result = guarded(asked, fetching::fetch);
                told.accept(result);
                if (result instanceof NightResult.Stopped) {
                    return;
                }
            }
        }
    }

    /** What is asked of one account. */
    record Asked(
            AccountPlan plan,
            BusinessDate day,
            NightRequest request,
            boolean approval,
            Patience patience) {}

    /** What is done about it. */
    private interface Doing {
        NightResult with(Asked asked) throws Exception;
    }

    /** Which dates of an account, in their order. */
    private interface Days {
        List<BusinessDate> of(AccountPlan plan, NightRequest request);
    }

    private List<NightResult> sideBySide(NightRequest request, Days days, Doing doing) {
        List<AccountPlan> plansAsked = asked(request.accounts());
        Patience.Waits waits = waits(request.waiting());
        ExecutorService executor =
                Executors.newFixedThreadPool(
                        request.waiting().isZero()
                                ? Math.min(SIDE_BY_SIDE, plansAsked.size())
                                : plansAsked.size(),
                        Thread.ofPlatform().name("account-", 1).factory());
        try {
            List<Future<List<NightResult>>> futures = new ArrayList<>();
            for (AccountPlan plan : plansAsked) {
                List<BusinessDate> its = days.of(plan, request);
                futures.add(executor.submit(() -> inTurn(plan, its, request, doing, waits)));
            }
            List<NightResult> results = new ArrayList<>();
            for (Future<List<NightResult>> future : futures) {
                for (NightResult result : future.get()) {
                    results.add(result);
                    rooms.watcher().ended(result);
                }
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

    private Patience.Waits waits(Duration most) {
        return new Patience.Waits(
                rooms.clock(),
                rooms.pauses(),
                most.isZero() ? Instant.EPOCH : rooms.clock().instant().plus(most),
                most,
                new Semaphore(SIDE_BY_SIDE, true));
    }

    private Patience noPatience() {
        return new Patience(waits(Duration.ZERO), stopping::get);
    }

    /** An account's dates, one after another; only the last one has any patience. */
    private List<NightResult> inTurn(
            AccountPlan plan,
            List<BusinessDate> days,
            NightRequest request,
            Doing doing,
            Patience.Waits waits) {
        List<NightResult> results = new ArrayList<>();
        waits.turns().acquireUninterruptibly();
        try {
            for (BusinessDate day : days) {
                boolean last = day.equals(days.getLast());
                Patience patience = last ? new Patience(waits, stopping::get) : noPatience();
                results.add(guarded(new Asked(plan, day, request, false, patience), doing));
                if (endsAll(results.getLast())) {
                    break;
                }
            }
        } finally {
            waits.turns().release();
        }
        return results;
    }

    /**
     * Whether an account's later dates are not run after this one: the process stops, no date can
     * be run with these settings, or another process is at work on it. Two neighbours that are
     * compared at the same time cannot see what the other one's statement carries.
     */
    private static boolean endsAll(NightResult result) {
        return switch (result) {
            case NightResult.Stopped _, NightResult.Busy _ -> true;
            case NightResult.Failed failed -> failed.cause() instanceof SettingException;
            case NightResult.Ran _,
                    NightResult.Already _,
                    NightResult.NotConcluded _,
                    NightResult.Fetched _ ->
                    false;
        };
    }

    private NightResult guarded(Asked asked, Doing doing) {
        return rooms.observed(asked.plan().id(), asked.day().date())
                .date(() -> rooms.seen(done(asked, doing)), NightResult::word);
    }

    private static NightResult done(Asked asked, Doing doing) {
        try {
            return doing.with(asked);
        } catch (Exception | StackOverflowError | OutOfMemoryError thrown) {
            return Ending.failed(asked.plan().id(), asked.day(), thrown);
        }
    }

    /**
     * Runs a date once more on the statement that its latest revision used, for what a person
     * approved since: a held date under its own number, single missed callbacks as a new revision.
     */
    public NightResult applyApproved(String account, LocalDate date) {
        AccountPlan plan = asked(List.of(account)).getFirst();
        NightRequest request =
                new NightRequest(date, List.of(account), List.of(), true, false, Duration.ZERO);
        NightResult result =
                guarded(
                        new Asked(plan, plan.day(date), request, true, noPatience()),
                        reconciling::run);
        rooms.watcher().ended(result);
        return result;
    }

    /** Asks every run to end after the transaction in hand, and ends what a provider is asked. */
    public void stop() {
        stopping.set(true);
        for (AccountPlan plan : plans) {
            ProviderApi api = plan.api();
            if (api != null) {
                api.cancel();
            }
        }
    }

    /** Renders a concluded revision again; the latest where no number is given. */
    public Optional<Path> render(String account, LocalDate date, int number) {
        AccountPlan plan = asked(List.of(account)).getFirst();
        Optional<Revision> revision =
                rooms.revisions().list(account, date).stream()
                        .filter(r -> number == 0 || r.id().number() == number)
                        .reduce((_, last) -> last);
        rooms.requireUnpurged(plan, plan.day(date));
        return revision.map(
                r -> rooms.written(r.id(), plan.format(), rooms.reports()::render).folder());
    }

    /**
     * Writes the page over all accounts and dates, as they stand now; where no run had anything to
     * do, only if it would say something else.
     *
     * @throws ReportException when it cannot be written; every date's own report is there all the
     *     same
     */
    public void index() {
        new ReportIndex(rooms.reports(), rooms.job(), rooms.clock())
                .write(!reconciling.worked(), () -> plans.stream().map(this::indexed).toList());
    }

    /** Records what the job's runs have to tell. */
    public Recording recording() {
        Recording.Job job =
                new Recording.Job(
                        rooms.job(),
                        rooms.jobFile(),
                        plans.stream().map(AccountPlan::told).toList());
        return new Recording(rooms.database(), job, rooms.alerts(), rooms.reports(), rooms.clock());
    }

    /** What is known of all accounts; {@code trouble} takes why it is not known of the outbox. */
    public JobFigures figures(Consumer<RuntimeException> trouble) {
        return rooms.measured().figures(trouble);
    }

    /** Delivers what is recorded. */
    public Delivery delivery() {
        return new Delivery(
                rooms.database(), rooms.job(), rooms.alerts(), rooms.clock(), rooms.pauses());
    }

    private ReportIndex.Account indexed(AccountPlan plan) {
        return new ReportIndex.Account(
                plan.id(),
                plan.format().providerName(),
                plan.zone(),
                rooms.history().standing(plan.id()),
                rooms.revisedStatements().open(plan.id()));
    }

    /** The job's account ids, in the order of the job file. */
    public List<String> accounts() {
        return plans.stream().map(AccountPlan::id).toList();
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
        reconciling.close();
        Opening.close(toClose, null);
    }
}
