package dev.tplus1.outbox;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.http.Backoff;
import dev.tplus1.http.Webhooks;
import dev.tplus1.lease.LeaseLostException;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/**
 * Publishes the messages of the outbox, each at least once, those of one key in the order in which
 * they were written.
 *
 * <p>A key's messages are sent one at a time, always the first that is outstanding: while that one
 * waits for its next try or is dead, the others wait behind it, and other keys go on. A row is
 * marked only after the sink has its message, so a process that dies in between sends it again, and
 * none is lost. Two relays at once, one of which has lost its lease without knowing, send some
 * twice and change no order.
 *
 * <p>One thread calls {@link #round}.
 */
public final class Relay implements AutoCloseable {
    /** How many keys are served side by side. */
    static final int LANES = 4;

    /** How many messages of one key are sent before the other keys have their turn. */
    static final int LANE_LENGTH = 100;

    /** After so many tries in a row that nobody knows the outcome of, the sink is left alone. */
    static final int MAX_UNKNOWN = 5;

    /**
     * After so many messages in a row that were refused, the sink is left alone: it is more likely
     * at fault than they are, and each refusal makes a dead letter.
     */
    static final int MAX_REFUSED = 20;

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(4);

    private final MessageTable table;
    private final Waiting waiting;
    private final Sink sink;
    private final Backoff backoff;
    private final int batch;
    private final Runnable held;
    private final BooleanSupplier stopping;
    private final AutoCloseable behind;
    private final ExecutorService lanes;

    Relay(
            Database database,
            MessageTable table,
            Sink sink,
            Backoff backoff,
            int batch,
            Runnable held,
            BooleanSupplier stopping,
            AutoCloseable behind) {
        this.table = table;
        this.waiting = new Waiting(database, table);
        this.sink = sink;
        this.backoff = backoff;
        this.batch = batch;
        this.held = held;
        this.stopping = stopping;
        this.behind = behind;
        this.lanes =
                Executors.newFixedThreadPool(
                        table.lanes(),
                        Thread.ofPlatform().daemon().name(table.noun() + "-", 1).factory());
    }

    /**
     * A relay to where the settings say.
     *
     * @param database where the outbox is, its tables made
     * @param held asked before each message is sent; throws {@link LeaseLostException} when another
     *     relay took over
     * @param stopping whether no further message shall be sent
     */
    public static Relay open(
            Database database,
            OutboxSettings settings,
            Clock clock,
            Runnable held,
            BooleanSupplier stopping) {
        if (!settings.anywhere()) {
            throw new IllegalStateException("there is no place to publish to");
        }
        List<Sink> sinks = new ArrayList<>();
        AutoCloseable behind = () -> {};
        if (settings.endpoint() != null) {
            Webhooks webhooks = new Webhooks(clock, settings.timeout());
            sinks.add(new EndpointSink(webhooks, settings.endpoint()));
            behind = webhooks;
        }
        if (settings.log() != null) {
            sinks.add(new LogSink(settings.log()));
        }
        return new Relay(
                database,
                MessageTable.OUTBOX,
                sinks.size() == 1 ? sinks.getFirst() : new AllSinks(List.copyOf(sinks)),
                backoff(settings.tries()),
                settings.batch(),
                held,
                stopping,
                behind);
    }

    static Backoff backoff(int tries) {
        return new Backoff(tries, FIRST_PAUSE, LONGEST_PAUSE);
    }

    /**
     * Publishes until nothing is due.
     *
     * @throws LeaseLostException when another relay took over
     * @throws DatabaseException when the database does not answer; nothing is lost
     * @throws java.io.UncheckedIOException when the log file cannot be written; nothing is lost
     */
    public Round round() {
        Tally tally = new Tally(table.oneSink());
        // again from the start: what was behind a message that is now published, and what slow
        // transactions brought meanwhile, may have a lower id than what was seen last
        boolean any = true;
        while (any && !over(tally)) {
            any = pass(tally);
        }
        return tally.round(stopping.getAsBoolean());
    }

    /** Once over all keys; whether there was any. */
    private boolean pass(Tally tally) {
        boolean any = false;
        long after = 0;
        while (!over(tally)) {
            List<Waiting.Head> heads = waiting.heads(after, batch);
            if (heads.isEmpty()) {
                return any;
            }
            any = true;
            after = heads.getLast().row();
            side(heads, tally);
        }
        return any;
    }

    /** Each key by one lane only: no key is twice among the heads. */
    private void side(List<Waiting.Head> heads, Tally tally) {
        List<Callable<Boolean>> keys = new ArrayList<>();
        for (Waiting.Head head : heads) {
            keys.add(() -> {
                try {
                    lane(head.key(), tally);
                } catch (RuntimeException | Error e) {
                    // the other lanes end after the message that they have in hand
                    tally.failed();
                    throw e;
                }
                return true;
            });
        }
        @Nullable RuntimeException first = null;
        try {
            for (Future<Boolean> lane : lanes.invokeAll(keys)) {
                try {
                    lane.get();
                } catch (ExecutionException e) {
                    first = joined(first, e);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while messages were being sent");
        }
        if (first != null) {
            throw first;
        }
    }

    private static RuntimeException joined(
            @Nullable RuntimeException first, ExecutionException ended) {
        if (ended.getCause() instanceof Error error) {
            throw error;
        }
        RuntimeException next =
                ended.getCause() instanceof RuntimeException cause
                        ? cause
                        : new IllegalStateException(ended);
        if (first == null) {
            return next;
        }
        if (!first.equals(next)) {
            first.addSuppressed(next);
        }
        return first;
    }

    private void lane(String key, Tally tally) {
        for (int i = 0; i < LANE_LENGTH && !over(tally); i++) {
            Optional<Waiting.Next> next = waiting.first(key);
            if (next.isEmpty() || !next.get().due()) {
                return;
            }
            held.run();
            send(next.get().message(), tally);
        }
    }

    private void send(Message message, Tally tally) {
        Optional<String> unfit = message.unfit(table.maxPayload());
        if (unfit.isPresent()) {
            waiting.dead(message, unfit.get());
            tally.died();
            return;
        }
        switch (sink.take(message)) {
            case Sink.Outcome.Taken _ -> {
                waiting.published(message);
                tally.published();
            }
            case Sink.Outcome.Refused refused -> {
                String why = LastError.line(refused.why());
                waiting.dead(message, why);
                tally.refused(why);
            }
            case Sink.Outcome.Unknown unknown -> {
                String why = LastError.line(unknown.why());
                int tried = message.attempts() + 1;
                boolean again = backoff.again(tried);
                if (again) {
                    waiting.again(message, why, backoff.pause(tried, unknown.retryAfter()));
                } else {
                    waiting.dead(message, why);
                }
                tally.unknown(why, !again);
            }
        }
    }

    private boolean over(Tally tally) {
        return tally.over() || stopping.getAsBoolean();
    }

    @Override
    public void close() {
        lanes.shutdownNow();
        try {
            behind.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
