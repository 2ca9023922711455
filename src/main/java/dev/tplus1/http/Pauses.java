package dev.tplus1.http;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits, and hears the stop signal meanwhile. */
public interface Pauses {
    /** The clock on the wall. */
    Pauses REAL = Pauses::sleep;

    /** How fast the stop signal is heard. */
    long SLICE_MILLIS = 50;

    /**
     * Waits this long, or until it is over.
     *
     * @throws IllegalStateException when the thread is interrupted, which stays set
     */
    void pause(Duration length, BooleanSupplier over);

    private static void sleep(Duration length, BooleanSupplier over) {
        long until = System.nanoTime() + length.toNanos();
        try {
            for (long left = length.toMillis();
                    left > 0 && !over.getAsBoolean();
                    left = Duration.ofNanos(until - System.nanoTime()).toMillis()) {
                Thread.sleep(Math.min(left, SLICE_MILLIS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
