package dev.tplus1.http;

import okhttp3.HttpUrl;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One request, as it is sent in one try. Its text shows neither its query nor its headers, which
 * may hold a token or a signature; nor its path, where that is one.
 *
 * @param method {@code GET}, {@code POST} or {@code PUT}
 * @param headers beside those that every request has, kept in lower case; a {@code content-type}
 *     goes with the body, which is JSON without one
 * @param body sent in UTF-8; none for a GET
 * @param secretPath whether the path is a credential, as that of a chat's robot is
 */
public record Ask(
        String method,
        URI url,
        Map<String, String> headers,
        @Nullable String body,
        boolean secretPath) {
    public Ask {
        headers =
                headers.entrySet().stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        header -> header.getKey().toLowerCase(Locale.ROOT),
                                        Map.Entry::getValue));
        if ((body != null) == method.equals("GET")) {
            throw new IllegalArgumentException("a POST or PUT has a body, a GET has none");
        }
    }

    Ask(String method, URI url, Map<String, String> headers, @Nullable String body) {
        this(method, url, headers, body, false);
    }

    /** What is asked for without sending anything. */
    public static Ask get(URI url, Map<String, String> headers) {
        return new Ask("GET", url, headers, null);
    }

    /** The same, of an address whose path is a credential too. */
    public static Ask getInSecret(URI url, Map<String, String> headers) {
        return new Ask("GET", url, headers, null, true);
    }

    /** What is asked for by sending this. */
    public static Ask post(URI url, Map<String, String> headers, String body) {
        return new Ask("POST", url, headers, body);
    }

    /** What is left in another's place by sending this. */
    public static Ask put(URI url, Map<String, String> headers, String body) {
        return new Ask("PUT", url, headers, body);
    }

    /** The same as a POST, to an address whose path is a credential too. */
    public static Ask postInSecret(URI url, Map<String, String> headers, String body) {
        return new Ask("POST", url, headers, body, true);
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
        return secretPath ? Hosts.shown(url.resolve("/" + Secret.STARS)) : Hosts.shown(url);
    }

    @Override
    public String toString() {
        return method + " " + shown();
    }
}
