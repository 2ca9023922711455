package dev.tplus1.watch;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Several observers as one, told in their order. One that throws keeps neither the others nor the
 * run from going on; its first trouble is logged and kept, those that follow are dropped.
 * Thread-safe as the observers are.
 */
public final class Observers implements Observer {
    private static final Logger LOG = LoggerFactory.getLogger(Observers.class);

    private final List<Observer> observers;
    private final List<@Nullable Throwable> first;

    public Observers(List<Observer> observers) {
        this.observers = List.copyOf(observers);
        this.first = new ArrayList<>();
        this.observers.forEach(_ -> first.add(null));
    }

    /** The first trouble of each observer that had one, in their order. */
    public List<Throwable> troubles() {
        List<Throwable> troubles = new ArrayList<>();
        synchronized (first) {
            for (Throwable each : first) {
                if (each != null) {
                    troubles.add(each);
                }
            }
        }
        return troubles;
    }

    @Override
    public void dateBegan(Subject subject) {
        tell(each -> each.dateBegan(subject));
    }

    @Override
    public void runNamed(Subject subject, String runId) {
        tell(each -> each.runNamed(subject, runId));
    }

    @Override
    public void stepBegan(Subject subject, String step) {
        tell(each -> each.stepBegan(subject, step));
    }

    @Override
    public void stepEnded(
            Subject subject, String step, Duration took, @Nullable Throwable failure) {
        tell(each -> each.stepEnded(subject, step, took, failure));
    }

    @Override
    public void dateEnded(Subject subject, String outcome, Duration took) {
        tell(each -> each.dateEnded(subject, outcome, took));
    }

    private void tell(Consumer<Observer> event) {
        for (int i = 0; i < observers.size(); i++) {
            try {
                event.accept(observers.get(i));
            } catch (RuntimeException | LinkageError thrown) {
                troubled(i, thrown);
            }
        }
    }

    private void troubled(int index, Throwable thrown) {
        synchronized (first) {
            if (first.get(index) != null) {
                return;
            }
            first.set(index, thrown);
        }
        LOG.warn(
                "{} cannot follow the run, which goes on without it",
                observers.get(index).getClass().getSimpleName(),
                thrown);
    }
}
