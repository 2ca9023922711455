package dev.tplus1.watch.ping;

import dev.tplus1.http.Hosts;
import dev.tplus1.http.Secret;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a command says that it begins and how it ended. Immutable. Path and query of each URL are
 * secrets, as whoever knows them can say so, too; the text shows none of it.
 *
 * @param timeout of one try
 * @param trusted certificates that are trusted beside those of the platform
 */
public record PingSettings(Urls urls, Duration timeout, List<X509Certificate> trusted) {
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    public static final Duration MAX_TIMEOUT = Duration.ofSeconds(10);

    public PingSettings {
        trusted = List.copyOf(trusted);
    }

    /** Which URL says what. */
    public sealed interface Urls {
        /**
         * One URL, to which is added what happened: {@code /start}, nothing for a success, {@code
         * /log} where there is neither success nor failure, else the exit code. Healthchecks.io
         * documents these ("Pinging API", "Signaling failures").
         */
        record Base(URI url) implements Urls {}

        /** A whole URL for each; none: nothing is sent then. */
        record Each(@Nullable URI start, @Nullable URI success, @Nullable URI failure)
                implements Urls {}
    }

    /** What an exit code means to who waits for the night. */
    private enum Meaning {
        SUCCESS,
        FAILURE,
        /** The night is tried again later: it is neither yet. */
        NEITHER
    }

    private static Meaning meaning(int exit) {
        return switch (exit) {
            case 0, 3 -> Meaning.SUCCESS; // reconciled; with 3 the breaks are for a person
            case 4 -> Meaning.NEITHER;
            default -> Meaning.FAILURE;
        };
    }

    /** What is called where a command begins, if anything. */
    @Nullable URI begins() {
        return switch (urls) {
            case Urls.Base(URI url) -> with(url, "start");
            case Urls.Each each -> each.start();
        };
    }

    /** What is called where a command ends so, if anything. */
    @Nullable URI ended(int exit) {
        Meaning meaning = meaning(exit);
        return switch (urls) {
            case Urls.Base(URI url) ->
                    switch (meaning) {
                        case SUCCESS -> url;
                        case FAILURE -> with(url, Integer.toString(exit));
                        case NEITHER -> with(url, "log");
                    };
            case Urls.Each each ->
                    switch (meaning) {
                        case SUCCESS -> each.success();
                        case FAILURE -> each.failure();
                        case NEITHER -> null;
                    };
        };
    }

    private static URI with(URI url, String last) {
        String query = url.getRawQuery();
        String path = Objects.requireNonNullElse(url.getRawPath(), "").replaceFirst("/+$", "");
        return URI.create(
                url.getScheme()
                        + "://"
                        + url.getRawAuthority()
                        + path
                        + "/"
                        + last
                        + (query == null ? "" : "?" + query));
    }

    private List<URI> all() {
        return switch (urls) {
            case Urls.Base(URI url) -> List.of(url);
            case Urls.Each each ->
                    Stream.of(each.start(), each.success(), each.failure())
                            .flatMap(Stream::ofNullable)
                            .toList();
        };
    }

    /** The only hosts that are called. */
    Hosts hosts() {
        Set<String> allowed = new HashSet<>();
        all().forEach(url -> allowed.addAll(Hosts.of(url, List.of()).allowed()));
        return new Hosts(allowed);
    }

    /** What no message shows, whoever says it. */
    Set<Secret> secrets() {
        Set<Secret> secrets = new HashSet<>();
        for (URI url : all()) {
            String path = url.getRawPath();
            if (path != null && path.length() > 1) { // a bare slash is no secret
                secrets.add(new Secret(path));
            }
        }
        return secrets;
    }

    /**
     * Reads a URL: https, a host, no user, no fragment.
     *
     * @throws IllegalArgumentException saying what it must be, without showing it
     */
    public static URI url(String text) {
        try {
            return Hosts.robot(text);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException(
                    "must be the whole URL that the service shows: it starts with https:// and has"
                            + " no user, password or fragment");
        }
    }

    @Override
    public String toString() {
        return "PingSettings[" + Secret.STARS + "]";
    }
}
