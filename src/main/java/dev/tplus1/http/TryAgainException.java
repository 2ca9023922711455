package dev.tplus1.http;

import java.time.Duration;

/**
 * One try that failed in a way that another may not: no connection, no whole answer, 408, 425, 429
 * or 5xx, or whatever its user knows to pass. The message is one line for people.
 */
public final class TryAgainException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Duration retryAfter;
    private final boolean unanswered;

    /**
     * @param why shows no secret
     */
    public TryAgainException(String why) {
        this(why, Duration.ZERO);
    }

    /** There was no answer, or no whole one. */
    static TryAgainException unanswered(String why) {
        return new TryAgainException(why, Duration.ZERO, true);
    }

    /**
     * @param retryAfter how long the other side asks to be left alone; zero when it did not say
     */
    TryAgainException(String why, Duration retryAfter) {
        this(why, retryAfter, false);
    }

    private TryAgainException(String why, Duration retryAfter, boolean unanswered) {
        super(why);
        this.retryAfter = retryAfter;
        this.unanswered = unanswered;
    }

    boolean unanswered() {
        return unanswered;
    }

    /** How long the other side asks to be left alone; zero when it did not say. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
