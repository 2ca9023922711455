package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;

final class RetryAfterTests {
    private static final Instant NOW = Instant.parse("2026-11-29T02:30:00Z");
    private static final Duration MOST = Duration.ofMinutes(2);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | PT0S",
                "7 | PT7S",
                "' 7 ' | PT7S",
                "120 | PT2M",
                "121 | PT2M",
                "86400 | PT2M",
                "999999999999999999 | PT2M",
                "99999999999999999999999999 | PT2M",
                "-1 | PT0S",
                "1.5 | PT0S",
                "soon | PT0S",
                "'' | PT0S",
                "Sun, 29 Nov 2026 02:30:30 GMT | PT30S",
                "Sun, 29 Nov 2026 02:29:00 GMT | PT0S",
                "Mon, 30 Nov 2026 02:30:00 GMT | PT2M",
                "Mon, 29 Nov 2026 02:30:30 GMT | PT0S",
                "2026-11-29T02:30:30Z | PT0S"
            })
    void seconds_and_dates_are_heeded_up_to_the_cap_and_nonsense_is_not(
            String header, Duration expected) {
        assertThat(RetryAfter.of(header, NOW, MOST)).isEqualTo(expected);
    }

    @Test
    void no_wish_is_none() {
        assertThat(RetryAfter.of((String) null, NOW, MOST)).isZero();
    }
}
