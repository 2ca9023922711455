package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Secret;
import dev.tplus1.watch.ping.PingSettings;
import dev.tplus1.watch.trace.TraceSettings;

import okhttp3.tls.Certificates;
import okhttp3.tls.HeldCertificate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** The blocks {@code traces} and {@code ping}. */
class WatchBlocksTests {
    private static final String TOKEN = "hush-hush-hush";

    @TempDir private Path folder;

    private static JobFile parse(String block) {
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
                Map.of("TOKEN", TOKEN, "LONG", "x".repeat(8193), "LINES", "a\nb"));
    }

    @Test
    void areNothingWhereTheyAreLeftOut() {
        JobFile job = parse("");

        assertThat(job.traces()).isNull();
        assertThat(job.ping()).isNull();
    }

    @Test
    void readsWhereTracesGo() throws IOException {
        HeldCertificate own = new HeldCertificate.Builder().build();
        Path ca = folder.resolve("ca.pem");
        Files.writeString(ca, Certificates.certificatePem(own.certificate()));

        JobFile job =
                parse(
                        """
                          traces:
                            endpoint: "https://collector.example:4318/v1/traces"
                            headers: {api-key: "${TOKEN}", x-team: "42"}
                            timeout: 3s
                            ca-file: "%s"
                        """
                                .formatted(ca));

        TraceSettings traces = Objects.requireNonNull(job.traces());
        assertThat(traces.endpoint())
                .isEqualTo(URI.create("https://collector.example:4318/v1/traces"));
        assertThat(traces.headers())
                .containsOnly(
                        Map.entry("api-key", new Secret(TOKEN)),
                        Map.entry("x-team", new Secret("42")));
        assertThat(traces.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(traces.trusted()).containsExactly(own.certificate());
        assertThat(job.toString()).doesNotContain(TOKEN);
    }

    @Test
    void takesACollectorInsideTheOwnNetwork() {
        TraceSettings traces =
                Objects.requireNonNull(
                        parse("  traces: {endpoint: \"http://otel:4318/v1/traces\"}\n").traces());

        assertThat(traces.headers()).isEmpty();
        assertThat(traces.timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(traces.trusted()).isEmpty();
    }

    @Test
    void readsWhoIsToldByOneUrl() {
        JobFile job = parse("  ping: {url: \"https://hc-ping.com/${TOKEN}\", timeout: 5s}\n");

        PingSettings ping = Objects.requireNonNull(job.ping());
        assertThat(ping.urls())
                .isEqualTo(new PingSettings.Urls.Base(URI.create("https://hc-ping.com/" + TOKEN)));
        assertThat(ping.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(job.toString()).doesNotContain(TOKEN);
    }

    @Test
    void readsWhoIsToldByAUrlForEach() {
        JobFile job =
                parse(
                        "  ping: {start: \"https://x.example/p?state=run\","
                                + " failure: \"https://x.example/p?state=fail\"}\n");

        assertThat(Objects.requireNonNull(job.ping()).urls())
                .isEqualTo(
                        new PingSettings.Urls.Each(
                                URI.create("https://x.example/p?state=run"),
                                null,
                                URI.create("https://x.example/p?state=fail")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    traces: {endpont: x}|traces.endpoint: unknown key "endpont", did you mean "endpoint"?
                    traces: {}|traces.endpoint: is missing; add it
                    traces: {endpoint: "https://c.example"}|traces.endpoint: must be the whole URL of a collector, such as
                    traces: {endpoint: "grpc://c.example/v1"}|traces.endpoint: must be the whole URL
                    traces: {endpoint: "https://u:${TOKEN}@c.example/v1"}|traces.endpoint: must be the whole URL
                    traces: {endpoint: "https://c.example/v1?k=${TOKEN}"}|traces.endpoint: must be the whole URL
                    traces: {endpoint: "https://c.example/v1", timeout: 31s}|traces.timeout: "31s" is not a duration such as 10s, at most 30s
                    traces: {endpoint: "https://c.example/v1", headers: {"a b": "${TOKEN}"}}|traces.headers: has a name that no header has
                    traces: {endpoint: "https://c.example/v1", headers: {Host: "${TOKEN}"}}|traces.headers: must not have Host, which goes with the body
                    traces: {endpoint: "https://c.example/v1", headers: {k: "${LINES}"}}|traces.headers: k must be plain characters in one line
                    traces: {endpoint: "https://c.example/v1", headers: {k: "${LONG}"}}|traces.headers: k must be plain characters in one line, at most 8192
                    traces: {endpoint: "http://c.example/v1", headers: {k: "${TOKEN}"}}|traces.headers: are secrets, and the endpoint is not https
                    traces: {endpoint: "https://c.example/v1", ca-file: /no/such}|traces.ca-file:
                    ping: {}|ping.url: is missing; add it, or start, success and failure
                    ping: {url: "https://x.example/${TOKEN}", success: "https://x.example/"}|ping.success: stands beside url, which is for all; keep one of them
                    ping: {url: "http://x.example/${TOKEN}"}|ping.url: must be the whole URL that the service shows: it starts with https://
                    ping: {failure: "x.example/${TOKEN}"}|ping.failure: must be the whole URL
                    ping: {url: "https://x.example/${TOKEN}", timeout: 11s}|ping.timeout: "11s" is not a duration such as 10s, at most 10s
                    """)
    void refusesWhatCannotBeMeantAndShowsNoSecret(String block, String message) {
        assertThatThrownBy(() -> parse("  " + block + "\n"))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("shop.yaml: " + message)
                .hasMessageNotContaining(TOKEN)
                .satisfies(e -> assertThat(String.valueOf(e.getMessage())).hasSizeLessThan(300));
    }
}
