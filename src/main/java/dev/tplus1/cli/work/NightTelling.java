package dev.tplus1.cli.work;

import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Failure;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.cli.speech.alert.Notices;
import dev.tplus1.entry.SettingException;
import dev.tplus1.job.AccountFile;
import dev.tplus1.nightly.NightResult;
import dev.tplus1.nightly.Nightly;
import dev.tplus1.nightly.told.Account;
import dev.tplus1.nightly.told.Delivered;
import dev.tplus1.nightly.told.Delivery;
import dev.tplus1.nightly.told.Direct;
import dev.tplus1.nightly.told.DirectOnce;
import dev.tplus1.nightly.told.Ended;
import dev.tplus1.nightly.told.Recording;
import dev.tplus1.outbox.Notices.Undelivered;
import dev.tplus1.provider.Providers;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.ReportFolder;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Tells people what a night came to, beside its answers: nothing here changes how it ended, and
 * what cannot be told is said in one line.
 */
final class NightTelling {
    private final Work.Job job;
    private final Clock clock;
    private final Consumer<AccountAnswer> answers;
    private final Lookers lookers;

    NightTelling(Work.Job job, Clock clock, Consumer<AccountAnswer> answers, Lookers lookers) {
        this.job = job;
        this.clock = clock;
        this.answers = answers;
        this.lookers = lookers;
    }

    /**
     * Records what is to be told.
     *
     * @param waited whether what was not ready was waited for
     */
    void record(Nightly nightly, List<NightResult> results, boolean waited) {
        List<Ended> ends =
                results.stream()
                        .map(result -> ended(result, waited))
                        .flatMap(Optional::stream)
                        .toList();
        try {
            // what was told while there was no database is not told again now that there is one
            nightly.recording().record(direct().untold(ends));
        } catch (RuntimeException e) {
            if (job.file().alerts().to().channels().isEmpty()) {
                return; // nobody is told; the next run marks these dates
            }
            complain("nothing could be recorded to be told: " + Failure.of(e).line(), e);
            directOnce(ends);
        }
    }

    /** What of a result is told where no revision tells it. */
    private Optional<Ended> ended(NightResult result, boolean waited) {
        return switch (result) {
            case NightResult.NotConcluded not ->
                    not.outcome() == Outcome.NOT_READY && !waited
                            ? Optional.empty()
                            : Optional.of(
                                    new Ended(
                                            not.account(),
                                            not.date(),
                                            not.outcome(),
                                            Speech.line(not.message())));
            case NightResult.Failed failed ->
                    Optional.of(
                            new Ended(
                                    failed.account(),
                                    failed.date(),
                                    Outcome.FAILED,
                                    exit(failed).code(),
                                    reason(NightAnswers.of(failed, job))));
            case NightResult.Ran _,
                    NightResult.Already _,
                    NightResult.Fetched _,
                    NightResult.Busy _,
                    NightResult.Stopped _ ->
                    Optional.empty();
        };
    }

    private static ExitCode exit(NightResult.Failed failed) {
        return failed.cause() instanceof SettingException ? ExitCode.USAGE : ExitCode.FAILED;
    }

    private static String reason(AccountAnswer answer) {
        return switch (answer) {
            case AccountAnswer.Failed failed -> Speech.line(failed.what());
            case AccountAnswer.WrongSettings wrong -> Speech.line(wrong.what());
            default -> throw new IllegalStateException("no failure");
        };
    }

    /** Delivers what is recorded, within the time that a night's end has for it. */
    void deliver(Nightly nightly, BooleanSupplier stopping) {
        try {
            Delivered delivered = nightly.delivery().deliver(Delivery.AT_THE_END, true, stopping);
            lookers.delivered(delivered);
            troubles(delivered, job).forEach(this::complain);
        } catch (RuntimeException e) {
            complain("nothing could be delivered, and nothing is lost: " + Failure.of(e).line(), e);
        }
    }

    /** A line for each channel that did not take what was tried. */
    static List<String> troubles(Delivered delivered, Work.Job job) {
        List<String> lines = new ArrayList<>();
        for (Undelivered each : delivered.left()) {
            lines.add(
                    "channel "
                            + each.channel()
                            + ": "
                            + Notices.outstanding(each.waiting(), each.dead())
                            + " since "
                            + Speech.second(each.since(), ZoneOffset.UTC)
                            + " UTC: "
                            + (each.lastError().isEmpty() ? "no answer" : each.lastError()));
        }
        if (delivered.end() == Delivered.End.LATE) {
            lines.add(
                    "a channel was too slow; what is left is delivered by the next run, or by"
                            + " tplus1 alert send --job "
                            + job.path());
        }
        return lines;
    }

    /**
     * Tells of a run that failed as a whole, straight to the channels and once on a day: there may
     * be no database to record it in.
     *
     * @param accounts none: all of the job's
     * @param date none: yesterday in each account's zone
     * @param results what it came to before, which is told elsewhere
     */
    void failed(
            RuntimeException thrown,
            List<String> accounts,
            @Nullable LocalDate date,
            List<NightResult> results) {
        Failure failure = Failure.of(thrown);
        if (failure.code() != ExitCode.FAILED) {
            return;
        }
        directOnce(
                job.file().accounts().stream()
                        .filter(account -> accounts.isEmpty() || accounts.contains(account.id()))
                        .map(account -> failed(account, date, failure.line()))
                        .filter(end ->
                                results.stream()
                                        .noneMatch(result ->
                                                result.account().equals(end.account())
                                                        && result.date().equals(end.date())))
                        .toList());
    }

    private Ended failed(AccountFile account, @Nullable LocalDate date, String why) {
        LocalDate yesterday = LocalDate.ofInstant(clock.instant(), account.zone()).minusDays(1);
        return new Ended(account.id(), date == null ? yesterday : date, Outcome.FAILED, why);
    }

    /** Tells straight to the channels what each of them was not told so on this day. */
    private void directOnce(List<Ended> ends) {
        if (ends.isEmpty() || job.file().alerts().to().channels().isEmpty()) {
            return;
        }
        DirectOnce direct = direct();
        DirectOnce.Told told = direct.tell(ends, Delivery.AT_THE_END);
        for (Direct.Answer each : told.answers()) {
            complain(
                    "channel "
                            + each.channel()
                            + (each.taken()
                                    ? ": told directly, without a record"
                                    : ": not told: " + each.said()));
        }
        if (!told.kept()) {
            complain(
                    direct.file() + ": cannot be written; the next try of this run tells it again");
        }
    }

    private DirectOnce direct() {
        return new DirectOnce(
                toldOf(job), job.file().alerts(), new ReportFolder(job.file().reports()), clock);
    }

    /** The job as it is told of, from its file alone. */
    static Recording.Job toldOf(Work.Job job) {
        return new Recording.Job(
                job.file().job(),
                job.place(),
                job.file().accounts().stream()
                        .map(account ->
                                new Account(
                                        account.id(),
                                        Providers.format(account.settings()).providerName(),
                                        account.zone()))
                        .toList());
    }

    private void complain(String what) {
        answers.accept(new AccountAnswer.NotTold(what));
    }

    private void complain(String what, RuntimeException why) {
        lookers.trouble("alerts: " + what, why);
        complain(what);
    }
}
