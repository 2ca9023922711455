package dev.tplus1.cli.work;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns SIGTERM into a request to stop, and keeps the process until the work in hand has ended: the
 * transaction is finished, the lease given back, the databases closed. Open it before them, so that
 * it is closed after them: when it is, the process is gone.
 */
final class StopSignal implements AutoCloseable {
    /**
     * Ends the process, work or no work, within the 20 seconds that are promised. Kubernetes kills
     * after 30; a transaction takes far less than either.
     */
    private static final long PATIENCE_SECONDS = 17;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean given;
    private volatile Runnable stop = () -> {};
    private volatile Runnable last = () -> {};

    StopSignal() {
        this.hook =
                new Thread(
                        () -> {
                            given = true;
                            stop.run();
                            awaitEnd();
                        },
                        "stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Has this run when the process is asked to stop, or now if it was already. */
    void asks(Runnable toStop) {
        stop = toStop;
        if (given) {
            toStop.run();
        }
    }

    /** Has this run where the process was asked to stop, when the work in hand has ended. */
    void last(Runnable toDo) {
        last = toDo;
    }

    /** Whether the process was asked to stop. */
    boolean given() {
        return given;
    }

    private void awaitEnd() {
        try {
            if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println(
                        "tplus1: the work in hand did not end within "
                                + PATIENCE_SECONDS
                                + " s; the next run goes on with it.");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            if (given) {
                last.run();
            }
        } finally {
            ended.countDown();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // the hook is running: it ends now
        }
    }
}
