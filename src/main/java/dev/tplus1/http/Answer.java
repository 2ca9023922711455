package dev.tplus1.http;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** What the other side answered: a status below 300 or from 400 to 499. Immutable. */
public final class Answer {
    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;

    /**
     * @param headers the last one of each name, which is in lower case
     * @param body whole; it belongs to the answer from then on
     */
    Answer(int status, Map<String, String> headers, byte[] body) {
        this.status = status;
        this.headers = Map.copyOf(headers);
        this.body = body;
    }

    public int status() {
        return status;
    }

    /** Whether the status says that it was done. */
    public boolean ok() {
        return status >= 200 && status < 300;
    }

    /** The last header of this name, in any case; null where there is none. */
    public @Nullable String header(String name) {
        return headers.get(name.toLowerCase(Locale.ROOT));
    }

    /** The body as it came, for whoever checks what was signed. */
    public byte[] bytes() {
        return body.clone();
    }

    /** The body read as UTF-8, where what is not becomes U+FFFD. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
