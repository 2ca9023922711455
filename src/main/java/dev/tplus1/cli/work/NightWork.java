package dev.tplus1.cli.work;

import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.Progress;
import dev.tplus1.cli.speech.Speech;
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

    NightWork(Clock clock, Pauses pauses, Progress progress) {
        this.clock = clock;
        this.pauses = pauses;
        this.progress = progress;
    }

    void reconcile(Work.Reconcile request, Consumer<AccountAnswer> answers) {
        NightTelling telling = new NightTelling(request.job(), clock, answers);
        try (StopSignal signal = new StopSignal();
                Nightly nightly = open(request.job(), answers)) {
            signal.asks(nightly::stop);
            List<NightResult> results =
                    nightly.reconcile(
                            new NightRequest(
                                    request.date(),
                                    request.accounts(),
                                    request.statements(),
                                    request.rerun(),
                                    request.dryRun(),
                                    request.waiting()));
            if (!request.dryRun()) {
                telling.record(nightly, results, !request.waiting().isZero());
            }
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
            if (!request.dryRun()) {
                telling.failed(e, request.accounts(), request.date());
            }
            throw e;
        }
    }

    void fetch(Work.Fetch request, Consumer<AccountAnswer> answers) {
        try (StopSignal signal = new StopSignal();
                Nightly nightly = open(request.job(), answers)) {
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
        NightTelling telling = new NightTelling(request.job(), clock, answers);
        List<NightResult> results = new ArrayList<>();
        try (StopSignal signal = new StopSignal();
                Nightly nightly = open(request.job(), answers)) {
            signal.asks(nightly::stop);
            for (LocalDate date = request.from();
                    !date.isAfter(request.to()) && !signal.given();
                    date = date.plusDays(1)) {
                Duration left = Duration.between(clock.instant(), until);
                results.addAll(
                        nightly.reconcile(
                                new NightRequest(
                                        date,
                                        request.accounts(),
                                        List.of(),
                                        request.rerun(),
                                        request.dryRun(),
                                        left.isNegative() || request.waiting().isZero()
                                                ? Duration.ZERO
                                                : left)));
            }
            if (!request.dryRun()) {
                telling.record(nightly, results, !request.waiting().isZero());
            }
            end(nightly, signal, request.dryRun(), telling, answers);
        } catch (RuntimeException e) {
            if (!request.dryRun()) {
                telling.failed(e, request.accounts(), request.from());
            }
            throw e;
        }
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
        try (StopSignal signal = new StopSignal();
                Nightly nightly = open(job, answers)) {
            signal.asks(nightly::stop);
            List<BreaksWork.Dated> dates = approving.get();
            List<NightResult> results = new ArrayList<>();
            for (BreaksWork.Dated dated : dates) {
                results.add(nightly.applyApproved(dated.account(), dated.date()));
            }
            NightTelling telling = new NightTelling(job, clock, answers);
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
    private static void end(
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

    private static void index(Nightly nightly, Consumer<AccountAnswer> answers) {
        try {
            nightly.index();
        } catch (RuntimeException e) {
            answers.accept(new AccountAnswer.NoIndex(e));
        }
    }

    List<Path> render(Work.ReportRequest request) {
        try (Nightly nightly = open(request.job(), _ -> {})) {
            String asked = request.account();
            List<Path> written = new ArrayList<>();
            for (String account : asked == null ? nightly.accounts() : List.of(asked)) {
                nightly.render(account, request.date(), request.revision())
                        .ifPresent(folder -> written.add(folder.resolve(NightAnswers.REPORT)));
            }
            if (written.isEmpty()) {
                String which = request.revision() == 0 ? "" : " as r" + request.revision();
                throw new SettingException(
                        "--date "
                                + request.date()
                                + ": not concluded"
                                + which
                                + "; reconcile it first");
            }
            return written;
        }
    }

    private Nightly open(Work.Job job, Consumer<AccountAnswer> answers) {
        Watcher watcher =
                new Watcher() {
                    @Override
                    public void at(String account, String doing, long done, long of) {
                        progress.show(
                                account,
                                doing,
                                of == 0 ? "" : Speech.number(done) + " of " + Speech.number(of));
                    }

                    @Override
                    public void ended(NightResult result) {
                        progress.clear();
                        answers.accept(NightAnswers.of(result, job));
                        NightAnswers.beside(result, job).ifPresent(answers);
                    }
                };
        return Nightly.open(job.file(), job.path().toString(), clock, pauses, watcher);
    }
}
