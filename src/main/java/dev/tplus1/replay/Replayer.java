package dev.tplus1.replay;

import dev.tplus1.breaks.Break;
import dev.tplus1.callback.Callback;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Money;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/** Replays a date's missed callbacks one after another, in an order that is always the same. */
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

    public Replayer(Delivery delivery) {
        this.delivery = delivery;
    }

    /** One replay and what became of it. */
    public record Replayed(MissedCallback missed, ReplayOutcome outcome) {}

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
     * @param stop looked at between two callbacks; the one in hand is always finished
     */
    public Replays replay(
            List<MissedCallback> missed, BusinessDate date, String runId, BooleanSupplier stop) {
        List<Replayed> done = new ArrayList<>();
        int failures = 0;
        for (MissedCallback each : missed.stream().sorted(ORDER).toList()) {
            if (stop.getAsBoolean()) {
                return new Replays(done, true);
            }
            ReplayOutcome outcome;
            if (failures >= MAX_FAILURES_IN_A_ROW) {
                outcome =
                        new ReplayOutcome.Failed(
                                "not tried: the " + failures + " replays before it failed");
            } else {
                outcome = delivery.deliver(callback(each, date, runId));
                failures = outcome instanceof ReplayOutcome.Failed ? failures + 1 : 0;
            }
            done.add(new Replayed(each, outcome));
        }
        return new Replays(done, false);
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
