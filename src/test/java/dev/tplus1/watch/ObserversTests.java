package dev.tplus1.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.watch.Observer.Subject;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

class ObserversTests {
    private static final Subject SUBJECT = new Subject("shop", LocalDate.of(2026, 11, 28));

    private final List<String> told = new ArrayList<>();

    @Test
    void tellsEachObserverAllInTheirOrder() {
        Observers observers = new Observers(List.of(new Writing("a"), new Writing("b")));

        tellAll(observers);

        assertThat(told)
                .containsExactly(
                        "a began shop 2026-11-28",
                        "b began shop 2026-11-28",
                        "a named demo/shop/2026-11-28/r1",
                        "b named demo/shop/2026-11-28/r1",
                        "a into fetch",
                        "b into fetch",
                        "a out of fetch PT1S late",
                        "b out of fetch PT1S late",
                        "a ended NOT_READY PT2S",
                        "b ended NOT_READY PT2S");
        assertThat(observers.troubles()).isEmpty();
    }

    @Test
    void goesOnAfterOneThatThrowsAndKeepsItsFirstTrouble() {
        IllegalStateException first = new IllegalStateException("first");
        Observers observers =
                new Observers(
                        List.of(
                                new Throwing(first, new IllegalStateException("second")),
                                new Writing("b")));

        tellAll(observers);

        assertThat(told)
                .containsExactly(
                        "b began shop 2026-11-28",
                        "b named demo/shop/2026-11-28/r1",
                        "b into fetch",
                        "b out of fetch PT1S late",
                        "b ended NOT_READY PT2S");
        assertThat(observers.troubles()).containsExactly(first);
    }

    @Test
    void goesOnWithoutAClassThatCannotBeLoaded() {
        NoClassDefFoundError missing = new NoClassDefFoundError("io/example/Missing");
        Observers observers = new Observers(List.of(new Throwing(missing), new Writing("b")));

        observers.dateBegan(SUBJECT);

        assertThat(told).containsExactly("b began shop 2026-11-28");
        assertThat(observers.troubles()).containsExactly(missing);
    }

    private static void tellAll(Observer observer) {
        observer.dateBegan(SUBJECT);
        observer.runNamed(SUBJECT, "demo/shop/2026-11-28/r1");
        observer.stepBegan(SUBJECT, "fetch");
        observer.stepEnded(
                SUBJECT, "fetch", Duration.ofSeconds(1), new IllegalStateException("late"));
        observer.dateEnded(SUBJECT, "NOT_READY", Duration.ofSeconds(2));
    }

    private final class Writing implements Observer {
        private final String name;

        Writing(String name) {
            this.name = name;
        }

        @Override
        public void dateBegan(Subject subject) {
            told.add(name + " began " + subject.account() + " " + subject.date());
        }

        @Override
        public void runNamed(Subject subject, String runId) {
            told.add(name + " named " + runId);
        }

        @Override
        public void stepBegan(Subject subject, String step) {
            told.add(name + " into " + step);
        }

        @Override
        public void stepEnded(
                Subject subject, String step, Duration took, @Nullable Throwable failure) {
            told.add(
                    name
                            + " out of "
                            + step
                            + " "
                            + took
                            + (failure == null ? "" : " " + failure.getMessage()));
        }

        @Override
        public void dateEnded(Subject subject, String outcome, Duration took) {
            told.add(name + " ended " + outcome + " " + took);
        }
    }

    /** Throws one after another, then the last one again. */
    private static final class Throwing implements Observer {
        private final List<Throwable> throwables;
        private int next;

        Throwing(Throwable... throwables) {
            this.throwables = List.of(throwables);
        }

        @Override
        public void dateBegan(Subject subject) {
            fail();
        }

        @Override
        public void runNamed(Subject subject, String runId) {
            fail();
        }

        @Override
        public void stepBegan(Subject subject, String step) {
            fail();
        }

        @Override
        public void stepEnded(
                Subject subject, String step, Duration took, @Nullable Throwable failure) {
            fail();
        }

        @Override
        public void dateEnded(Subject subject, String outcome, Duration took) {
            fail();
        }

        private void fail() {
            Throwable thrown = throwables.get(Math.min(next++, throwables.size() - 1));
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }
}
