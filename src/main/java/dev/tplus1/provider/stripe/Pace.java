package dev.tplus1.provider.stripe;

import dev.tplus1.http.Pauses;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Keeps requests apart, so that Stripe has no reason to answer 429. Thread-safe. */
final class Pace {
    /**
     * Requests a second at most: what Stripe allows one endpoint, and a sandbox as a whole
     * (docs.stripe.com/rate-limits).
     */
    static final int PER_SECOND = 25;

    private static final Duration APART = Duration.ofSeconds(1).dividedBy(PER_SECOND);

    private final Pauses pauses;
    private final BooleanSupplier stopping;
    private final LongSupplier nanoTime;
    private long next;

    Pace(Pauses pauses, BooleanSupplier stopping, LongSupplier nanoTime) {
        this.pauses = pauses;
        this.stopping = stopping;
        this.nanoTime = nanoTime;
        this.next = nanoTime.getAsLong();
    }

    /** Waits until a request may be sent, or a stop was asked for. */
    void await() {
        Duration wait = Duration.ofNanos(taken());
        if (wait.isPositive()) {
            pauses.pause(Duration.ofMillis(wait.plusNanos(999_999).toMillis()), stopping);
        }
    }

    /** Takes the next turn; in how many nanoseconds it is. */
    private synchronized long taken() {
        long now = nanoTime.getAsLong();
        long wait = Math.max(0, next - now);
        next = now + wait + APART.toNanos();
        return wait;
    }
}
