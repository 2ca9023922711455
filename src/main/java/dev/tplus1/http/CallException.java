package dev.tplus1.http;

import java.io.IOException;

/**
 * A call that came to nothing, however often it was tried. The message is one line for people: who
 * was asked, and what happened; it shows no secret.
 */
public class CallException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean unanswered;

    public CallException(String message) {
        this(message, false);
    }

    CallException(String message, boolean unanswered) {
        super(message);
        this.unanswered = unanswered;
    }

    /**
     * Whether there was no answer, or no whole one: address, certificates or network are to be
     * looked at, and not what was asked.
     */
    public boolean unanswered() {
        return unanswered;
    }
}
