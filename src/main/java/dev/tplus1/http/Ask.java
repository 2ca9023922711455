package dev.tplus1.http;

import okhttp3.HttpUrl;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.Map;

/**
 * One request, as it is sent in one try. Its text shows neither its query nor its headers, which
 * may hold a token or a signature.
 *
 * @param method {@code GET} or {@code POST}
 * @param headers beside those that every request has; a {@code content-type} goes with the body
 * @param body sent in UTF-8; none for a GET
 */
public record Ask(String method, URI url, Map<String, String> headers, @Nullable String body) {
    public Ask {
        headers = Map.copyOf(headers);
        if ((body != null) != method.equals("POST")) {
            throw new IllegalArgumentException("a POST has a body, a GET has none");
        }
    }

    /** What is asked for without sending anything. */
    public static Ask get(URI url, Map<String, String> headers) {
        return new Ask("GET", url, headers, null);
    }

    /** What is asked for by sending this. */
    public static Ask post(URI url, Map<String, String> headers, String body) {
        return new Ask("POST", url, headers, body);
    }

    /**
     * Path and query of a URL, byte for byte as they are sent, for whoever signs them.
     *
     * @throws IllegalArgumentException when nothing can be sent there
     */
    public static String target(URI url) {
        HttpUrl sent = HttpUrl.get(url.toString());
        String query = sent.encodedQuery();
        return query == null ? sent.encodedPath() : sent.encodedPath() + "?" + query;
    }

    /** Scheme, host, port and path: what may be shown. */
    public String shown() {
        return Hosts.shown(url);
    }

    @Override
    public String toString() {
        return method + " " + shown();
    }
}
