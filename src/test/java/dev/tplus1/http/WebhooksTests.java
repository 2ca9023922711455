package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;

import okio.ByteString;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class WebhooksTests {
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-29T02:30:00Z"), ZoneOffset.UTC);

    private HttpsEndpoint endpoint;
    private Webhooks webhooks;

    @BeforeEach
    void start() throws IOException {
        endpoint = new HttpsEndpoint();
        webhooks = endpoint.webhooks(CLOCK, Duration.ofSeconds(10));
    }

    @AfterEach
    void stop() {
        webhooks.close();
        endpoint.close();
    }

    @Test
    void a_message_is_signed_so_that_the_other_side_can_tell() throws Exception {
        answer(new MockResponse.Builder().code(204).build());

        PostOutcome outcome =
                webhooks.post(endpoint.target("/hook?shop=1"), "cb_1", "{\"a\":\"\u00fc\"}");

        RecordedRequest request = endpoint.server().takeRequest();
        String timestamp = request.getHeaders().get("webhook-timestamp");
        assertThat(outcome).isEqualTo(new PostOutcome.Accepted(204));
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getTarget()).isEqualTo("/hook?shop=1");
        assertThat(request.getHeaders().get("content-type")).isEqualTo("application/json");
        assertThat(request.getHeaders().get("webhook-id")).isEqualTo("cb_1");
        assertThat(timestamp).isEqualTo("1795919400");
        assertThat(request.getHeaders().get("webhook-signature"))
                .isEqualTo("v1," + hmac("cb_1." + timestamp + ".{\"a\":\"\u00fc\"}"));
        assertThat(request.getBody()).isEqualTo(ByteString.encodeUtf8("{\"a\":\"\u00fc\"}"));
    }

    @Test
    void the_secret_is_not_shown_where_the_other_side_says_it_back() {
        String base64 = HttpsEndpoint.SECRET.substring(6);
        answer(new MockResponse.Builder().code(400).body("mine is " + base64).build());

        assertThat(webhooks.post(endpoint.target("/hook"), "cb_1", "{}"))
                .isEqualTo(new PostOutcome.Refused(400, "answered 400: mine is ***"));
    }

    @Test
    void what_the_query_of_the_target_holds_is_not_shown() {
        answer(
                new MockResponse.Builder()
                        .code(410)
                        .body("no /hook?token=Marker0123 for Marker0123")
                        .build());

        PostOutcome outcome =
                webhooks.post(endpoint.target("/hook?token=Marker0123"), "cb_1", "{}");

        assertThat(outcome)
                .isEqualTo(new PostOutcome.Refused(410, "answered 410: no /hook?*** for ***"));
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 307, 308, 400, 401, 404, 409, 410, 413, 421, 422, 451})
    void a_definite_no_is_refused_and_sent_once(int status) {
        answer(
                new MockResponse.Builder()
                        .code(status)
                        .addHeader("location", endpoint.target("/elsewhere").url())
                        .body("order\nclosed")
                        .build());

        PostOutcome outcome = webhooks.post(endpoint.target("/"), "cb_1", "{}");

        assertThat(outcome)
                .isEqualTo(
                        new PostOutcome.Refused(status, "answered " + status + ": order closed"));
        assertThat(endpoint.server().getRequestCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504, 599})
    void what_may_be_done_or_not_is_unknown_and_sent_once(int status) {
        answer(new MockResponse.Builder().code(status).addHeader("retry-after", "0").build());

        PostOutcome outcome = webhooks.post(endpoint.target("/"), "cb_1", "{}");

        assertThat(outcome).isEqualTo(new PostOutcome.Unknown("answered " + status, Duration.ZERO));
        assertThat(endpoint.server().getRequestCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 | PT7S",
                "999999999 | PT1H",
                "9999999999 | PT1H",
                "-1 | PT0S",
                "soon | PT0S",
                "Sun, 29 Nov 2026 02:31:30 GMT | PT1M30S",
                "Sun, 29 Nov 2026 02:00:00 GMT | PT0S",
                "Sun, 29 Nov 2099 02:00:00 GMT | PT1H",
                "Mon, 30 Nov 2026 02:00:00 GMT | PT1H"
            })
    void the_wish_to_be_left_alone_is_told(String header, Duration wish) {
        answer(new MockResponse.Builder().code(503).addHeader("retry-after", header).build());

        PostOutcome outcome = webhooks.post(endpoint.target("/"), "cb_1", "{}");

        assertThat(outcome).isEqualTo(new PostOutcome.Unknown("answered 503", wish));
    }

    @Test
    void a_connection_that_breaks_is_unknown_and_not_tried_again() {
        answer(new MockResponse.Builder().onResponseStart(new SocketEffect.CloseSocket()).build());

        PostOutcome outcome = webhooks.post(endpoint.target("/"), "cb_1", "{}");

        assertThat(outcome).isInstanceOf(PostOutcome.Unknown.class);
        assertThat(why(outcome)).startsWith("the connection failed: ");
        assertThat(endpoint.server().getRequestCount()).isEqualTo(1);
    }

    @Test
    void no_answer_in_time_is_unknown() throws Exception {
        try (Webhooks hasty = endpoint.webhooks(CLOCK, Duration.ofMillis(700))) {
            answer(new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());

            PostOutcome outcome = hasty.post(endpoint.target("/"), "cb_1", "{}");

            assertThat(outcome)
                    .isEqualTo(new PostOutcome.Unknown("no answer within 700 ms", Duration.ZERO));
        }
    }

    @Test
    void a_certificate_that_nobody_vouches_for_is_unknown_and_sends_nothing() {
        try (Webhooks wary = new Webhooks(CLOCK, Duration.ofSeconds(10))) {
            PostOutcome outcome = wary.post(endpoint.target("/hook?hush"), "cb_1", "{}");

            assertThat(why(outcome)).startsWith("no secure connection: ").doesNotContain("hush");
            assertThat(endpoint.server().getRequestCount()).isZero();
        }
    }

    @Test
    void nobody_there_is_unknown() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        WebhookTarget nobody =
                WebhookTarget.of(
                        "http://127.0.0.1:" + port + "/?hush",
                        WebhookSecret.parse(HttpsEndpoint.SECRET));

        PostOutcome outcome = webhooks.post(nobody, "cb_1", "{}");

        assertThat(why(outcome)).startsWith("the connection failed: ").doesNotContain("hush");
    }

    @Test
    void an_answer_without_end_is_not_read_to_its_end() {
        answer(new MockResponse.Builder().code(422).body("no ".repeat(1_000_000)).build());

        PostOutcome outcome = webhooks.post(endpoint.target("/"), "cb_1", "{}");

        assertThat(outcome).isInstanceOf(PostOutcome.Refused.class);
        assertThat(((PostOutcome.Refused) outcome).why()).hasSizeLessThan(200).endsWith("...");
    }

    @Test
    void an_accepted_message_whose_answer_breaks_off_is_accepted() {
        answer(
                new MockResponse.Builder()
                        .code(200)
                        .body("thank you very much")
                        .onResponseBody(new SocketEffect.CloseSocket())
                        .build());

        PostOutcome outcome = webhooks.post(endpoint.target("/"), "cb_1", "{}");

        assertThat(outcome).isEqualTo(new PostOutcome.Accepted(200));
    }

    @Test
    void an_id_that_could_be_mistaken_is_a_mistake() {
        assertThatThrownBy(() -> webhooks.post(endpoint.target("/"), "cb.1", "{}"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void answer(MockResponse response) {
        endpoint.server().enqueue(response);
    }

    private static String why(PostOutcome outcome) {
        return ((PostOutcome.Unknown) outcome).why();
    }

    private static String hmac(String signed) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        byte[] key = Base64.getDecoder().decode(HttpsEndpoint.SECRET.substring("whsec_".length()));
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return Base64.getEncoder()
                .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    }
}
