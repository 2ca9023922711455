package dev.tplus1.cli.work;

import dev.tplus1.cli.Failure;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.Progress;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Pauses;
import dev.tplus1.nightly.NightRequest;
import dev.tplus1.nightly.NightResult;
import dev.tplus1.nightly.Nightly;
import dev.tplus1.nightly.Watcher;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Has nights run, and tells how they ended. */
final class NightWork {
    private final Clock clock;
    private final Pauses pauses;
    private final Progress progress;
    private final Lookers lookers;

    /**
     * @param lookers who looks on from outside
     */
    NightWork(Clock clock, Pauses pauses, Progress progress, Lookers lookers) {
        this.clock = clock;
        this.pauses = pauses;
        this.progress = progress;
        this.lookers = lookers;
    }

    void reconcile(Work.Reconcile request, Consumer<AccountAnswer> answers) {
        NightTelling telling = new NightTelling(request.job(), clock, answers, lookers);
        List<NightResult> results = new ArrayList<>();
        boolean waited = !request.waiting().isZero();
        boolean through = false;
        lookers.night("reconcile", request.accounts(), request.dryRun());
        try (StopSignal signal = new StopSignal();
                Nightly nightly = open(request.job(), answers, results);
                Lookers.LastLook _ = lookers.lastLook(nightly)) {
            signal.asks(nightly::stop);
            try {
                reconcile(nightly, request, answers);
            } catch (RuntimeException e) {
                tellSoFar(telling, nightly, request.dryRun(), results, waited);
                throw e;
            }
            through = true;
            if (!request.dryRun()) {
                telling.record(nightly, results, waited);
            }
            lookers.through();
            if (request.recheck() > 0) {
                nightly.recheck(
                        request.accounts(),
                        request.date(),
                        request.recheck(),
                        result -> {
                            progress.clear();
                            answers.accept(NightAnswers.rechecked(result, request.job()));
                        });
            }
            end(nightly, signal, request.dryRun(), telling, answers);
        } catch (RuntimeException e) {
            // what fails later takes nothing away from what the dates came to
            if (!request.dryRun() && !through) {
                telling.failed(e, request.accounts(), request.date(), results);
            }
            throw e;
        }
    }

    private static void reconcile(
            Nightly nightly, Work.Reconcile request, Consumer<AccountAnswer> answers) {
        NightRequest night =
                new NightRequest(
                        request.date(),
                        request.accounts(),
                        request.statements(),
                        request.rerun(),
                        request.dryRun(),
                        request.waiting());
        if (request.catchUp() == 0) {
            nightly.reconcile(night);
        } else {
            nightly.catchUp(
                    night,
                    request.catchUp(),
                    (account, older) ->
                            answers.accept(NightAnswers.older(account, older, request)));
        }
    }

    /** Of a run that fails now: what it came to until then is told all the same. */
    private static void tellSoFar(
            NightTelling telling,
            Nightly nightly,
            boolean dryRun,
            List<NightResult> results,
            boolean waited) {
        if (!dryRun && !results.isEmpty()) {
            telling.record(nightly, results, waited);
        }
    }

    void fetch(Work.Fetch request, Consumer<AccountAnswer> answers) {
        lookers.work();
        try (StopSignal signal = new StopSignal();
                Nightly nightly = open(request.job(), answers, new ArrayList<>())) {
            signal.asks(nightly::stop);
            nightly.fetch(
                    new NightRequest(
                            request.date(),
                            request.accounts(),
                            List.of(),
                            false,
                            false,
                            request.waiting()));
        }
    }

    /** What is waited is waited once, for all dates together. */
    void backfill(Work.Backfill request, Consumer<AccountAnswer> answers) {
        Instant until = clock.instant().plus(request.waiting());
        NightTelling telling = new NightTelling(request.job(), clock, answers, lookers);
        List<NightResult> results = new ArrayList<>();
        boolean waited = !request.waiting().isZero();
        boolean through = false;
        LocalDate date = request.from();
        lookers.night("backfill", request.accounts(), request.dryRun());
        try (StopSignal signal = new StopSignal();
                Nightly nightly = open(request.job(), answers, results);
                Lookers.LastLook _ = lookers.lastLook(nightly)) {
            signal.asks(nightly::stop);
            try {
                for (; !date.isAfter(request.to()) && !signal.given(); date = date.plusDays(1)) {
                    List<NightResult> ended = nightly.reconcile(night(request, date, until));
                    if (!request.keepGoing() && !ended.stream().allMatch(NightWork::endedWell)) {
                        break;
                    }
                }
            } catch (RuntimeException e) {
                tellSoFar(telling, nightly, request.dryRun(), results, waited);
                throw e;
            }
            through = true;
            if (!request.dryRun()) {
                telling.record(nightly, results, waited);
            }
            end(nightly, signal, request.dryRun(), telling, answers);
        } catch (RuntimeException e) {
            if (!request.dryRun() && !through) {
                telling.failed(e, request.accounts(), date, results);
            }
            throw e;
        }
    }

    private NightRequest night(Work.Backfill request, LocalDate date, Instant until) {
        Duration left = Duration.between(clock.instant(), until);
        return new NightRequest(
                date,
                request.accounts(),
                List.of(),
                request.rerun(),
                request.dryRun(),
                left.isNegative() || request.waiting().isZero() ? Duration.ZERO : left);
    }

    /** Whether a date is reconciled, now or before. */
    private static boolean endedWell(NightResult result) {
        return switch (result) {
            case NightResult.Ran ran -> ran.summary().held() == null;
            case NightResult.Already already -> already.summary().held() == null;
            case NightResult.NotConcluded _,
                    NightResult.Fetched _,
                    NightResult.Busy _,
                    NightResult.Failed _,
                    NightResult.Stopped _ ->
                    false;
        };
    }

    void applyApproved(
            Work.Job job, List<BreaksWork.Dated> dates, Consumer<AccountAnswer> answers) {
        approve(job, () -> dates, answers);
    }

    /**
     * Has dates run for what is approved.
     *
     * @param approving approves, when all that a run needs is open; which dates
     */
    void approve(
            Work.Job job,
            Supplier<List<BreaksWork.Dated>> approving,
            Consumer<AccountAnswer> answers) {
        NightTelling telling = new NightTelling(job, clock, answers, lookers);
        List<NightResult> results = new ArrayList<>();
        lookers.approval();
        try (StopSignal signal = new StopSignal();
                Nightly nightly = open(job, answers, results);
                Lookers.LastLook _ = lookers.lastLook(nightly)) {
            signal.asks(nightly::stop);
            List<BreaksWork.Dated> dates = approving.get();
            if (!dates.isEmpty()) {
                lookers.runs(dates.stream().map(BreaksWork.Dated::account).toList());
            }
            try {
                for (BreaksWork.Dated dated : dates) {
                    nightly.applyApproved(dated.account(), dated.date());
                }
            } catch (RuntimeException e) {
                tellSoFar(telling, nightly, false, results, false);
                throw e;
            }
            if (!dates.isEmpty()) {
                telling.record(nightly, results, false);
            }
            end(nightly, signal, dates.isEmpty(), telling, answers);
        }
    }

    /**
     * After the answers: a page that cannot be written, or a channel that takes nothing, takes none
     * of them away.
     */
    private void end(
            Nightly nightly,
            StopSignal signal,
            boolean nothingDone,
            NightTelling telling,
            Consumer<AccountAnswer> answers) {
        if (nothingDone || signal.given()) {
            return;
        }
        index(nightly, answers);
        telling.deliver(nightly, signal::given);
    }

    private void index(Nightly nightly, Consumer<AccountAnswer> answers) {
        try {
            nightly.index();
        } catch (RuntimeException e) {
            lookers.trouble("index.html not written: " + Failure.of(e).line(), e);
            answers.accept(new AccountAnswer.NoIndex(e));
        }
    }

    /** Of an account whose date cannot be rendered a line says why; the others are all the same. */
    Work.Rendered render(Work.ReportRequest request) {
        try (Nightly nightly =
                Nightly.open(
                        request.job().file(),
                        request.job().place(),
                        clock,
                        pauses,
                        Watcher.NOBODY)) {
            String asked = request.account();
            List<Path> reports = new ArrayList<>();
            List<String> troubles = new ArrayList<>();
            for (String account : asked == null ? nightly.accounts() : List.of(asked)) {
                try {
                    reports.add(rendered(nightly, account, request));
                } catch (SettingException e) {
                    troubles.add(Failure.of(e).line());
                }
            }
            return new Work.Rendered(reports, troubles);
        }
    }

    private static Path rendered(Nightly nightly, String account, Work.ReportRequest request) {
        int revision = request.revision();
        return nightly.render(account, request.date(), revision)
                .orElseThrow(() ->
                        new SettingException(
                                account
                                        + " "
                                        + request.date()
                                        + ": not concluded"
                                        + (revision == 0 ? "" : " as r" + revision)
                                        + "; reconcile it first"))
                .resolve(NightAnswers.REPORT);
    }

    /**
     * @param results takes how each date ended, before its answer is given
     */
    private Nightly open(Work.Job job, Consumer<AccountAnswer> answers, List<NightResult> results) {
        Watcher watcher = new NightWatch(job, clock, progress, answers, results::add, lookers);
        return Nightly.open(job.file(), job.place(), clock, pauses, watcher);
    }
}
