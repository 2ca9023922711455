package dev.tplus1.http;

import java.time.Duration;

/**
 * One try that failed in a way that another may not: no connection, no whole answer, 408, 425, 429
 * or 5xx, or whatever its user knows to pass. The message is one line for people.
 */
public final class TryAgainException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Duration retryAfter;

    /**
     * @param why shows no secret
     */
    public TryAgainException(String why) {
        this(why, Duration.ZERO);
    }

    /**
     * @param retryAfter how long the other side asks to be left alone; zero when it did not say
     */
    TryAgainException(String why, Duration retryAfter) {
        super(why);
        this.retryAfter = retryAfter;
    }

    Duration retryAfter() {
        return retryAfter;
    }
}
