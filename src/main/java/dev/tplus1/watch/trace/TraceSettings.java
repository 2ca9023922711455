package dev.tplus1.watch.trace;

import dev.tplus1.http.Secret;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Where traces go: a collector that takes OTLP over HTTP, in protobuf. Immutable; its text shows no
 * secret, which the headers' values are.
 *
 * @param endpoint the whole address, with its path
 * @param headers sent with every request; their values are secrets
 * @param timeout of one request
 * @param trusted certificates that are trusted beside those of the platform
 */
public record TraceSettings(
        URI endpoint,
        Map<String, Secret> headers,
        Duration timeout,
        List<X509Certificate> trusted) {
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    public static final Duration MAX_TIMEOUT = Duration.ofSeconds(30);
    public static final int MAX_HEADERS = 20;

    private static final String HTTPS = "https";

    public TraceSettings {
        headers = Map.copyOf(headers);
        trusted = List.copyOf(trusted);
        if (headers.size() > MAX_HEADERS) {
            throw new IllegalArgumentException("must be at most " + MAX_HEADERS + " headers");
        }
        if (!headers.isEmpty() && !HTTPS.equalsIgnoreCase(endpoint.getScheme())) {
            throw new IllegalArgumentException(
                    "are secrets, and the endpoint is not https; make it that, or leave them out");
        }
    }

    /**
     * Reads the address of a collector: https, or http inside one's own network; a host, a path, no
     * user, no query.
     *
     * @throws IllegalArgumentException saying what it must be, without showing it
     */
    public static URI endpoint(String text) {
        URI read = URI.create("");
        try {
            read = URI.create(text.strip());
        } catch (IllegalArgumentException _) {
            // its message shows the address
        }
        String scheme = read.getScheme() == null ? "" : read.getScheme().toLowerCase(Locale.ROOT);
        String path = read.getRawPath() == null ? "" : read.getRawPath();
        if (!(scheme.equals(HTTPS) || scheme.equals("http"))
                || read.getHost() == null
                || path.length() < 2
                || read.getRawUserInfo() != null
                || read.getRawQuery() != null
                || read.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "must be the whole URL of a collector, such as"
                            + " https://collector.example:4318/v1/traces, without user, password"
                            + " or query");
        }
        return read;
    }
}
