package dev.tplus1.http;

import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The only hosts that one service's requests go to, over https. Immutable.
 *
 * @param allowed {@code host:port}, in lower case
 * @param plain whether http is allowed too
 */
public record Hosts(Set<String> allowed, boolean plain) {
    private static final int HTTPS = 443;
    private static final int HTTP = 80;
    private static final int MAX_HOSTS = 20;
    private static final Pattern HOST =
            Pattern.compile("[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?(:[0-9]{1,5})?");

    public Hosts {
        allowed = Set.copyOf(allowed);
    }

    /** Over https alone. */
    public Hosts(Set<String> allowed) {
        this(allowed, false);
    }

    /** The host of a service alone, over http where that is what its URL says. */
    public static Hosts inside(URI service) {
        return new Hosts(Set.of(authority(service)), plain(service));
    }

    /**
     * The host of the service itself and more that are named, {@code host} or {@code host:port}.
     *
     * @throws IllegalArgumentException where a name is none, saying what it must be
     */
    public static Hosts of(URI service, List<String> more) {
        Set<String> allowed = new HashSet<>();
        allowed.add(authority(service));
        for (String name : more) {
            String host = name.strip().toLowerCase(Locale.ROOT);
            if (!HOST.matcher(host).matches()) {
                throw new IllegalArgumentException(
                        "must be names of hosts, such as api.example.com or api.example.com:8443");
            }
            allowed.add(host.indexOf(':') < 0 ? host + ":" + HTTPS : host);
        }
        if (allowed.size() > MAX_HOSTS) {
            throw new IllegalArgumentException("must be at most " + MAX_HOSTS + " hosts");
        }
        return new Hosts(allowed);
    }

    /**
     * Reads the URL of a service: https, a host, no user, no query.
     *
     * @throws IllegalArgumentException saying what it must be, without showing it
     */
    public static URI service(String url) {
        URI read;
        try {
            read = URI.create(url.strip());
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("must be a URL such as https://api.example.com");
        }
        if (!secure(read) || !bare(read)) {
            throw new IllegalArgumentException(
                    "must be a URL that starts with https:// and names a host, without user,"
                            + " password or query");
        }
        return read;
    }

    /**
     * Reads the URL of a service that may be inside one's own network: https or http, a host, no
     * user, no query.
     *
     * @throws IllegalArgumentException saying what it must be, without showing it
     */
    public static URI serviceInside(String url) {
        URI read = URI.create("");
        try {
            read = URI.create(url.strip());
        } catch (IllegalArgumentException _) {
            // its message shows the URL
        }
        if (!(secure(read) || plain(read)) || !bare(read)) {
            throw new IllegalArgumentException(
                    "must be a URL that starts with https:// (or http://) and names a host, without"
                            + " user, password or query");
        }
        return read;
    }

    private static boolean secure(URI url) {
        return "https".equalsIgnoreCase(url.getScheme());
    }

    private static boolean plain(URI url) {
        return "http".equalsIgnoreCase(url.getScheme());
    }

    private static boolean bare(URI url) {
        return url.getHost() != null
                && url.getRawUserInfo() == null
                && url.getRawQuery() == null
                && url.getRawFragment() == null;
    }

    /**
     * Reads the URL of a chat's robot, whose path or query is the credential: https, a host, no
     * user, no fragment.
     *
     * @throws IllegalArgumentException saying what it must be, without showing it
     */
    public static URI robot(String url) {
        URI read = URI.create("");
        try {
            read = URI.create(url.strip());
        } catch (IllegalArgumentException _) {
            // its message shows the URL
        }
        if (!secure(read)
                || read.getHost() == null
                || read.getRawUserInfo() != null
                || read.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "must be the whole URL that the chat shows for its robot: it starts with"
                            + " https:// and has no user, password or fragment");
        }
        return read;
    }

    /** Why nothing may be sent to this URL, or an empty text. */
    String refusal(URI url) {
        if (!(secure(url) || (plain && plain(url))) || url.getHost() == null) {
            return "it is no https address";
        }
        if (url.getRawUserInfo() != null) {
            return "it holds a user";
        }
        return allowed.contains(authority(url))
                ? ""
                : "it is none of the hosts allowed, which are "
                        + String.join(", ", allowed.stream().sorted().toList());
    }

    private static String authority(URI url) {
        int usual = plain(url) ? HTTP : HTTPS;
        int port = url.getPort() < 0 ? usual : url.getPort();
        return url.getHost().toLowerCase(Locale.ROOT) + ":" + port;
    }

    /** Scheme, host, port and path of a URL: what may be shown. */
    static String shown(URI url) {
        String port = url.getPort() < 0 ? "" : ":" + url.getPort();
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        return Told.line(url.getScheme() + "://" + url.getHost() + port + path);
    }
}
