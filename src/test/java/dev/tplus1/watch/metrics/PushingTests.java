package dev.tplus1.watch.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.http.HttpsEndpoint;
import dev.tplus1.http.Secret;
import dev.tplus1.watch.metrics.JobFigures.OfAccount;
import dev.tplus1.watch.metrics.JobFigures.Run;
import dev.tplus1.watch.metrics.MetricsSettings.Login;
import dev.tplus1.watch.metrics.MetricsSettings.Pushgateway;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/** What a Pushgateway is sent, and what is said where it does not take it. */
class PushingTests {
    private static final Instant T1 = Instant.parse("2026-11-29T02:31:07Z");
    private static final Login LOGIN = new Login("tplus1", new Secret("hush-hush-hush"));
    private static final String BASIC = "dHBsdXMxOmh1c2gtaHVzaC1odXNo";

    private HttpsEndpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        endpoint = new HttpsEndpoint();
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private Pushgateway gateway(String path, @Nullable Login login) {
        return new Pushgateway(endpoint.url(path), login, List.of(endpoint.certificate()));
    }

    private void answers(MockResponse.Builder response) {
        endpoint.server().enqueue(response.build());
    }

    private String push(String text) {
        try (Pushing pushing = new Pushing(gateway("/", LOGIN), Clock.systemUTC())) {
            return pushing.push("shop", text, true);
        }
    }

    private Metrics metrics() {
        return new Metrics(
                new MetricsSettings(null, gateway("", null)),
                "shop",
                List.of("one", "two"),
                "1",
                Clock.systemUTC());
    }

    @Test
    void putsAllOfAJobUnderItsName() throws Exception {
        answers(new MockResponse.Builder().code(202));

        assertThat(push("tplus1_exit_code{tplus1_job=\"shop\"} 0.0\n")).isEmpty();

        RecordedRequest request = endpoint.server().takeRequest();
        assertThat(request.getRequestLine())
                .isEqualTo("PUT /metrics/job/tplus1/tplus1_job/shop HTTP/1.1");
        assertThat(request.getHeaders().get("content-type"))
                .isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        assertThat(request.getHeaders().get("authorization")).isEqualTo("Basic " + BASIC);
        assertThat(Objects.requireNonNull(request.getBody()).utf8())
                .isEqualTo("tplus1_exit_code{tplus1_job=\"shop\"} 0.0\n");
    }

    @Test
    void keepsThePathOfAGatewayBehindAProxyAndSendsNoLoginThatThereIsNot() throws Exception {
        answers(new MockResponse.Builder().code(200));

        try (Pushing pushing = new Pushing(gateway("/push/", null), Clock.systemUTC())) {
            assertThat(pushing.push("shop", "x 1\n", false)).isEmpty();
        }

        RecordedRequest request = endpoint.server().takeRequest();
        assertThat(request.getRequestLine())
                .isEqualTo("POST /push/metrics/job/tplus1/tplus1_job/shop HTTP/1.1");
        assertThat(request.getHeaders().get("authorization")).isNull();
    }

    @Test
    void goesToAGatewayInsideTheOwnNetworkWithoutTls() throws Exception {
        try (MockWebServer plain = new MockWebServer()) {
            plain.start();
            plain.enqueue(new MockResponse.Builder().code(404).build());
            plain.enqueue(new MockResponse.Builder().code(200).build());
            Pushgateway gateway = new Pushgateway(plain.url("/").uri(), null, List.of());

            assertThat(Metrics.unreachable(gateway, Clock.systemUTC())).isEmpty();
            try (Pushing pushing = new Pushing(gateway, Clock.systemUTC())) {
                assertThat(pushing.push("shop", "x 1\n", true)).isEmpty();
            }

            plain.takeRequest();
            assertThat(plain.takeRequest().getRequestLine())
                    .isEqualTo("PUT /metrics/job/tplus1/tplus1_job/shop HTTP/1.1");
        }
    }

    @Test
    void showsNoLoginToWhoeverListens() {
        URI plain = URI.create("http://push.example");

        assertThatThrownBy(() -> new Pushgateway(plain, LOGIN, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("is not https, and would show the login");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 413, 429, 500, 503})
    void saysWhatTheGatewayAnswersWithoutASecret(int code) {
        answers(
                new MockResponse.Builder()
                        .code(code)
                        .body("not so: hush-hush-hush, Basic " + BASIC + "\nnor so"));

        assertThat(push("x 1\n"))
                .isEqualTo(
                        endpoint.url("/metrics/job/tplus1/tplus1_job/shop")
                                + " answered "
                                + code
                                + ": not so: ***, Basic *** nor so");
        assertThat(endpoint.server().getRequestCount()).isEqualTo(1);
    }

    @Test
    void followsNoRedirect() {
        answers(new MockResponse.Builder().code(302).addHeader("location", "https://x.example/"));

        assertThat(push("x 1\n")).endsWith(" answered 302: redirects are not followed");
    }

    @Test
    void waitsNotForEver() {
        answers(new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE));

        try (Pushing pushing =
                new Pushing(gateway("/", LOGIN), Clock.systemUTC(), Duration.ofMillis(200))) {
            assertThat(pushing.push("shop", "x 1\n", true)).endsWith(" did not answer in time");
        }
    }

    @Test
    void trustsNoCertificateThatNobodyVouchesFor() {
        Pushgateway unknown = new Pushgateway(endpoint.url("/"), LOGIN, List.of());

        try (Pushing pushing = new Pushing(unknown, Clock.systemUTC())) {
            assertThat(pushing.push("shop", "x 1\n", true)).contains(" has no secure connection: ");
        }
        assertThat(endpoint.server().getRequestCount()).isZero();
    }

    @Test
    void isReachedWithoutSendingAnything() throws Exception {
        answers(new MockResponse.Builder().code(404));

        assertThat(Metrics.unreachable(gateway("/", LOGIN), Clock.systemUTC())).isEmpty();
        assertThat(endpoint.server().takeRequest().getHeaders().get("authorization")).isNull();
        assertThat(
                        Metrics.unreachable(
                                new Pushgateway(
                                        URI.create("https://localhost:1"), LOGIN, List.of()),
                                Clock.systemUTC()))
                .startsWith("https://localhost:1/ broke off: ");
    }

    @Test
    void replacesAllWhereAllIsKnown() throws Exception {
        answers(new MockResponse.Builder().code(200));
        Metrics metrics = metrics();
        metrics.known(
                new JobFigures(
                        List.of(
                                new OfAccount("one", null, null, null, Map.of(), null, 0, 0),
                                new OfAccount("two", null, null, null, Map.of(), null, 0, 0)),
                        0,
                        OptionalLong.of(0)));

        assertThat(metrics.leave(Map.of("one", new Run(T1, "HELD")), 7)).isEmpty();

        RecordedRequest request = endpoint.server().takeRequest();
        assertThat(request.getMethod()).isEqualTo("PUT");
        assertThat(Objects.requireNonNull(request.getBody()).utf8())
                .contains(
                        "tplus1_held_dates{account=\"two\"",
                        "tplus1_last_run_outcome{account=\"one\",outcome=\"HELD\"");
    }

    @Test
    void replacesNoOtherAccountsWhereNothingIsKnownOfThem() throws Exception {
        answers(new MockResponse.Builder().code(200));
        answers(new MockResponse.Builder().code(200));

        metrics().leave(Map.of("one", new Run(T1, "FAILED")), 1);
        metrics().leave(Map.of("one", new Run(T1, "FAILED"), "two", new Run(T1, "FAILED")), 1);

        RecordedRequest part = endpoint.server().takeRequest();
        RecordedRequest all = endpoint.server().takeRequest();
        assertThat(part.getMethod()).isEqualTo("POST");
        assertThat(Objects.requireNonNull(part.getBody()).utf8())
                .contains("tplus1_exit_code{tplus1_job=\"shop\"} 1.0")
                .doesNotContain("account=");
        assertThat(all.getMethod()).isEqualTo("POST");
        assertThat(Objects.requireNonNull(all.getBody()).utf8())
                .contains("tplus1_last_run_timestamp_seconds{account=\"one\"")
                .contains("tplus1_last_run_timestamp_seconds{account=\"two\"");
    }

    @Test
    void saysInOneLineThatNobodyIsThere() {
        endpoint.close();

        assertThat(metrics().leave(Map.of("one", new Run(T1, "FAILED")), 1))
                .singleElement()
                .asString()
                .contains("/metrics/job/tplus1/tplus1_job/shop broke off: ");
    }
}
