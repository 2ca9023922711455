package dev.tplus1.reconcile;

import dev.tplus1.ledger.Books;
import dev.tplus1.ledger.BooksNotReadyException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/**
 * A day's books, read by a thread of their own while the statement is read. What is in them, and
 * what is wrong with them, is told when they are asked for and not before: where the statement is
 * refused nobody learns of either. Used by the thread that started it.
 */
public final class BooksBeside implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BooksBeside.class);

    private final FutureTask<Books.OfDay> reading;
    private final Thread thread;
    private final Consumer<Thread> stop;
    private boolean handedOver;
    private boolean closed;

    /** Reads the books whole, in whatever thread it is called. */
    @FunctionalInterface
    public interface Reader {
        Books.OfDay read() throws BooksNotReadyException;
    }

    private BooksBeside(Reader reader, Consumer<Thread> stop) {
        Map<String, String> run = MDC.getCopyOfContextMap();
        this.reading =
                new FutureTask<>(() -> {
                    // what is logged meanwhile is of the same run
                    if (run != null) {
                        MDC.setContextMap(run);
                    }
                    return reader.read();
                });
        this.stop = stop;
        this.thread = Thread.ofPlatform().name("books").daemon().start(reading);
    }

    /**
     * Starts to read.
     *
     * @param stop has the reader, which is at work in the given thread, end soon
     */
    public static BooksBeside reading(Reader reader, Consumer<Thread> stop) {
        return new BooksBeside(reader, stop);
    }

    /**
     * The books, once all of the day is read. Whatever the reader throws is thrown here.
     *
     * @throws BooksNotReadyException when they do not hold the whole day yet
     */
    public Books.OfDay books() throws BooksNotReadyException {
        try {
            Books.OfDay books = reading.get();
            handedOver = true;
            return books;
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case BooksNotReadyException known -> throw known;
                case RuntimeException known -> throw known;
                case Error known -> throw known;
                case null, default -> throw new IllegalStateException(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the books were read", e);
        }
    }

    /**
     * Ends the reading where it still goes on, waits until it has ended, and closes what was read.
     * Of books that nobody was given, an error is logged and not thrown: it would stand in the
     * place of why nobody asked for them. A second call does nothing.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (!reading.isDone()) {
                end(() -> stop.accept(thread));
            }
        } finally {
            await();
            if (reading.state() == FutureTask.State.SUCCESS) {
                end(reading.resultNow()::close);
            }
        }
    }

    private void end(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            if (handedOver) {
                throw e;
            }
            LOG.warn("books that nobody asked for did not end well", e);
        }
    }

    /** Whoever closes this takes away next what the thread writes to. */
    private void await() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
