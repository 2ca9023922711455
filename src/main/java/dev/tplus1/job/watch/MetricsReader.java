package dev.tplus1.job.watch;

import dev.tplus1.http.Hosts;
import dev.tplus1.http.Secret;
import dev.tplus1.job.Block;
import dev.tplus1.job.TextFile;
import dev.tplus1.provider.api.Pem;
import dev.tplus1.watch.metrics.MetricsSettings;
import dev.tplus1.watch.metrics.MetricsSettings.Login;
import dev.tplus1.watch.metrics.MetricsSettings.Pushgateway;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/** Binds the block {@code metrics}. */
public final class MetricsReader {
    private static final String TEXTFILE = "textfile";
    private static final String PUSHGATEWAY = "pushgateway";
    private static final String URL = "url";
    private static final String USERNAME = "username";
    private static final String PASSWORD = "password";
    private static final String CA_FILE = "ca-file";

    private MetricsReader() {}

    /** Where a job's figures are left; none where it names no place. */
    public static @Nullable MetricsSettings read(Block job) {
        Block block = job.block("metrics", TEXTFILE, PUSHGATEWAY);
        Block gateway = block.block(PUSHGATEWAY, URL, USERNAME, PASSWORD, CA_FILE);
        if (!block.has(TEXTFILE) && !block.has(PUSHGATEWAY)) {
            return null;
        }
        return new MetricsSettings(
                block.has(TEXTFILE) ? textfile(block) : null,
                block.has(PUSHGATEWAY) ? pushgateway(gateway) : null);
    }

    private static Path textfile(Block block) {
        String file = block.text(TEXTFILE);
        return block.checked(
                TEXTFILE,
                () -> {
                    Path path = TextFile.path(file).toAbsolutePath();
                    if (!file.endsWith(MetricsSettings.ENDING)) {
                        throw new IllegalArgumentException(
                                "must be a file whose name ends in "
                                        + MetricsSettings.ENDING
                                        + "; node_exporter reads no other");
                    }
                    return path;
                });
    }

    private static Pushgateway pushgateway(Block block) {
        String text = block.text(URL);
        URI url = block.checked(URL, () -> Hosts.serviceInside(text));
        Login login = login(block);
        List<X509Certificate> trusted =
                block.has(CA_FILE)
                        ? block.checked(
                                CA_FILE,
                                () ->
                                        Pem.certificates(
                                                TextFile.open(TextFile.path(block.text(CA_FILE)))))
                        : List.of();
        return block.checked(URL, () -> new Pushgateway(url, login, trusted));
    }

    private static @Nullable Login login(Block block) {
        if (!block.has(USERNAME) && !block.has(PASSWORD)) {
            return null;
        }
        String username = block.text(USERNAME);
        Secret password = new Secret(block.text(PASSWORD));
        return block.checked(
                USERNAME,
                () -> {
                    if (username.indexOf(':') >= 0) {
                        throw new IllegalArgumentException("must not hold a colon");
                    }
                    return new Login(username, password);
                });
    }
}
