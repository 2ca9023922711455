package dev.tplus1.watch.metrics;

import dev.tplus1.http.Secret;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Where a job's figures are left after each of its runs; in one place at least. Its {@code
 * toString} shows no secret.
 *
 * @param textfile a file that node_exporter's textfile collector reads
 */
public record MetricsSettings(@Nullable Path textfile, @Nullable Pushgateway pushgateway) {
    /** How names end that node_exporter reads; it leaves any other file alone. */
    public static final String ENDING = ".prom";

    public MetricsSettings {
        if (textfile == null && pushgateway == null) {
            throw new IllegalArgumentException("figures are left somewhere");
        }
    }

    /**
     * A Pushgateway.
     *
     * @param url {@code https}, or {@code http} inside one's own network; without user and query;
     *     may have a path
     * @param login how it is logged in to, over https only; none where it asks for nothing
     * @param trusted certificates that are trusted beside those of the platform
     */
    public record Pushgateway(URI url, @Nullable Login login, List<X509Certificate> trusted) {
        public Pushgateway {
            trusted = List.copyOf(trusted);
            if (login != null && !"https".equalsIgnoreCase(url.getScheme())) {
                throw new IllegalArgumentException(
                        "is not https, and would show the login to whoever listens; make it that,"
                                + " or leave out username and password");
            }
        }
    }

    /** A user and a password, as basic authentication sends them. */
    public record Login(String username, Secret password) {}
}
