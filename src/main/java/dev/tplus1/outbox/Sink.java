package dev.tplus1.outbox;

import java.time.Duration;

/**
 * Where messages go. A message may come again: after a failure, and after a process that was killed
 * between {@link #take} and writing down what came of it. Thread-safe.
 */
public interface Sink {
    /**
     * Takes a message, and answers {@link Outcome.Taken} only when it will not be lost any more.
     *
     * @throws java.io.UncheckedIOException when the sink itself is at fault and no message would
     *     fare better; the message is as before
     */
    Outcome take(Message message);

    /** What became of one try. */
    sealed interface Outcome {
        /** The sink has it. */
        record Taken() implements Outcome {}

        /**
         * The sink will never take it.
         *
         * @param why without secrets
         */
        record Refused(String why) implements Outcome {}

        /**
         * The sink may have it or not; the same message is tried again.
         *
         * @param why without secrets
         * @param retryAfter how long the sink asks to be left alone; zero: it does not
         */
        record Unknown(String why, Duration retryAfter) implements Outcome {}
    }
}
