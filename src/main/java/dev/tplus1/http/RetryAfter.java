package dev.tplus1.http;

import okhttp3.Interceptor;
import okhttp3.Response;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** The wish to be left alone, in both forms of RFC 9110, section 10.2.3. */
final class RetryAfter {
    private static final String SECONDS = "[0-9]+";

    /** As many fit into a long; more digits are a wish for longer than any cap. */
    private static final int MAX_DIGITS = 18;

    private static final String NAME = "retry-after";
    private static final String KEPT = "tplus1-retry-after";
    private static final int UNAVAILABLE = 503;

    private RetryAfter() {}

    /**
     * Gives a 503's wish another name on its way to the client. The client obeys one of 0 by
     * itself, which is a second try behind everyone's back, and trips over one that is too large
     * for an int.
     */
    static Response keptFromTheClient(Interceptor.Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        String wish = response.header(NAME);
        return response.code() == UNAVAILABLE && wish != null
                ? response.newBuilder().removeHeader(NAME).header(KEPT, wish).build()
                : response;
    }

    /** What an answer wishes for, as far as the cap. */
    static Duration of(Response response, Instant now, Duration most) {
        return of(response.header(response.code() == UNAVAILABLE ? KEPT : NAME), now, most);
    }

    /** Seconds or a date, as far as the cap; what is neither says nothing. */
    static Duration of(@Nullable String header, Instant now, Duration most) {
        if (header == null) {
            return Duration.ZERO;
        }
        Duration wish;
        if (header.strip().matches(SECONDS)) {
            String digits = header.strip();
            wish = digits.length() > MAX_DIGITS ? most : Duration.ofSeconds(Long.parseLong(digits));
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
