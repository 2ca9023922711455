package dev.tplus1.http;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often something is tried, and how long the pauses between are: they double, chance spreads
 * them, and the other side's wish is heeded as far as the longest pause allows.
 *
 * @param tries in all, at least 1
 * @param first the pause after the first try
 * @param longest no pause is longer
 */
public record Backoff(int tries, Duration first, Duration longest) {
    private static final int MAX_DOUBLINGS = 20;

    public Backoff {
        if (tries < 1 || first.toMillis() < 1 || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("no way to try again: " + tries + " tries");
        }
    }

    /** Whether there is another try after this many. */
    public boolean again(int tried) {
        return tried < tries;
    }

    /**
     * How long to wait before the next try: between half and all of the doubled pause, and not less
     * than what the other side asked for.
     *
     * @param tried how many tries there were, from 1
     * @param retryAfter what the other side asked for, or zero
     */
    public Duration pause(int tried, Duration retryAfter) {
        long most = longest.toMillis();
        long doubled = first.toMillis() << Math.min(tried - 1, MAX_DOUBLINGS);
        long grown = doubled <= 0 ? most : Math.min(most, doubled);
        long spread = ThreadLocalRandom.current().nextLong((grown + 1) / 2, grown + 1);
        return Duration.ofMillis(Math.max(spread, Math.min(most, retryAfter.toMillis())));
    }
}
