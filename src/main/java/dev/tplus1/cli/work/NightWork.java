package dev.tplus1.cli.work;

import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.Progress;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.entry.SettingException;
import dev.tplus1.nightly.NightRequest;
import dev.tplus1.nightly.NightResult;
import dev.tplus1.nightly.Nightly;
import dev.tplus1.nightly.Watcher;

import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Has nights run, and tells how they ended. */
final class NightWork {
    private final Clock clock;
    private final Progress progress;

    NightWork(Clock clock, Progress progress) {
        this.clock = clock;
        this.progress = progress;
    }

    void reconcile(Work.Reconcile request, Consumer<AccountAnswer> answers) {
        try (StopSignal signal = new StopSignal();
                Nightly nightly = open(request.job())) {
            signal.asks(nightly::stop);
            tell(
                    request.job(),
                    nightly.reconcile(
                            new NightRequest(
                                    request.date(),
                                    request.accounts(),
                                    request.statements(),
                                    request.rerun(),
                                    request.dryRun())),
                    answers);
            index(nightly, signal, request.dryRun());
        }
    }

    void backfill(Work.Backfill request, Consumer<AccountAnswer> answers) {
        try (StopSignal signal = new StopSignal();
                Nightly nightly = open(request.job())) {
            signal.asks(nightly::stop);
            for (LocalDate date = request.from();
                    !date.isAfter(request.to()) && !signal.given();
                    date = date.plusDays(1)) {
                tell(
                        request.job(),
                        nightly.reconcile(
                                new NightRequest(
                                        date,
                                        request.accounts(),
                                        List.of(),
                                        request.rerun(),
                                        request.dryRun())),
                        answers);
            }
            index(nightly, signal, request.dryRun());
        }
    }

    void applyApproved(
            Work.Job job, List<BreaksWork.Dated> dates, Consumer<AccountAnswer> answers) {
        try (StopSignal signal = new StopSignal();
                Nightly nightly = open(job)) {
            signal.asks(nightly::stop);
            for (BreaksWork.Dated dated : dates) {
                tell(job, List.of(nightly.applyApproved(dated.account(), dated.date())), answers);
            }
            index(nightly, signal, false);
        }
    }

    /** After the answers: a page that cannot be written takes none of them away. */
    private static void index(Nightly nightly, StopSignal signal, boolean dryRun) {
        if (!dryRun && !signal.given()) {
            nightly.index();
        }
    }

    List<Path> render(Work.ReportRequest request) {
        try (Nightly nightly = open(request.job())) {
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

    private void tell(Work.Job job, List<NightResult> results, Consumer<AccountAnswer> answers) {
        progress.clear();
        results.stream().map(result -> NightAnswers.of(result, job)).forEach(answers);
    }

    private Nightly open(Work.Job job) {
        Watcher watcher =
                (account, doing, done, of) ->
                        progress.show(
                                account,
                                doing,
                                of == 0 ? "" : Speech.number(done) + " of " + Speech.number(of));
        return Nightly.open(job.file(), job.path().toString(), clock, watcher);
    }
}
