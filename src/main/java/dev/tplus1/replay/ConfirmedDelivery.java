package dev.tplus1.replay;

import dev.tplus1.callback.Callback;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallStoppedException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Asks the provider about each callback, a few at once, before another delivery gets it; what the
 * provider does not say stands is not delivered. What the books have already is not asked about:
 * there is nothing left to deliver. For one run; used by one thread.
 */
final class ConfirmedDelivery implements Delivery {
    /** How many are asked about and then delivered together. */
    static final int MOST = 20;

    /** An older answer is no answer: money may have been returned since. */
    static final Duration FRESH = Duration.ofSeconds(30);

    /** So often one is asked about again because its answer grew old beside slower ones. */
    private static final int ROUNDS = 3;

    /** After this many questions in a row without an answer the provider is not asked any more. */
    static final int MAX_SILENT_IN_A_ROW = 5;

    private static final int AT_ONCE = 4;
    private static final String STANDS = "Asked before the replay, the provider said: it stands.";
    private static final String RERUN = " Run the date again with --rerun.";

    private final OrderQuery provider;
    private final ReplayCheck books;
    private final Delivery delivery;
    private final LongSupplier nanoTime;

    /** Of what was not delivered yet: what cannot be delivered together comes again, one by one. */
    private final Map<Callback, Asked> asked = new HashMap<>();

    private final AtomicInteger silentInARow = new AtomicInteger();
    private volatile boolean delivered;

    ConfirmedDelivery(OrderQuery provider, ReplayCheck books, Delivery delivery) {
        this(provider, books, delivery, System::nanoTime);
    }

    ConfirmedDelivery(
            OrderQuery provider, ReplayCheck books, Delivery delivery, LongSupplier nanoTime) {
        this.provider = provider;
        this.books = books;
        this.delivery = delivery;
        this.nanoTime = nanoTime;
    }

    /** What is known of a callback before its delivery. */
    private sealed interface Asked {
        /**
         * It may be delivered.
         *
         * @param since when its question was asked, by the nano clock
         */
        record Stands(long since) implements Asked {}

        /** The books have it. */
        record There() implements Asked {}

        /** It must not be delivered. */
        record Objection(ReplayOutcome outcome) implements Asked {}

        record Stopped() implements Asked {}
    }

    @Override
    public int most() {
        return Math.min(delivery.most(), MOST);
    }

    @Override
    public Set<Callback> sentBefore(List<Callback> callbacks) {
        return delivery.sentBefore(callbacks);
    }

    @Override
    public Delivered deliver(List<Callback> callbacks, BooleanSupplier stop) {
        ask(callbacks.stream().filter(each -> !asked.containsKey(each)).toList(), stop);
        askAgain(callbacks, stop);
        Map<Callback, ReplayOutcome> objections = new LinkedHashMap<>();
        List<Callback> toDeliver = new ArrayList<>();
        for (Callback callback : callbacks) {
            switch (asked.get(callback)) {
                case Asked.Stands _, Asked.There _ -> toDeliver.add(callback);
                case Asked.Objection(ReplayOutcome outcome) -> objections.put(callback, outcome);
                case Asked.Stopped _ -> {
                    return new Delivered.Stopped();
                }
                case null -> throw new IllegalStateException("was not asked about");
            }
        }
        if (!objections.isEmpty()) {
            Set<Callback> sent = delivery.sentBefore(callbacks);
            objections.replaceAll(
                    (callback, outcome) -> outcome.sentBefore(sent.contains(callback)));
        }
        if (toDeliver.isEmpty()) {
            return told(callbacks, objections, List.of());
        }
        delivered = true;
        return switch (delivery.deliver(toDeliver, stop)) {
            case Delivered.Told(List<ReplayOutcome> outcomes) ->
                    told(callbacks, objections, outcomes);
            case Delivered.Stopped stopped -> stopped;
            case Delivered.OneByOne oneByOne -> oneByOne;
        };
    }

    /** What was answered first may be old when the last is answered. */
    private void askAgain(List<Callback> callbacks, BooleanSupplier stop) {
        for (int round = 1; ; round++) {
            List<Callback> old =
                    callbacks.stream().filter(each -> grewOld(asked.get(each))).toList();
            if (old.isEmpty()) {
                return;
            }
            if (round > ROUNDS) {
                old.forEach(each ->
                        asked.put(
                                each,
                                unknown(
                                        "the provider answers so slowly that its answer"
                                                + " was old each time")));
                return;
            }
            old.forEach(asked::remove);
            ask(old, stop);
        }
    }

    private boolean grewOld(@Nullable Asked state) {
        return state instanceof Asked.Stands(long since)
                && nanoTime.getAsLong() - since > FRESH.toNanos();
    }

    private Delivered told(
            List<Callback> callbacks,
            Map<Callback, ReplayOutcome> objections,
            List<ReplayOutcome> delivered) {
        Iterator<ReplayOutcome> next = delivered.iterator();
        List<ReplayOutcome> outcomes = new ArrayList<>();
        for (Callback callback : callbacks) {
            ReplayOutcome objection = objections.get(callback);
            outcomes.add(objection == null ? noted(next.next(), asked.get(callback)) : objection);
        }
        callbacks.forEach(asked::remove);
        return new Delivered.Told(outcomes);
    }

    private static ReplayOutcome noted(ReplayOutcome outcome, @Nullable Asked asked) {
        return outcome instanceof ReplayOutcome.Applied && asked instanceof Asked.Stands
                ? new ReplayOutcome.Applied(STANDS)
                : outcome;
    }

    private void ask(List<Callback> callbacks, BooleanSupplier stop) {
        for (Callback there : books.arrived(callbacks)) {
            asked.put(there, new Asked.There());
            // perhaps by this very run, before it was killed
            delivered = true;
        }
        List<Callback> open = callbacks.stream().filter(each -> !asked.containsKey(each)).toList();
        if (open.isEmpty()) {
            return;
        }
        SideBySide.Ended ended = new SideBySide.Ended(stop);
        try (ExecutorService executor =
                Executors.newFixedThreadPool(
                        Math.min(AT_ONCE, open.size()),
                        Thread.ofPlatform().daemon().name("confirm-", 1).factory())) {
            List<Future<Asked>> answers = new ArrayList<>();
            for (Callback callback : open) {
                answers.add(executor.submit(SideBySide.task(() -> answer(callback, ended))));
            }
            for (int i = 0; i < open.size(); i++) {
                asked.put(open.get(i), SideBySide.got(answers.get(i)));
            }
        }
    }

    private Asked answer(Callback callback, SideBySide.Ended ended) {
        if (ended.getAsBoolean()) {
            return new Asked.Stopped();
        }
        if (silentInARow.get() >= MAX_SILENT_IN_A_ROW) {
            return unknown(
                    "the provider did not answer "
                            + MAX_SILENT_IN_A_ROW
                            + " questions in a row, and was not asked about this one");
        }
        long since = nanoTime.getAsLong();
        try {
            OrderQuery.State state = provider.state(callback);
            silentInARow.set(0);
            return switch (state) {
                case OrderQuery.State.Stands _ -> new Asked.Stands(since);
                case OrderQuery.State.Changed(String how) ->
                        new Asked.Objection(
                                new ReplayOutcome.Refused(
                                        "Asked before it, the provider said otherwise: "
                                                + how.replaceFirst("\\.?$", ".")));
            };
        } catch (CallStoppedException _) {
            return new Asked.Stopped();
        } catch (IOException e) {
            return silent(e);
        } catch (SettingException e) {
            // once something is delivered this is no longer a run that changed nothing
            if (!delivered) {
                ended.meet();
                throw e;
            }
            return silent(e);
        } catch (RuntimeException | Error e) {
            ended.meet();
            throw e;
        }
    }

    private Asked silent(Exception e) {
        silentInARow.incrementAndGet();
        return unknown(
                "asked whether it stands, the provider did not say (" + e.getMessage() + ")");
    }

    private static Asked unknown(String why) {
        return new Asked.Objection(
                new ReplayOutcome.Failed("It was not made: " + why + "." + RERUN, false));
    }
}
