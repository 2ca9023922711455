package dev.tplus1.database;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Runs a whole transaction again when it lost against another one: a bounded number of times, after
 * a pause that grows and that chance spreads, so that two which met do not meet again.
 */
final class Retries {
    /** How often a transaction is tried in all. */
    static final int ATTEMPTS = 12;

    private static final long FIRST_PAUSE_MILLIS = 4;
    private static final long LONGEST_PAUSE_MILLIS = 400;

    private Retries() {}

    static <T> T run(Supplier<T> transaction) {
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction.get();
            } catch (RuntimeException e) {
                if (!SqlErrors.worthRetrying(e)) {
                    throw e;
                }
                if (attempt == ATTEMPTS) {
                    throw DatabaseException.of(
                            "the database was too busy, given up after " + ATTEMPTS + " tries", e);
                }
            }
            pause(attempt);
        }
    }

    private static void pause(int attempt) {
        long longest = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(attempt, 8));
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(1, longest + 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("interrupted while waiting for the database", e);
        }
    }
}
