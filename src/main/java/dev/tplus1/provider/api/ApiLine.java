package dev.tplus1.provider.api;

import dev.tplus1.http.CallLimits;
import dev.tplus1.http.Exchange;
import dev.tplus1.http.Hosts;
import dev.tplus1.http.Retries;
import dev.tplus1.http.Secret;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The settings that all providers' APIs share: where, which hosts, how long, how much.
 *
 * @param url of the service
 * @param trusted certificates beside those of the platform
 */
public record ApiLine(URI url, Hosts hosts, CallLimits limits, List<X509Certificate> trusted) {
    /** The keys of the {@code api} block that it reads. */
    public static final List<String> KEYS =
            List.of(
                    "url",
                    "hosts",
                    "ca-file",
                    "connect-timeout",
                    "read-timeout",
                    "call-timeout",
                    "download-timeout",
                    "tries",
                    "retry-budget",
                    "max-size-mib");

    private static final Duration LEAST = Duration.ofMillis(1);
    private static final int MAX_HOSTS = 10;
    private static final int MAX_TRIES = 20;
    private static final int MIB_BITS = 20;
    private static final int MAX_MIB = (int) (CallLimits.FILE_BYTES >> MIB_BITS);

    /**
     * Reads them.
     *
     * @param url the provider's own
     * @param hosts further hosts that are the provider's own
     */
    public static ApiLine read(ApiValues values, String url, List<String> hosts) {
        URI service;
        try {
            service = Hosts.service(values.text("url", url));
        } catch (IllegalArgumentException e) {
            throw values.complaint("url", String.valueOf(e.getMessage()));
        }
        List<String> allowed = new ArrayList<>(hosts);
        allowed.addAll(values.texts("hosts", MAX_HOSTS));
        try {
            return new ApiLine(
                    service, Hosts.of(service, allowed), limits(values), trusted(values));
        } catch (IllegalArgumentException e) {
            throw values.complaint("hosts", String.valueOf(e.getMessage()));
        }
    }

    private static CallLimits limits(ApiValues values) {
        return new CallLimits(
                values.duration(
                        "connect-timeout", CallLimits.CONNECT, LEAST, Duration.ofMinutes(1)),
                values.duration("read-timeout", CallLimits.READ, LEAST, Duration.ofMinutes(5)),
                values.duration("call-timeout", CallLimits.CALL, LEAST, Duration.ofMinutes(10)),
                values.duration(
                        "download-timeout", CallLimits.DOWNLOAD, LEAST, Duration.ofHours(6)),
                values.whole("tries", CallLimits.TRIES, MAX_TRIES),
                values.duration(
                        "retry-budget", CallLimits.LOST, Duration.ZERO, Duration.ofHours(6)),
                (long) values.whole("max-size-mib", MAX_MIB, MAX_MIB) << MIB_BITS);
    }

    private static List<X509Certificate> trusted(ApiValues values) {
        if (!values.has("ca-file")) {
            return List.of();
        }
        try {
            return Pem.certificates(values.file("ca-file", values.text("ca-file")));
        } catch (IllegalArgumentException e) {
            throw values.complaint("ca-file", String.valueOf(e.getMessage()));
        }
    }

    /** Talks with the service. */
    public Exchange exchange(ApiMeans means, Set<Secret> secrets) {
        return new Exchange(hosts, limits, means.clock(), secrets, trusted, means.stopping());
    }

    /** Tries again, within what this run may lose. */
    public Retries retries(ApiMeans means) {
        return new Retries(limits, means.pauses(), means.stopping());
    }
}
