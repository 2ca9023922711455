package dev.tplus1.report.files;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Hands what one thread adds to a thread of its own, in the same order, so that both work; the one
 * that adds waits when the other is a few behind. What is handed over should be large. What the
 * taker throws is thrown to whoever adds or ends. Added to, ended and closed by one thread.
 */
final class Handover<T> implements AutoCloseable {
    /** So many wait at most. */
    private static final int WAITING = 4;

    /** How often whoever waits looks whether there is anybody to wait for. */
    private static final long LOOK_MILLIS = 500;

    private final String name;
    private final Consumer<T> taker;
    private final BlockingQueue<Optional<T>> queue = new ArrayBlockingQueue<>(WAITING);
    private @Nullable Thread thread;
    private volatile @Nullable Throwable failure;

    /**
     * @param name the thread's
     * @param taker is called by one thread at a time, and by none once this is closed
     */
    Handover(String name, Consumer<T> taker) {
        this.name = name;
        this.taker = taker;
    }

    void add(T each) {
        put(Optional.of(each));
    }

    /** Waits until all have been taken. */
    void end() {
        Thread working = thread;
        if (working != null) {
            // the last
            put(Optional.empty());
            join(working);
            thread = null;
            check();
        }
    }

    /** Ends the thread, wherever it is. */
    @Override
    public void close() {
        Thread working = thread;
        if (working != null) {
            working.interrupt();
            join(working);
            thread = null;
        }
    }

    private void put(Optional<T> next) {
        if (thread == null) {
            thread = Thread.ofPlatform().name(name).daemon().start(this::work);
        }
        boolean interrupted = false;
        boolean put = false;
        while (!put) {
            check();
            try {
                put = queue.offer(next, LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        try {
            for (Optional<T> next = queue.take(); next.isPresent(); next = queue.take()) {
                taker.accept(next.get());
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            failure = e;
        }
    }

    private void check() {
        switch (failure) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    private static void join(Thread working) {
        boolean interrupted = false;
        while (working.isAlive()) {
            try {
                working.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
