package dev.tplus1.replay;

import org.slf4j.MDC;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** What several threads of one delivery share: whether to go on, and how each one's end is told. */
final class SideBySide {
    private SideBySide() {}

    /** Whether nothing more is to be begun: by the signal, or by what a thread met. */
    static final class Ended implements BooleanSupplier {
        private final BooleanSupplier stop;
        private volatile boolean met;

        Ended(BooleanSupplier stop) {
            this.stop = stop;
        }

        /** A thread met what ends them all. */
        void meet() {
            met = true;
        }

        @Override
        public boolean getAsBoolean() {
            return met || stop.getAsBoolean();
        }
    }

    /** What a thread is to do; what it logs is of the same run as what the caller logs. */
    static <T> Callable<T> task(Callable<T> doing) {
        Map<String, String> run = MDC.getCopyOfContextMap();
        return () -> {
            if (run != null) {
                MDC.setContextMap(run);
            }
            return doing.call();
        };
    }

    /** What a thread brought; what it met instead is thrown as it was. */
    static <T> T got(Future<T> brought) {
        try {
            return brought.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException met) {
                throw met;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
