package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;

final class BackoffTests {
    private final Backoff backoff = new Backoff(4, Duration.ofMillis(100), Duration.ofMillis(1000));

    @Test
    void pauses_double_up_to_the_longest() {
        for (int i = 0; i < 200; i++) {
            assertThat(backoff.pause(1, Duration.ZERO)).isBetween(millis(50), millis(100));
            assertThat(backoff.pause(3, Duration.ZERO)).isBetween(millis(200), millis(400));
            assertThat(backoff.pause(90, Duration.ZERO)).isBetween(millis(500), millis(1000));
        }
    }

    @Test
    void a_wish_is_heeded_up_to_the_longest_pause() {
        assertThat(backoff.pause(1, millis(700))).isEqualTo(millis(700));
        assertThat(backoff.pause(1, Duration.ofHours(1))).isEqualTo(millis(1000));
    }

    @Test
    void ends_after_its_tries() {
        assertThat(backoff.again(3)).isTrue();
        assertThat(backoff.again(4)).isFalse();
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }
}
