package dev.tplus1.diff;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Shares numbered tasks out among threads, of which the caller is one. */
final class Workers {
    /** What one thread does; never used by two. */
    interface Worker {
        void take(int task);
    }

    private final int tasks;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private Workers(int tasks) {
        this.tasks = tasks;
    }

    /**
     * Has every task done once; the workers that did them. After a failure no task is begun, and
     * the first one is thrown once every thread has ended.
     */
    static <W extends Worker> List<W> run(int threads, int tasks, Supplier<W> maker) {
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " threads");
        }
        Workers shared = new Workers(tasks);
        List<W> workers = new ArrayList<>();
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < Math.min(threads, tasks); i++) {
            W worker = maker.get();
            workers.add(worker);
            if (i > 0) {
                others.add(
                        Thread.ofPlatform()
                                .name("pairing-" + i)
                                .daemon()
                                .start(() -> shared.work(worker)));
            }
        }
        shared.work(workers.get(0));
        await(others);
        Throwable failed = shared.failure.get();
        if (failed instanceof Error error) {
            throw error;
        }
        if (failed != null) {
            throw (RuntimeException) failed;
        }
        return workers;
    }

    @SuppressWarnings("ReferenceEquality") // an OutOfMemoryError may be the same in two threads
    private void work(Worker worker) {
        try {
            for (int task = next.getAndIncrement();
                    task < tasks && failure.get() == null;
                    task = next.getAndIncrement()) {
                worker.take(task);
            }
        } catch (RuntimeException | Error e) {
            if (!failure.compareAndSet(null, e)) {
                Throwable first = failure.get();
                if (first != null && first != e) {
                    first.addSuppressed(e);
                }
            }
        }
    }

    /** They end soon, so an interrupt waits until they have. */
    private static void await(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
