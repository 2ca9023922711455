package dev.tplus1.replay;

import dev.tplus1.breaks.Break;
import dev.tplus1.callback.Callback;
import dev.tplus1.callback.Fence;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Replays a date's missed callbacks in an order that is always the same. */
public final class Replayer {
    /** After this many failures in a row the rest is not tried: what failed them fails all. */
    static final int MAX_FAILURES_IN_A_ROW = 5;

    private static final String SOURCE = "replay";

    /** Payments first: a refund needs its payment booked. */
    private static final Comparator<MissedCallback> ORDER =
            Comparator.comparing((MissedCallback missed) -> missed.key().kind())
                    .thenComparing(missed -> statementTime(missed.brk()))
                    .thenComparing(MissedCallback::key);

    private final Delivery delivery;
    private final Meanwhile meanwhile;
    private final Function<Collection<Callback>, Set<Callback>> arrived;

    Replayer(Delivery delivery) {
        this(delivery, Meanwhile.NOTHING, _ -> Set.of());
    }

    /**
     * @param arrived which of some callbacks the books have already
     */
    Replayer(
            Delivery delivery,
            Meanwhile meanwhile,
            Function<Collection<Callback>, Set<Callback>> arrived) {
        this.delivery = delivery;
        this.meanwhile = meanwhile;
        this.arrived = arrived;
    }

    /**
     * Replays a run's missed callbacks the job's way.
     *
     * @param fence asked before anything is changed or sent whether this run may still do so; what
     *     it throws ends the replays
     * @param meanwhile asked before each delivery; what the books have already is told as it is all
     *     the same
     * @param provider who is asked, where the job wants it, whether each still stands
     */
    public static Replayer of(
            Deliveries deliveries,
            ReplayRun run,
            Fence fence,
            Meanwhile meanwhile,
            @Nullable OrderQuery provider) {
        return new Replayer(
                deliveries.of(run, fence, provider),
                meanwhile,
                callbacks -> deliveries.check(run).arrived(callbacks));
    }

    /** One replay and what became of it. */
    public record Replayed(MissedCallback missed, Callback callback, ReplayOutcome outcome) {}

    /**
     * All replays of a date.
     *
     * @param done in the order in which they were delivered
     * @param stopped whether the stop signal ended them before all were delivered
     */
    public record Replays(List<Replayed> done, boolean stopped) {}

    /**
     * Delivers them.
     *
     * @param missed in any order
     * @param stop looked at between two deliveries; what is in hand is always finished
     * @throws DatabaseException when a database did not answer for one of them: nobody knows what
     *     became of it, and a later try tells. The others are delivered first, unless it did not
     *     answer for several in a row.
     * @throws dev.tplus1.entry.SettingException when the provider is asked first and does not
     *     accept who asks; nothing was delivered
     */
    public Replays replay(
            List<MissedCallback> missed, BusinessDate date, String runId, BooleanSupplier stop) {
        List<Replayed> done = new ArrayList<>();
        int failures = 0;
        DatabaseException failure = null;
        Deque<List<MissedCallback>> batches = new ArrayDeque<>(batches(missed));
        while (!batches.isEmpty() && failures < MAX_FAILURES_IN_A_ROW) {
            if (stop.getAsBoolean()) {
                return new Replays(done, true);
            }
            List<MissedCallback> batch = batches.removeFirst();
            List<Callback> callbacks =
                    batch.stream().map(each -> callback(each, date, runId)).toList();
            try {
                switch (deliver(batch, callbacks, stop)) {
                    case Delivery.Delivered.Told told -> {
                        add(done, batch, callbacks, told.outcomes());
                        failures = 0;
                    }
                    case Delivery.Delivered.Stopped _ -> {
                        return new Replays(done, true);
                    }
                    case Delivery.Delivered.OneByOne _ ->
                            batch.reversed().forEach(each -> batches.addFirst(List.of(each)));
                }
            } catch (DatabaseException e) {
                failure = failure == null ? e : added(failure, e);
                failures++;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return new Replays(done, false);
    }

    private Delivery.Delivered deliver(
            List<MissedCallback> batch, List<Callback> callbacks, BooleanSupplier stop) {
        Map<MissedCallback, String> objections = meanwhile.objections(batch);
        if (objections.isEmpty()) {
            return delivery.deliver(callbacks, stop);
        }
        // what is there already, perhaps by this run before it was killed, is told as it is
        Set<Callback> there = arrived.apply(callbacks);
        Set<Callback> sent = delivery.sentBefore(callbacks);
        List<@Nullable ReplayOutcome> refused = new ArrayList<>();
        List<Callback> toDeliver = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            String objection = objections.get(batch.get(i));
            if (objection == null || there.contains(callbacks.get(i))) {
                toDeliver.add(callbacks.get(i));
                refused.add(null);
            } else {
                refused.add(
                        new ReplayOutcome.Refused(objection)
                                .sentBefore(sent.contains(callbacks.get(i))));
            }
        }
        return switch (toDeliver.isEmpty()
                ? new Delivery.Delivered.Told(List.of())
                : delivery.deliver(toDeliver, stop)) {
            case Delivery.Delivered.Told(List<ReplayOutcome> outcomes) -> {
                Iterator<ReplayOutcome> next = outcomes.iterator();
                yield new Delivery.Delivered.Told(
                        refused.stream().map(each -> each == null ? next.next() : each).toList());
            }
            case Delivery.Delivered.Stopped stopped -> stopped;
            case Delivery.Delivered.OneByOne oneByOne -> oneByOne;
        };
    }

    private static void add(
            List<Replayed> done,
            List<MissedCallback> batch,
            List<Callback> callbacks,
            List<ReplayOutcome> outcomes) {
        if (outcomes.size() != batch.size()) {
            throw new IllegalStateException(
                    outcomes.size() + " outcomes of " + batch.size() + " callbacks");
        }
        for (int i = 0; i < outcomes.size(); i++) {
            done.add(new Replayed(batch.get(i), callbacks.get(i), outcomes.get(i)));
        }
    }

    private static DatabaseException added(DatabaseException first, DatabaseException next) {
        if (first != next) {
            first.addSuppressed(next);
        }
        return first;
    }

    /** In the order of delivery, payments apart from refunds. */
    private List<List<MissedCallback>> batches(List<MissedCallback> missed) {
        List<List<MissedCallback>> batches = new ArrayList<>();
        @Nullable List<MissedCallback> last = null;
        for (MissedCallback each : missed.stream().sorted(ORDER).toList()) {
            if (last == null
                    || last.size() >= delivery.most()
                    || last.getFirst().key().kind() != each.key().kind()) {
                last = new ArrayList<>();
                batches.add(last);
            }
            last.add(each);
        }
        return batches;
    }

    private static Callback callback(MissedCallback missed, BusinessDate date, String runId) {
        Break brk = missed.brk();
        Money amount = Objects.requireNonNull(brk.statementAmount(), "the statement's amount");
        return new Callback(
                brk.identity().account(),
                missed.key().kind(),
                missed.key().value(),
                brk.transactionId(),
                brk.orderNo(),
                brk.refundNo(),
                missed.providerRefundId(),
                amount,
                bookedAt(statementTime(brk), date),
                SOURCE,
                runId);
    }

    /** The statement's time when it falls on the day, else the day's last second. */
    static Instant bookedAt(Instant statementTime, BusinessDate date) {
        return date.contains(statementTime)
                ? statementTime
                : date.end().minus(Duration.ofSeconds(1));
    }

    private static Instant statementTime(Break brk) {
        return Objects.requireNonNull(brk.statementTime(), "the statement's time");
    }
}
