package dev.tplus1.watch.ping;

import dev.tplus1.http.Answer;
import dev.tplus1.http.Ask;
import dev.tplus1.http.CallException;
import dev.tplus1.http.CallLimits;
import dev.tplus1.http.Exchange;
import dev.tplus1.http.Pauses;
import dev.tplus1.http.Retries;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Says that a command begins, and how it ended, to a service that misses it when it does not. What
 * does not arrive is told as a line and changes nothing: a beginning is sent beside the work, an
 * end is waited for, but not for long. For one command; the thread does not keep the JVM alive.
 */
public final class Ping implements AutoCloseable {
    /** What a command waits at its end for what it has to say, tries and pauses together. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int TRIES = 3;

    /** The patience ends it before. */
    private static final Duration LOST = Duration.ofHours(1);

    /** A service answers with a word. */
    private static final long ANSWER_BYTES = 1 << 16;

    private final PingSettings settings;
    private final Exchange exchange;
    private final Retries retries;
    private final Duration patience;
    private final Set<String> troubles = new LinkedHashSet<>();
    private volatile boolean closed;
    private final CountDownLatch said = new CountDownLatch(1);

    /** One thread: what began is said before what ended. */
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("ping").factory());

    public Ping(PingSettings settings, Clock clock, Pauses pauses) {
        this(settings, clock, pauses, PATIENCE);
    }

    Ping(PingSettings settings, Clock clock, Pauses pauses, Duration patience) {
        CallLimits limits =
                new CallLimits(
                        settings.timeout(),
                        settings.timeout(),
                        settings.timeout(),
                        settings.timeout(),
                        TRIES,
                        LOST,
                        ANSWER_BYTES);
        this.settings = settings;
        this.patience = patience;
        this.exchange =
                new Exchange(
                        settings.hosts(),
                        limits,
                        clock,
                        settings.secrets(),
                        settings.trusted(),
                        this::isClosed);
        this.retries = new Retries(limits, pauses, this::isClosed);
    }

    /** Says that the command begins, and does not wait for it. */
    public void begins() {
        say(settings.begins());
    }

    /**
     * Says how the command ended.
     *
     * @return what went wrong with this and with the beginning: lines for people, without a secret
     */
    public List<String> ended(int exit) {
        say(settings.ended(exit));
        thread.execute(said::countDown);
        boolean done = false;
        try {
            done = said.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        synchronized (troubles) {
            if (!done && troubles.isEmpty()) {
                troubles.add("ping: was not answered within " + patience.toSeconds() + " s");
            }
            return List.copyOf(troubles);
        }
    }

    /** Only this ends a call: where the process is stopped, that is still to be said. */
    private boolean isClosed() {
        return closed;
    }

    private void say(@Nullable URI url) {
        if (url != null) {
            thread.execute(() -> call(url));
        }
    }

    private void call(URI url) {
        Ask ask = Ask.getInSecret(url, Map.of());
        try {
            Answer answer = retries.run("ping", () -> exchange.ask(ask));
            if (!answer.ok()) {
                trouble("ping: " + ask.shown() + " answered " + answer.status());
            }
        } catch (CallException e) {
            trouble(String.valueOf(e.getMessage()));
        } catch (IOException | RuntimeException _) {
            trouble("ping: failed unexpectedly");
        }
    }

    private void trouble(String line) {
        synchronized (troubles) {
            troubles.add(line);
        }
    }

    /** Ends what is under way. */
    @Override
    public void close() {
        closed = true;
        exchange.close();
        thread.shutdown();
    }
}
