package dev.tplus1.cli.work;

import dev.tplus1.ledger.Books;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** A ledger file that is read beside the statement. */
final class LedgerFile implements AutoCloseable {
    private final FutureTask<Books> reading;
    private final Thread thread;

    private LedgerFile(Supplier<Books> reader) {
        reading = new FutureTask<>(reader::get);
        thread = Thread.ofPlatform().name("ledger").daemon().start(reading);
    }

    /** Starts to read; what is wrong with it is told when the books are asked for. */
    static LedgerFile reading(Supplier<Books> reader) {
        return new LedgerFile(reader);
    }

    /** The books, once all of them are read. */
    Books books() {
        try {
            return reading.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException known -> throw known;
                case Error known -> throw known;
                case null, default -> throw new IllegalStateException(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends the reading, where nobody needs it any more, and closes what was read. */
    @Override
    public void close() {
        thread.interrupt();
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
        if (reading.state() == FutureTask.State.SUCCESS) {
            reading.resultNow().close();
        }
    }
}
