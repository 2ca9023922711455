package dev.tplus1.report.sheet;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Hands what one thread adds to a thread of its own, in the same order and some at a time, so that
 * both work; the one that adds waits when the other is a few batches behind. Few are no reason for
 * a thread: they are taken at the end. What the taker throws is thrown to whoever adds or ends.
 * Added to, ended and closed by one thread.
 */
final class Handover<T> implements AutoCloseable {
    private static final int BATCH = 512;

    /** Batches that wait at most. */
    private static final int WAITING = 3;

    /** How often whoever waits looks whether there is anybody to wait for. */
    private static final long LOOK_MILLIS = 500;

    private final String name;
    private final Consumer<T> taker;
    private final BlockingQueue<List<T>> queue = new ArrayBlockingQueue<>(WAITING);
    private List<T> batch = new ArrayList<>();
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
        batch.add(each);
        if (batch.size() == BATCH) {
            put(batch);
            batch = new ArrayList<>(BATCH);
        }
    }

    /** Waits until all have been taken. */
    void end() {
        Thread working = thread;
        if (working != null) {
            // an empty one is the last
            put(List.of());
            join(working);
            thread = null;
            check();
        }
        batch.forEach(taker);
        batch = List.of();
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

    private void put(List<T> full) {
        if (thread == null) {
            thread = Thread.ofPlatform().name(name).daemon().start(this::work);
        }
        boolean interrupted = false;
        boolean put = false;
        while (!put) {
            check();
            try {
                put = queue.offer(full, LOOK_MILLIS, TimeUnit.MILLISECONDS);
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
            for (List<T> next = queue.take(); !next.isEmpty(); next = queue.take()) {
                next.forEach(taker);
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
