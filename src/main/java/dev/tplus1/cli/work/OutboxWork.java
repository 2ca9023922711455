package dev.tplus1.cli.work;

import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.OutboxTable;
import dev.tplus1.cli.speech.RelayAnswer;
import dev.tplus1.cli.speech.RelayAnswer.End;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Backoff;
import dev.tplus1.job.JobFile;
import dev.tplus1.lease.Lease;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.lease.Leases;
import dev.tplus1.outbox.Letter;
import dev.tplus1.outbox.Letters;
import dev.tplus1.outbox.Relay;
import dev.tplus1.outbox.Round;
import dev.tplus1.replay.ReplayMode;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Has messages relayed, and decides about those that cannot be; needs the databases only. */
final class OutboxWork {
    private static final int MOST_LISTED = 1000;

    /** How long a sink that took nothing is left alone at most, where the relay stays. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private static final int ID_BYTES = 8;

    private final Clock clock;

    OutboxWork(Clock clock) {
        this.clock = clock;
    }

    /**
     * Publishes what is due; where it is asked to follow, until the process is asked to stop.
     *
     * @param troubles told of as they come, where it follows
     * @param end told while the signal still keeps the process
     */
    RelayAnswer relay(
            Work.RelayRequest request, Consumer<String> troubles, Consumer<RelayAnswer> end) {
        requireSinks(request.job());
        try (StopSignal signal = new StopSignal()) {
            RelayAnswer answer = relay(request, troubles, signal);
            end.accept(answer);
            return answer;
        }
    }

    private RelayAnswer relay(
            Work.RelayRequest request, Consumer<String> troubles, StopSignal signal) {
        JobFile job = request.job().file();
        try (Opened opened = open(request.job());
                Leases leases = new Leases(opened.own())) {
            return switch (leases.acquire(name(job))) {
                case LeaseOutcome.HeldBy holder ->
                        answer(request, End.RUNNING_ELSEWHERE, 0, NightAnswers.holder(holder));
                case LeaseOutcome.Acquired(Lease lease) -> {
                    try (lease;
                            Relay relay =
                                    Relay.open(
                                            opened.books(),
                                            job.outbox(),
                                            clock,
                                            lease::assertHeld,
                                            signal::given)) {
                        Letters letters = new Letters(opened.books());
                        yield new Following(request, signal, relay, letters, troubles).run();
                    }
                }
            };
        }
    }

    /** One relay at work. */
    private record Following(
            Work.RelayRequest request,
            StopSignal signal,
            Relay relay,
            Letters letters,
            Consumer<String> troubles) {

        RelayAnswer run() {
            CountDownLatch stopped = new CountDownLatch(1);
            signal.asks(stopped::countDown);
            Backoff backoff = new Backoff(1, request.poll(), longest(request.poll()));
            long published = 0;
            int alone = 0;
            while (true) {
                Round round = relay.round();
                published += round.published();
                if (round.end() == Round.End.STOPPED || signal.given()) {
                    return counted(End.STOPPED, published, "");
                }
                boolean leftAlone = round.end() == Round.End.LEFT_ALONE;
                if (!request.follow()) {
                    return counted(leftAlone ? End.LEFT_ALONE : End.DONE, published, round.why());
                }
                tell(round, leftAlone && alone == 0);
                alone = leftAlone ? alone + 1 : 0;
                Duration pause = leftAlone ? backoff.pause(alone, Duration.ZERO) : request.poll();
                if (awaited(stopped, pause)) {
                    return counted(End.STOPPED, published, "");
                }
            }
        }

        private static Duration longest(Duration poll) {
            return poll.compareTo(LONGEST_PAUSE) > 0 ? poll : LONGEST_PAUSE;
        }

        /** What came of a round, once: a sink that stays away is not told of each time. */
        private void tell(Round round, boolean leftAlone) {
            if (leftAlone) {
                troubles.accept(
                        "tplus1: outbox: several tries in a row came to nothing: "
                                + Speech.line(round.why())
                                + ". Nothing is lost; they are tried again, more and more seldom.");
            }
            if (round.died() > 0) {
                troubles.accept(
                        RelayAnswer.dead(letters.count().dead(), request.job().path().toString()));
            }
        }

        private RelayAnswer counted(End end, long published, String what) {
            Letters.Count count = letters.count();
            return new RelayAnswer(
                    end,
                    published,
                    count.waiting(),
                    count.dead(),
                    what,
                    request.job().path().toString());
        }

        private static boolean awaited(CountDownLatch stopped, Duration pause) {
            try {
                return stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return true;
            }
        }
    }

    OutboxTable list(Work.OutboxList request) {
        return asking(
                request.job(),
                letters -> {
                    List<Letter> found = letters.list(request.which(), MOST_LISTED + 1);
                    Letters.Count count = letters.count();
                    boolean more = found.size() > MOST_LISTED;
                    return new OutboxTable(
                            more ? found.subList(0, MOST_LISTED) : found,
                            count.waiting(),
                            count.dead(),
                            MOST_LISTED,
                            more);
                });
    }

    long requeue(Work.Requeue request) {
        return asking(
                request.job(),
                letters ->
                        request.ids().isEmpty()
                                ? letters.requeueAllDead()
                                : letters.requeue(request.ids()));
    }

    long discard(Work.Discard request) {
        return asking(
                request.job(),
                letters -> letters.discard(request.ids(), request.as(), request.note()));
    }

    private static <T> T asking(Work.Job job, Function<Letters, T> question) {
        try (Opened opened = open(job)) {
            return question.apply(new Letters(opened.books()));
        }
    }

    private static RelayAnswer answer(
            Work.RelayRequest request, End end, long published, String what) {
        return new RelayAnswer(end, published, 0, 0, what, request.job().path().toString());
    }

    private static void requireSinks(Work.Job job) {
        if (!job.file().outbox().anywhere()) {
            throw new SettingException(
                    job.path()
                            + ": outbox: names no place to publish to; add outbox.log, a file, or"
                            + " outbox.endpoint, an url and a secret");
        }
        Path log = job.file().outbox().log();
        if (log == null) {
            return;
        }
        Path folder = log.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new SettingException(
                    job.path() + ": outbox.log " + log + ": its folder is not there; make it");
        }
        if (Files.exists(log) ? !Files.isRegularFile(log) : !Files.isWritable(folder)) {
            throw new SettingException(
                    job.path()
                            + ": outbox.log "
                            + log
                            + ": must be a file in a folder that can be written");
        }
    }

    /** tplus1's own database, and the one that the outbox is in; often the same. */
    private record Opened(Database own, Database books) implements AutoCloseable {
        @Override
        public void close() {
            try {
                if (books != own) {
                    books.close();
                }
            } finally {
                own.close();
            }
        }
    }

    private static Opened open(Work.Job job) {
        JobFile file = job.file();
        if (file.ledger().ownQueries() && file.replay().mode() != ReplayMode.SQL) {
            throw new SettingException(
                    job.path()
                            + ": replay.mode: leaves no messages behind in books of your own, so"
                            + " there is no outbox; messages come with the bundled books or with"
                            + " mode sql");
        }
        Database own = Database.open("database", file.database());
        @Nullable Database books = null;
        try {
            DatabaseSettings connection = file.ledger().connection();
            if (connection == null) {
                own.migrate(Schema.OWN, Schema.CALLBACK);
                return new Opened(own, own);
            }
            own.migrate(Schema.OWN);
            books = Database.open("ledger", connection);
            books.migrate(Schema.CALLBACK);
            return new Opened(own, books);
        } catch (RuntimeException e) {
            if (books != null) {
                books.close();
            }
            own.close();
            throw e;
        }
    }

    /**
     * What the lease is of: the outbox of these books. Jobs that share tplus1's own database may
     * have books in several others, each with a relay of its own.
     */
    private static String name(JobFile job) {
        DatabaseSettings connection = job.ledger().connection();
        if (connection == null) {
            return "outbox relay";
        }
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(connection.place().getBytes(StandardCharsets.UTF_8));
            return "outbox relay " + HexFormat.of().formatHex(Arrays.copyOf(hash, ID_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
