package dev.tplus1.nightly;

import dev.tplus1.http.Pauses;
import dev.tplus1.job.Values;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * How long one account may still wait for what is not ready. While it waits another has its turn to
 * work. One thread.
 */
final class Patience {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Waits waits;
    private final BooleanSupplier stopping;
    private Duration waited = Duration.ZERO;

    /**
     * What the accounts of one command share.
     *
     * @param until when the command has waited long enough
     * @param most what one account waits in all, whatever the clock says meanwhile
     * @param turns of which an account that works holds one
     */
    record Waits(Clock clock, Pauses pauses, Instant until, Duration most, Semaphore turns) {}

    Patience(Waits waits, BooleanSupplier stopping) {
        this.waits = waits;
        this.stopping = stopping;
    }

    BooleanSupplier stopping() {
        return stopping;
    }

    /**
     * Waits until it is worth asking again.
     *
     * @return whether there was time left for it; if not, nothing was waited
     * @throws RunStopped when the process was asked to stop meanwhile
     */
    boolean again(Duration poll) throws RunStopped {
        if (waited.compareTo(waits.most()) >= 0) {
            return false;
        }
        Duration left =
                least(
                        Duration.between(waits.clock().instant(), waits.until()),
                        waits.most().minus(waited));
        if (!left.isPositive()) {
            return false;
        }
        Duration pause = least(poll, left);
        waits.turns().release();
        try {
            waits.pauses().pause(pause, stopping);
        } finally {
            waits.turns().acquireUninterruptibly();
        }
        if (stopping.getAsBoolean()) {
            throw new RunStopped();
        }
        waited = waited.plus(pause);
        return true;
    }

    /** How long was waited, as a sentence; empty where nothing was. */
    String told() {
        if (waited.isZero()) {
            return "";
        }
        // what the questions themselves took is no part of it: 119 minutes are the two hours
        Duration shown =
                waited.compareTo(MINUTE) < 0
                        ? waited.truncatedTo(ChronoUnit.SECONDS)
                        : waited.plus(MINUTE.dividedBy(2)).truncatedTo(ChronoUnit.MINUTES);
        return " Waited " + Values.text(shown) + ".";
    }

    private static Duration least(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
