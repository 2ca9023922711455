package dev.tplus1.cli.work;

import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.Progress;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.nightly.NightResult;
import dev.tplus1.nightly.Watcher;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Shows how far a night is, answers for each date, and has those outside look on. */
final class NightWatch implements Watcher {
    private final Work.Job job;
    private final Clock clock;
    private final Progress progress;
    private final Consumer<AccountAnswer> answers;
    private final Consumer<NightResult> results;
    private final Lookers lookers;

    /**
     * @param results takes how each date ended, before its answer is given
     */
    NightWatch(
            Work.Job job,
            Clock clock,
            Progress progress,
            Consumer<AccountAnswer> answers,
            Consumer<NightResult> results,
            Lookers lookers) {
        this.job = job;
        this.clock = clock;
        this.progress = progress;
        this.answers = answers;
        this.results = results;
        this.lookers = lookers;
    }

    @Override
    public void at(String account, String doing, long done, long of) {
        progress.show(
                account, doing, of == 0 ? "" : Speech.number(done) + " of " + Speech.number(of));
    }

    @Override
    public void ended(NightResult result) {
        Optional<AccountAnswer> early = NightAnswers.early(result, clock.instant());
        results.accept(result);
        lookers.ended(result);
        progress.clear();
        answers.accept(NightAnswers.of(result, job));
        NightAnswers.beside(result, job).ifPresent(answers);
        early.ifPresent(answers);
    }

    @Override
    public void done(NightResult result) {
        lookers.done(result, job);
    }

    @Override
    public void dateBegan(Subject subject) {
        lookers.observer().dateBegan(subject);
    }

    @Override
    public void runNamed(Subject subject, String runId) {
        lookers.observer().runNamed(subject, runId);
    }

    @Override
    public void stepBegan(Subject subject, String step) {
        lookers.observer().stepBegan(subject, step);
    }

    @Override
    public void stepEnded(
            Subject subject, String step, Duration took, @Nullable Throwable failure) {
        lookers.observer().stepEnded(subject, step, took, failure);
    }

    @Override
    public void dateEnded(Subject subject, String outcome, Duration took) {
        lookers.observer().dateEnded(subject, outcome, took);
    }
}
