package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

final class RetriesTests {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final AtomicInteger tried = new AtomicInteger();
    private final List<Duration> pauses = new ArrayList<>();

    private Retries retries(int tries, Duration budget) {
        return new Retries(
                new CallLimits(
                        CallLimits.CONNECT,
                        CallLimits.READ,
                        CallLimits.CALL,
                        CallLimits.DOWNLOAD,
                        tries,
                        budget,
                        CallLimits.FILE_BYTES),
                (length, _) -> {
                    pauses.add(length);
                    nanos.addAndGet(length.toNanos());
                },
                stopping::get,
                nanos::get);
    }

    private Throwable failure(Retries retries, Duration tryTakes, Duration wish) {
        return catchThrowable(() ->
                retries.run(
                        "the bill",
                        () -> {
                            tried.incrementAndGet();
                            nanos.addAndGet(tryTakes.toNanos());
                            throw new TryAgainException("busy", wish);
                        }));
    }

    @Test
    void what_succeeds_at_once_is_tried_once() throws Exception {
        String result = retries(5, Duration.ofHours(1)).run("the bill", () -> "done");

        assertThat(result).isEqualTo("done");
        assertThat(pauses).isEmpty();
    }

    @Test
    void what_may_pass_is_tried_again_after_growing_pauses() throws Exception {
        String result =
                retries(5, Duration.ofHours(1))
                        .run(
                                "the bill",
                                () -> {
                                    if (tried.incrementAndGet() < 4) {
                                        throw new TryAgainException("busy");
                                    }
                                    return "done";
                                });

        assertThat(result).isEqualTo("done");
        assertThat(pauses).hasSize(3);
        assertThat(pauses.get(0)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
        assertThat(pauses.get(1)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
        assertThat(pauses.get(2)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
    }

    @Test
    void after_the_last_try_it_has_failed() {
        Throwable thrown = failure(retries(3, Duration.ofHours(1)), Duration.ZERO, Duration.ZERO);

        assertThat(thrown)
                .isExactlyInstanceOf(CallException.class)
                .hasMessage("the bill: busy (tried 3 times)");
        assertThat(tried).hasValue(3);
        assertThat(pauses).hasSize(2);
    }

    @Test
    void a_single_try_is_not_counted_for_people() {
        assertThat(failure(retries(1, Duration.ofHours(1)), Duration.ZERO, Duration.ZERO))
                .hasMessage("the bill: busy");
        assertThat(pauses).isEmpty();
    }

    @Test
    void a_wish_to_be_left_alone_is_heeded_up_to_the_longest_pause() {
        failure(retries(2, Duration.ofHours(1)), Duration.ZERO, Duration.ofSeconds(40));
        failure(retries(2, Duration.ofHours(1)), Duration.ZERO, Duration.ofDays(1));

        assertThat(pauses).containsExactly(Duration.ofSeconds(40), Retries.LONGEST_PAUSE);
    }

    @Test
    void failed_tries_and_pauses_of_all_calls_draw_on_one_budget() {
        Retries retries = retries(3, Duration.ofSeconds(100));
        failure(retries, Duration.ofSeconds(10), Duration.ofSeconds(20)); // 10+20+10+20+10

        Throwable thrown = failure(retries, Duration.ofSeconds(10), Duration.ofSeconds(20));

        assertThat(thrown)
                .isExactlyInstanceOf(CallException.class)
                .hasMessage(
                        "the bill: busy (tried 2 times); this run has no time left to try again"
                                + " (retry-budget)");
        assertThat(tried).hasValue(3 + 2); // 70 s, and 10+20+10
    }

    @Test
    void a_pause_that_would_go_beyond_the_budget_is_not_made() {
        Throwable thrown =
                failure(retries(5, Duration.ofSeconds(10)), Duration.ZERO, Duration.ofSeconds(11));

        assertThat(thrown)
                .hasMessage(
                        "the bill: busy; this run has no time left to try again (retry-budget)");
        assertThat(pauses).isEmpty();
    }

    @Test
    void what_takes_long_and_succeeds_is_not_lost() throws Exception {
        Retries retries = retries(2, Duration.ofSeconds(10));
        retries.run("the bill", () -> nanos.addAndGet(Duration.ofHours(3).toNanos()));

        failure(retries, Duration.ZERO, Duration.ZERO);

        assertThat(tried).hasValue(2);
    }

    @Test
    void what_no_try_mends_is_not_tried_again() {
        IOException disk = new FileSystemException("full");

        Throwable thrown =
                catchThrowable(() ->
                        retries(5, Duration.ofHours(1))
                                .run(
                                        "the bill",
                                        () -> {
                                            throw disk;
                                        }));

        assertThat(thrown).isSameAs(disk);
        assertThat(pauses).isEmpty();
    }

    @Test
    void nothing_is_tried_once_a_stop_was_asked_for() {
        stopping.set(true);

        assertThat(failure(retries(5, Duration.ofHours(1)), Duration.ZERO, Duration.ZERO))
                .isExactlyInstanceOf(CallStoppedException.class)
                .hasMessage("the bill: stopped before it answered");
        assertThat(tried).hasValue(0);
    }

    @Test
    void a_stop_during_a_pause_ends_it_all() {
        Retries retries =
                new Retries(
                        CallLimits.DEFAULT,
                        (length, over) -> {
                            stopping.set(true);
                            assertThat(over.getAsBoolean()).isTrue();
                        },
                        stopping::get,
                        nanos::get);

        assertThat(failure(retries, Duration.ZERO, Duration.ZERO))
                .isExactlyInstanceOf(CallStoppedException.class);
        assertThat(tried).hasValue(1);
    }

    @Test
    void a_real_pause_ends_with_a_stop() {
        Retries retries = new Retries(CallLimits.DEFAULT, Pauses.REAL, stopping::get);

        Throwable thrown =
                catchThrowable(() ->
                        retries.run(
                                "the bill",
                                () -> {
                                    Thread.ofVirtual().start(() -> stopping.set(true));
                                    throw new TryAgainException("busy", Retries.LONGEST_PAUSE);
                                }));

        assertThat(thrown).isExactlyInstanceOf(CallStoppedException.class);
    }
}
