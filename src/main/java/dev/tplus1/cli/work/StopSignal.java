package dev.tplus1.cli.work;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

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

    private final long patienceSeconds;
    private final boolean telling;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean given;
    private volatile Runnable stop = () -> {};

    StopSignal() {
        this(PATIENCE_SECONDS, true);
    }

    /**
     * @param telling whether it says so when the work does not end within the patience
     */
    StopSignal(long patienceSeconds, boolean telling) {
        this(patienceSeconds, telling, Runtime.getRuntime()::addShutdownHook);
    }

    /**
     * @param hooks takes what is to be run when the process is asked to stop; throws
     *     IllegalStateException when it was already
     */
    StopSignal(long patienceSeconds, boolean telling, Consumer<Thread> hooks) {
        this.patienceSeconds = patienceSeconds;
        this.telling = telling;
        this.hook =
                new Thread(
                        () -> {
                            given = true;
                            stop.run();
                            awaitEnd();
                        },
                        "stop");
        try {
            hooks.accept(hook);
        } catch (IllegalStateException _) {
            // asked to stop before there was anything to stop: nothing is begun, and nothing failed
            given = true;
        }
    }

    /** Has this run when the process is asked to stop, or now if it was already. */
    void asks(Runnable toStop) {
        stop = toStop;
        if (given) {
            toStop.run();
        }
    }

    /** Whether the process was asked to stop. */
    boolean given() {
        return given;
    }

    private void awaitEnd() {
        try {
            if (!ended.await(patienceSeconds, TimeUnit.SECONDS) && telling) {
                System.err.println(
                        "tplus1: the work in hand did not end within "
                                + patienceSeconds
                                + " s; the next run goes on with it.");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // the process is stopping: where the hook is running, it ends now
        }
    }
}
