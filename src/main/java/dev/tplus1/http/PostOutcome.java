package dev.tplus1.http;

import java.time.Duration;

/** What became of one POST. */
public sealed interface PostOutcome {
    /** The other side took it: a 2xx status. */
    record Accepted(int status) implements PostOutcome {}

    /**
     * The other side will not have it, now or later: a 3xx or 4xx status.
     *
     * @param why one line of bounded length, for people
     */
    record Refused(int status, String why) implements PostOutcome {}

    /**
     * Nobody knows whether the other side took it: 5xx, 408, 425, 429, no answer in time, or a
     * broken connection. The same message may be sent again, under the same id.
     *
     * @param why one line of bounded length, for people
     * @param retryAfter how long the other side asks to be left alone; zero when it did not say, at
     *     most {@link Webhooks#MAX_RETRY_AFTER}
     */
    record Unknown(String why, Duration retryAfter) implements PostOutcome {}
}
