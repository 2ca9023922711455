package dev.tplus1.http;

import okhttp3.HttpUrl;

import java.net.URI;
import java.util.Locale;

/**
 * Where webhooks go, and what signs them. What is no such URL is an IllegalArgumentException that
 * says what it must be, without showing it.
 *
 * @param url {@code https}, or {@code http} for an address inside one's own network; it may have a
 *     query, which no message shows
 */
public record WebhookTarget(URI url, WebhookSecret secret) {
    public WebhookTarget {
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            throw new IllegalArgumentException(
                    "must be a URL that starts with https:// (or http://)");
        }
        if (url.getHost() == null || HttpUrl.get(url) == null) {
            throw new IllegalArgumentException("must be a URL that names a host");
        }
        if (url.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "must not hold a user or password; what was sent is known by its signature");
        }
        if (url.getRawFragment() != null) {
            throw new IllegalArgumentException("must not hold a fragment (#...)");
        }
    }

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException saying what it must be, without showing it
     */
    public static WebhookTarget of(String url, WebhookSecret secret) {
        URI read;
        try {
            read = URI.create(url.strip());
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("must be a URL such as https://shop.example/hook");
        }
        return new WebhookTarget(read, secret);
    }

    /** Scheme, host, port and path: what may be shown. */
    public String shown() {
        String port = url.getPort() < 0 ? "" : ":" + url.getPort();
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        return url.getScheme() + "://" + url.getHost() + port + path;
    }

    @Override
    public String toString() {
        return shown();
    }
}
