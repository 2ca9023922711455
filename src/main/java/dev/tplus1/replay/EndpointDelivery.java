package dev.tplus1.replay;

import dev.tplus1.callback.Callback;
import dev.tplus1.callback.Fence;
import dev.tplus1.http.Backoff;
import dev.tplus1.http.Pauses;
import dev.tplus1.http.PostOutcome;
import dev.tplus1.http.WebhookTarget;
import dev.tplus1.http.Webhooks;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Delivers to the merchant's own endpoint, several at once, and believes what the books show, not
 * what was answered. For one run; used by one thread.
 */
final class EndpointDelivery implements Delivery {
    /** How many are looked up, sent and looked up again together. */
    static final int MOST = 200;

    /** After this many callbacks in a row without a definite answer the endpoint is down. */
    static final int MAX_UNKNOWN_IN_A_ROW = 5;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration FIRST_LOOK = Duration.ofMillis(50);
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(1);

    private final Webhooks webhooks;
    private final EndpointSettings settings;
    private final Backoff backoff;
    private final ReplayTries tries;
    private final ReplayCheck books;
    private final ReplayRun run;
    private final Fence fence;
    private final AtomicInteger unknownInARow = new AtomicInteger();

    EndpointDelivery(
            Webhooks webhooks,
            EndpointSettings settings,
            ReplayTries tries,
            ReplayCheck books,
            ReplayRun run,
            Fence fence) {
        this(
                webhooks,
                settings,
                new Backoff(settings.tries(), FIRST_PAUSE, LONGEST_PAUSE),
                tries,
                books,
                run,
                fence);
    }

    EndpointDelivery(
            Webhooks webhooks,
            EndpointSettings settings,
            Backoff backoff,
            ReplayTries tries,
            ReplayCheck books,
            ReplayRun run,
            Fence fence) {
        this.webhooks = webhooks;
        this.settings = settings;
        this.backoff = backoff;
        this.tries = tries;
        this.books = books;
        this.run = run;
        this.fence = fence;
    }

    /** What sending one callback came to. */
    private sealed interface Sent {
        record Accepted(int status) implements Sent {}

        record Refused(String why) implements Sent {}

        record Unknown(String why, int tries) implements Sent {}

        /** Because the endpoint is down. */
        record NotTried() implements Sent {}

        /** Because the run was stopped, or ended by what another one met. */
        record Stopped() implements Sent {}
    }

    @Override
    public int most() {
        return MOST;
    }

    @Override
    public Set<Callback> sentBefore(List<Callback> callbacks) {
        return tries.of(run.runId(), callbacks);
    }

    @Override
    public Delivered deliver(List<Callback> callbacks, BooleanSupplier stop) {
        fence.assertHeld();
        Set<Callback> before = books.arrived(callbacks);
        List<Callback> toSend = callbacks.stream().filter(c -> !before.contains(c)).toList();
        Map<Callback, Sent> sent = sendAll(toSend, stop);
        boolean stopped = sent.values().stream().anyMatch(Sent.Stopped.class::isInstance);
        Set<Callback> after = stopped || toSend.isEmpty() ? Set.of() : settled(toSend, sent, stop);
        if (stopped || (!toSend.isEmpty() && stop.getAsBoolean())) {
            return new Delivered.Stopped();
        }
        Set<Callback> tried = sentBefore(callbacks);
        List<ReplayOutcome> outcomes = new ArrayList<>();
        for (Callback callback : callbacks) {
            boolean there = before.contains(callback) || after.contains(callback);
            outcomes.add(outcome(sent.get(callback), there, tried.contains(callback)));
        }
        return new Delivered.Told(outcomes);
    }

    private ReplayOutcome outcome(@Nullable Sent sent, boolean there, boolean tried) {
        if (there) {
            return tried ? new ReplayOutcome.Applied() : new ReplayOutcome.AlreadyApplied();
        }
        WebhookTarget target = settings.target();
        return switch (sent) {
            case Sent.Accepted accepted ->
                    new ReplayOutcome.Failed(
                            target.shown()
                                    + " accepted it ("
                                    + accepted.status()
                                    + "), but the books did not show it, equal to the statement,"
                                    + " after "
                                    + settings.settle().toMillis() / 1000
                                    + " s. Look at the order before anything else.",
                            tried);
            case Sent.Refused refused ->
                    new ReplayOutcome.Refused(target.shown() + " " + refused.why() + ".");
            case Sent.Unknown unknown ->
                    new ReplayOutcome.Failed(
                            target.shown()
                                    + " gave no definite answer in "
                                    + unknown.tries()
                                    + (unknown.tries() == 1 ? " try" : " tries")
                                    + " ("
                                    + unknown.why()
                                    + "), and the books do not show it.",
                            tried);
            case Sent.NotTried _ ->
                    new ReplayOutcome.Failed(
                            "It was not sent: "
                                    + MAX_UNKNOWN_IN_A_ROW
                                    + " replays in a row had no definite answer from "
                                    + target.shown()
                                    + ". Mend the endpoint, then run the date again with --rerun.",
                            tried);
            case Sent.Stopped _ -> throw new IllegalStateException("stopped");
            case null -> throw new IllegalStateException("neither there nor sent");
        };
    }

    /** The messages of one order go one after another, those of several side by side. */
    private Map<Callback, Sent> sendAll(List<Callback> toSend, BooleanSupplier stop) {
        Map<String, List<Callback>> byOrder = new LinkedHashMap<>();
        for (Callback callback : toSend) {
            String order =
                    callback.orderNo().isEmpty() ? callback.transactionId() : callback.orderNo();
            byOrder.computeIfAbsent(order, _ -> new ArrayList<>(1)).add(callback);
        }
        Map<Callback, Sent> sent = new HashMap<>();
        SideBySide.Ended ended = new SideBySide.Ended(stop);
        try (ExecutorService executor =
                Executors.newFixedThreadPool(
                        settings.inFlight(),
                        Thread.ofPlatform().daemon().name("replay-", 1).factory())) {
            List<Future<Map<Callback, Sent>>> orders = new ArrayList<>();
            for (List<Callback> order : byOrder.values()) {
                orders.add(executor.submit(SideBySide.task(() -> sendOrder(order, ended))));
            }
            for (Future<Map<Callback, Sent>> order : orders) {
                sent.putAll(SideBySide.got(order));
            }
        }
        return sent;
    }

    private Map<Callback, Sent> sendOrder(List<Callback> order, SideBySide.Ended ended) {
        Map<Callback, Sent> sent = new HashMap<>();
        try {
            for (Callback callback : order) {
                sent.put(callback, send(callback, ended));
            }
        } catch (RuntimeException | Error e) {
            ended.meet();
            throw e;
        }
        return sent;
    }

    private Sent send(Callback callback, BooleanSupplier ended) {
        WebhookMessage message = WebhookMessage.of(callback, run);
        for (int tried = 1; ; tried++) {
            if (ended.getAsBoolean()) {
                return new Sent.Stopped();
            }
            if (down() && tried == 1) {
                return new Sent.NotTried();
            }
            fence.assertHeld();
            tries.trying(callback);
            PostOutcome answer = webhooks.post(settings.target(), message.id(), message.json());
            switch (answer) {
                case PostOutcome.Accepted accepted -> {
                    unknownInARow.set(0);
                    tries.answered(callback, "accepted with " + accepted.status());
                    return new Sent.Accepted(accepted.status());
                }
                case PostOutcome.Refused refused -> {
                    unknownInARow.set(0);
                    tries.answered(callback, refused.why());
                    return new Sent.Refused(refused.why());
                }
                case PostOutcome.Unknown unknown -> {
                    tries.answered(callback, unknown.why());
                    if (!backoff.again(tried) || down()) {
                        unknownInARow.incrementAndGet();
                        return new Sent.Unknown(unknown.why(), tried);
                    }
                    Pauses.REAL.pause(backoff.pause(tried, unknown.retryAfter()), ended);
                }
            }
        }
    }

    private boolean down() {
        return unknownInARow.get() >= MAX_UNKNOWN_IN_A_ROW;
    }

    /**
     * What has arrived. What was accepted may take a while to show; for the rest one look is
     * enough.
     */
    private Set<Callback> settled(
            List<Callback> toSend, Map<Callback, Sent> sent, BooleanSupplier stop) {
        Set<Callback> arrived = new HashSet<>(books.arrived(toSend));
        List<Callback> accepted =
                toSend.stream().filter(c -> sent.get(c) instanceof Sent.Accepted).toList();
        long patience = System.nanoTime() + settings.settle().toNanos();
        Backoff looks = new Backoff(Integer.MAX_VALUE, FIRST_LOOK, LONGEST_LOOK);
        for (int look = 1; ; look++) {
            Collection<Callback> missing =
                    accepted.stream().filter(c -> !arrived.contains(c)).toList();
            if (missing.isEmpty() || System.nanoTime() - patience >= 0 || stop.getAsBoolean()) {
                return arrived;
            }
            Pauses.REAL.pause(looks.pause(look, Duration.ZERO), stop);
            arrived.addAll(books.arrived(missing));
        }
    }
}
