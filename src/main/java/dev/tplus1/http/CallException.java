package dev.tplus1.http;

import java.io.IOException;

/**
 * A call that came to nothing, however often it was tried. The message is one line for people: who
 * was asked, and what happened; it shows no secret.
 */
public class CallException extends IOException {
    private static final long serialVersionUID = 1L;

    public CallException(String message) {
        super(message);
    }
}
