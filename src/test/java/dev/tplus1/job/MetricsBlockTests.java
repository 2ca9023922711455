package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Secret;
import dev.tplus1.watch.metrics.MetricsSettings;
import dev.tplus1.watch.metrics.MetricsSettings.Login;
import dev.tplus1.watch.metrics.MetricsSettings.Pushgateway;

import okhttp3.tls.HeldCertificate;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

class MetricsBlockTests {
    private static @Nullable MetricsSettings parse(String block) {
        return JobFile.parse(
                        "shop.yaml",
                        """
                        tplus1:
                          job: shop
                          database: {url: "jdbc:h2:mem:shop"}
                          accounts:
                            - {id: one, provider: csv, statements: {directory: in, file: "*"}}
                        """
                                + block,
                        Map.of("PASSWORD", "geheim"))
                .metrics();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  metrics:\n", "  metrics: {}\n"})
    void areLeftNowhereWhereNoPlaceIsNamed(String block) {
        assertThat(parse(block)).isNull();
    }

    @Test
    void areLeftInAFile() {
        assertThat(parse("  metrics: {textfile: out/shop.prom}\n"))
                .isEqualTo(new MetricsSettings(Path.of("out/shop.prom").toAbsolutePath(), null));
    }

    @Test
    void areSentToAGatewayWhosePasswordIsNotShown() {
        MetricsSettings settings =
                parse(
                        """
                          metrics:
                            pushgateway: {url: "https://push.example:9091/x", username: t1, password: "${PASSWORD}"}
                        """);

        assertThat(settings)
                .isEqualTo(
                        new MetricsSettings(
                                null,
                                new Pushgateway(
                                        URI.create("https://push.example:9091/x"),
                                        new Login("t1", new Secret("geheim")),
                                        List.of())));
        assertThat(String.valueOf(settings)).doesNotContain("geheim");
    }

    @Test
    void areSentInsideTheOwnNetworkWithoutTls() {
        assertThat(parse("  metrics: {pushgateway: {url: \"http://push.monitoring:9091\"}}\n"))
                .isEqualTo(
                        new MetricsSettings(
                                null,
                                new Pushgateway(
                                        URI.create("http://push.monitoring:9091"),
                                        null,
                                        List.of())));
    }

    @Test
    void trustTheCertificatesOfAFile(@TempDir Path folder) throws IOException {
        HeldCertificate held = new HeldCertificate.Builder().build();
        Path file = Files.writeString(folder.resolve("ca.pem"), held.certificatePem());

        MetricsSettings settings =
                parse(
                        "  metrics: {pushgateway: {url: \"https://push.example\", ca-file: \""
                                + file
                                + "\"}}\n");

        assertThat(Objects.requireNonNull(Objects.requireNonNull(settings).pushgateway()).trusted())
                .containsExactly(held.certificate());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {textfiel: x.prom}|metrics.textfile: unknown key|did you mean "textfile"?
                    {textfile: x.txt}|metrics.textfile: must be a file whose name ends in .prom|reads no other
                    {textfile: ""}|metrics.textfile: is empty|
                    {pushgateway: {}}|metrics.pushgateway.url: is missing|
                    {pushgateway: {uri: "https://x.example"}}|metrics.pushgateway|did you mean "url"?
                    {pushgateway: {url: "ftp://x.example"}}|metrics.pushgateway.url: must be a URL that starts with https:// (or http://)|
                    {pushgateway: {url: "http://u:geheim@x.example"}}|metrics.pushgateway.url: must be a URL|without user
                    {pushgateway: {url: "http://x.example", username: u, password: geheim}}|metrics.pushgateway.url: is not https, and would show the login|leave out username and password
                    {pushgateway: {url: "https://u:geheim@x.example"}}|metrics.pushgateway.url: must be a URL|without user
                    {pushgateway: {url: "https://x.example?k=geheim"}}|metrics.pushgateway.url: must be a URL|
                    {pushgateway: {url: "https://x.example", username: u}}|metrics.pushgateway.password: is missing|
                    {pushgateway: {url: "https://x.example", password: geheim}}|metrics.pushgateway.username: is missing|
                    {pushgateway: {url: "https://x.example", username: "u:x", password: geheim}}|metrics.pushgateway.username: must not hold a colon|
                    {pushgateway: {url: "https://x.example", ca-file: no.pem}}|metrics.pushgateway.ca-file: there is no such file|
                    """)
    void refusesWhatItCannotUseAndShowsNoSecret(String block, String beginning, String more) {
        assertThatThrownBy(() -> parse("  metrics: " + block + "\n"))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("shop.yaml: " + beginning)
                .hasMessageContaining(more == null ? "" : more)
                .hasMessageNotContaining("geheim");
    }
}
