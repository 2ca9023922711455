package dev.tplus1.http;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Tries again what may be tried again, within what a run may lose by it in all: its downloads, and
 * the questions after them. Thread-safe: calls side by side draw on one budget.
 */
public final class Retries {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    /** Also the longest that a wish to be left alone is heeded. */
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);

    private final Backoff backoff;
    private final Duration budget;
    private final Pauses pauses;
    private final BooleanSupplier stopping;
    private final LongSupplier nanoTime;
    private final AtomicLong lostNanos = new AtomicLong();

    /**
     * @param stopping whether the process was asked to stop, so that nothing is tried again
     */
    public Retries(CallLimits limits, Pauses pauses, BooleanSupplier stopping) {
        this(limits, pauses, stopping, System::nanoTime);
    }

    Retries(CallLimits limits, Pauses pauses, BooleanSupplier stopping, LongSupplier nanoTime) {
        this.backoff = new Backoff(limits.tries(), FIRST_PAUSE, LONGEST_PAUSE);
        this.budget = limits.lost();
        this.pauses = pauses;
        this.stopping = stopping;
        this.nanoTime = nanoTime;
    }

    /**
     * One try of a call.
     *
     * @param <T> what it brings
     */
    public interface Try<T> {
        /** Makes the whole call anew: signed, and with a link of its own, where it needs one. */
        T make() throws TryAgainException, IOException;
    }

    /**
     * Makes a call until it succeeds, fails for good, was tried often enough, or the run has lost
     * too much time.
     *
     * @param whom who is asked for what, for the message: {@code WeChat Pay's bill} say
     * @throws CallException when it came to nothing
     * @throws IOException when the local disk failed
     */
    public <T> T run(String whom, Try<T> attempt) throws IOException {
        for (int tried = 1; ; tried++) {
            stopped(whom);
            long begun = nanoTime.getAsLong();
            try {
                return attempt.make();
            } catch (TryAgainException e) {
                stopped(whom);
                long lost = lostNanos.addAndGet(nanoTime.getAsLong() - begun);
                String tries = tried == 1 ? "" : " (tried " + tried + " times)";
                if (!backoff.again(tried)) {
                    throw new CallException(whom + ": " + e.getMessage() + tries, e.unanswered());
                }
                Duration pause = backoff.pause(tried, e.retryAfter());
                if (lost + pause.toNanos() > budget.toNanos()) {
                    throw new CallException(
                            whom
                                    + ": "
                                    + e.getMessage()
                                    + tries
                                    + "; this run has no time left to try again (retry-budget)",
                            e.unanswered());
                }
                lostNanos.addAndGet(pause.toNanos());
                pauses.pause(pause, stopping);
            }
        }
    }

    private void stopped(String whom) throws CallStoppedException {
        if (stopping.getAsBoolean()) {
            throw new CallStoppedException(whom);
        }
    }
}
