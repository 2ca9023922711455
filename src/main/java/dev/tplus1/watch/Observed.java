package dev.tplus1.watch;

import dev.tplus1.watch.Observer.Subject;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** Has an observer see a date's work. Thread-safe as the observer is. */
public final class Observed {
    private final Observer observer;
    private final Subject subject;

    public Observed(Observer observer, Subject subject) {
        this.observer = observer;
        this.subject = subject;
    }

    /** What a step does. */
    @FunctionalInterface
    public interface Step {
        void run() throws Exception;
    }

    /**
     * Does all that is done for the date.
     *
     * @param outcome the word for how it ended
     */
    public <T> T date(Supplier<T> work, Function<T, String> outcome) {
        long began = System.nanoTime();
        observer.dateBegan(subject);
        T ended = work.get();
        observer.dateEnded(subject, outcome.apply(ended), since(began));
        return ended;
    }

    /** Does a step of its run. */
    public void step(String name, Step step) throws Exception {
        long began = System.nanoTime();
        observer.stepBegan(subject, name);
        try {
            step.run();
        } catch (Exception | Error thrown) {
            observer.stepEnded(subject, name, since(began), thrown);
            throw thrown;
        }
        observer.stepEnded(subject, name, since(began), null);
    }

    private static Duration since(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
