package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.Set;

/** Whether a host is there. */
final class ExchangeReachTests {
    private HttpsEndpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        endpoint = new HttpsEndpoint();
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private void reach(URI url, List<X509Certificate> trusted)
            throws TryAgainException, CallException {
        try (Exchange exchange =
                new Exchange(
                        Hosts.of(endpoint.url("/"), List.of()),
                        CallLimits.DEFAULT,
                        Clock.systemUTC(),
                        Set.of(new Secret("sk_live_marker")),
                        trusted,
                        () -> false)) {
            exchange.reach(url);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 302, 404, 429, 500})
    void a_host_that_answers_anything_is_there_and_is_told_nothing(int status) throws Exception {
        endpoint.server().enqueue(new MockResponse.Builder().code(status).build());

        reach(endpoint.url("/file?token=Ticket"), List.of(endpoint.certificate()));

        RecordedRequest request = endpoint.server().takeRequest();
        assertThat(request.getRequestLine()).isEqualTo("GET / HTTP/1.1");
        assertThat(request.getHeaders().names())
                .containsExactlyInAnyOrder("accept-encoding", "Connection", "Host", "user-agent");
    }

    @Test
    void a_host_that_does_not_answer_is_not_there() {
        endpoint.close();

        assertThatExceptionOfType(TryAgainException.class)
                .isThrownBy(() -> reach(endpoint.url("/a"), List.of(endpoint.certificate())))
                .withMessageStartingWith(endpoint.url("/") + " broke off: ")
                .matches(TryAgainException::unanswered);
    }

    @Test
    void a_host_that_nobody_vouches_for_is_not_there() {
        assertThatExceptionOfType(TryAgainException.class)
                .isThrownBy(() -> reach(endpoint.url("/a"), List.of()))
                .withMessageContaining("has no secure connection")
                .matches(TryAgainException::unanswered);
        assertThat(endpoint.server().getRequestCount()).isZero();
    }

    @Test
    void a_host_that_is_not_allowed_is_not_asked() {
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() ->
                        reach(
                                URI.create("https://elsewhere.example/"),
                                List.of(endpoint.certificate())))
                .withMessageContaining("is not called: it is none of the hosts allowed")
                .matches(e -> !e.unanswered());
    }
}
