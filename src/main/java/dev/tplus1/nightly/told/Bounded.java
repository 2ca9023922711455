package dev.tplus1.nightly.told;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Work that is given so much time, and is left to itself when it takes longer. */
final class Bounded {
    /** What work has to end by itself once it was asked to. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private Bounded() {}

    /**
     * Has this done within a time.
     *
     * @param late asks the work to end, when its time is up
     * @return what came of it; nothing where it did not end
     */
    static <T> Optional<T> within(Duration most, Callable<T> work, Runnable late) {
        ExecutorService executor =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("telling").factory());
        try {
            Future<T> future = executor.submit(work);
            try {
                return Optional.of(future.get(most.toMillis(), TimeUnit.MILLISECONDS));
            } catch (TimeoutException _) {
                late.run();
                return Optional.of(future.get(GRACE.toMillis(), TimeUnit.MILLISECONDS));
            }
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }
}
