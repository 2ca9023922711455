package dev.tplus1.watch.metrics;

import dev.tplus1.watch.Observer;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long each account's latest date took. Dates that were only fetched again come after it, and
 * are older. Thread-safe: an account's date is one thread's at a time.
 */
final class Timings implements Observer {
    private final Map<String, Taken> byAccount = new ConcurrentHashMap<>();

    /** How long a date took. */
    static final class Taken {
        private final LocalDate date;
        private final Map<String, Duration> steps = new LinkedHashMap<>();
        private Duration run = Duration.ZERO;

        Taken(LocalDate date) {
            this.date = date;
        }

        synchronized Duration run() {
            return run;
        }

        /** By step; one that was entered again, for what an earlier run had left, together. */
        synchronized Map<String, Duration> steps() {
            return Map.copyOf(steps);
        }

        private synchronized void step(String step, Duration took) {
            steps.merge(step, took, Duration::plus);
        }

        private synchronized void ended(Duration took) {
            run = took;
        }
    }

    /** An account's; none where it was not run: a date that is concluded enters no step. */
    @Nullable Taken of(String account) {
        Taken taken = byAccount.get(account);
        return taken == null || taken.steps().isEmpty() ? null : taken;
    }

    @Override
    public void dateBegan(Subject subject) {
        byAccount.compute(
                subject.account(),
                (_, known) ->
                        known != null && known.date.isAfter(subject.date())
                                ? known
                                : new Taken(subject.date()));
    }

    @Override
    public void stepEnded(
            Subject subject, String step, Duration took, @Nullable Throwable failure) {
        Taken taken = byAccount.get(subject.account());
        if (taken != null && taken.date.equals(subject.date())) {
            taken.step(step, took);
        }
    }

    @Override
    public void dateEnded(Subject subject, String outcome, Duration took) {
        Taken taken = byAccount.get(subject.account());
        if (taken != null && taken.date.equals(subject.date())) {
            taken.ended(took);
        }
    }
}
