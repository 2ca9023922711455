package dev.tplus1.http;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** The wish to be left alone, in both forms of RFC 9110, section 10.2.3. */
final class RetryAfter {
    private static final String SECONDS = "[0-9]{1,9}";

    private RetryAfter() {}

    /** Seconds or a date, as far as the cap; what is neither says nothing. */
    static Duration of(@Nullable String header, Instant now, Duration most) {
        if (header == null) {
            return Duration.ZERO;
        }
        Duration wish;
        if (header.strip().matches(SECONDS)) {
            wish = Duration.ofSeconds(Long.parseLong(header.strip()));
        } else {
            try {
                Instant at =
                        ZonedDateTime.parse(header.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                                .toInstant();
                wish = Duration.between(now, at);
            } catch (DateTimeParseException _) {
                return Duration.ZERO;
            }
        }
        if (wish.isNegative()) {
            return Duration.ZERO;
        }
        return wish.compareTo(most) > 0 ? most : wish;
    }
}
