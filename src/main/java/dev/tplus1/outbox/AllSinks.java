package dev.tplus1.outbox;

import java.util.List;

/**
 * Several sinks as one, which has a message when each of them has it. They are asked one after
 * another, up to the first that does not take it; on the next try all are asked again, so the one
 * that says no most often stands first.
 */
record AllSinks(List<Sink> sinks) implements Sink {
    @Override
    public Outcome take(Message message) {
        for (Sink sink : sinks) {
            Outcome outcome = sink.take(message);
            if (!(outcome instanceof Outcome.Taken)) {
                return outcome;
            }
        }
        return new Outcome.Taken();
    }
}
