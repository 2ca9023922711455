package dev.tplus1.provider.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

final class PaceTests {
    private static final long APART = Duration.ofMillis(40).toNanos();

    private Pace pace(AtomicLong nanos) {
        return new Pace((length, _) -> nanos.addAndGet(length.toNanos()), () -> false, nanos::get);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5, Long.MAX_VALUE - 100_000_000})
    void no_second_has_more_than_25_requests(long start) {
        AtomicLong nanos = new AtomicLong(start);
        Pace pace = pace(nanos);
        List<Long> sent = new ArrayList<>();

        for (int i = 0; i < 60; i++) {
            pace.await();
            sent.add(nanos.get());
        }

        for (int i = Pace.PER_SECOND; i < sent.size(); i++) {
            assertThat(sent.get(i) - sent.get(i - Pace.PER_SECOND))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(1).toNanos());
        }
    }

    @Test
    void who_comes_later_than_the_pace_does_not_wait_and_saves_nothing_up() {
        AtomicLong nanos = new AtomicLong();
        Pace pace = pace(nanos);
        pace.await();
        nanos.set(10 * APART);

        pace.await();
        long first = nanos.get();
        pace.await();

        assertThat(first).isEqualTo(10 * APART);
        assertThat(nanos.get()).isEqualTo(11 * APART);
    }
}
