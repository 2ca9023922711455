package dev.tplus1.cli.work;

import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.CheckLine;
import dev.tplus1.cli.speech.CheckLine.Failure;
import dev.tplus1.cli.speech.alert.AlertAnswer;
import dev.tplus1.cli.speech.alert.AlertAnswer.End;
import dev.tplus1.cli.speech.alert.AlertTable;
import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.http.Pauses;
import dev.tplus1.nightly.told.Delivered;
import dev.tplus1.nightly.told.Delivery;
import dev.tplus1.nightly.told.Direct;
import dev.tplus1.outbox.Letter;
import dev.tplus1.outbox.Letters;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Tries the channels, and has notices delivered; needs tplus1's own database only. */
final class AlertWork {
    private static final int MOST_LISTED = 1000;

    /** For all channels of a test together. */
    private static final Duration TEST = Duration.ofSeconds(30);

    /** A delivery that a person or a timer asked for; more is left to the next one. */
    private static final Duration SEND = Duration.ofMinutes(5);

    private final Clock clock;
    private final Pauses pauses;
    private final Lookers lookers;

    AlertWork(Clock clock, Pauses pauses, Lookers lookers) {
        this.clock = clock;
        this.pauses = pauses;
        this.lookers = lookers;
    }

    List<CheckLine> test(Work.Job job, List<String> channels) {
        List<ChannelSettings> wanted =
                job.file().alerts().to().channels().stream()
                        .filter(channel -> channels.contains(channel.name()))
                        .toList();
        return new Direct(NightTelling.toldOf(job), job.file().alerts(), clock)
                .sample(wanted, TEST).stream()
                        .map(answer ->
                                answer.taken()
                                        ? CheckLine.ok(
                                                answer.channel(),
                                                answer.said().isEmpty()
                                                        ? "took the sample"
                                                        : "took the sample: " + answer.said())
                                        : new CheckLine(
                                                Failure.UNREACHABLE,
                                                answer.channel(),
                                                answer.said()))
                        .toList();
    }

    AlertAnswer send(Work.Job job, Consumer<AlertAnswer> end) {
        try (StopSignal signal = new StopSignal();
                Database own = open(job)) {
            Delivery delivery = delivery(job, own);
            Delivered delivered = delivery.deliver(SEND, false, signal::given);
            lookers.delivered(delivered);
            AlertAnswer answer = answer(delivered, delivery.letters(), job);
            end.accept(answer);
            return answer;
        }
    }

    private static AlertAnswer answer(Delivered delivered, Letters letters, Work.Job job) {
        Letters.Count count = letters.count();
        return new AlertAnswer(
                switch (delivered.end()) {
                    case DONE, LATE -> End.DONE;
                    case STOPPED -> End.STOPPED;
                    case RUNNING_ELSEWHERE -> End.RUNNING_ELSEWHERE;
                },
                delivered.delivered(),
                count.waiting(),
                count.dead(),
                NightTelling.troubles(delivered, job),
                delivered.holder(),
                job.path().toString());
    }

    AlertTable list(Work.Job job) {
        return asking(
                job,
                letters -> {
                    List<Letter> found =
                            letters.list(Letters.Which.WAITING_AND_DEAD, MOST_LISTED + 1);
                    Letters.Count count = letters.count();
                    boolean more = found.size() > MOST_LISTED;
                    return new AlertTable(
                            more ? found.subList(0, MOST_LISTED) : found,
                            count.waiting(),
                            count.dead(),
                            MOST_LISTED,
                            more);
                });
    }

    long retry(Work.AlertRetry request) {
        return asking(
                request.job(),
                letters ->
                        request.ids().isEmpty()
                                ? letters.requeueDead(request.channel())
                                : letters.requeue(request.ids()));
    }

    long discard(Work.Discard request) {
        return asking(
                request.job(),
                letters -> letters.discard(request.ids(), request.as(), request.note()));
    }

    private <T> T asking(Work.Job job, Function<Letters, T> question) {
        try (Database own = open(job)) {
            return question.apply(delivery(job, own).letters());
        }
    }

    private Delivery delivery(Work.Job job, Database own) {
        return new Delivery(own, job.file().job(), job.file().alerts(), clock, pauses);
    }

    private static Database open(Work.Job job) {
        Database own = Database.open("database", job.file().database());
        try {
            own.migrate(Schema.OWN);
            return own;
        } catch (RuntimeException e) {
            own.close();
            throw e;
        }
    }
}
