package dev.tplus1.alert.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.Channel;
import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Digests;
import dev.tplus1.alert.Rule;
import dev.tplus1.alert.Sent;
import dev.tplus1.http.HttpsEndpoint;

import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class WebhookChannelTests {
    private static final String TOKEN = "t0kenInTheQuery";

    private HttpsEndpoint endpoint;
    private Channel channel;

    @BeforeEach
    void start() throws IOException {
        endpoint = new HttpsEndpoint();
        channel =
                Channels.open(
                        new ChannelSettings.Webhook(
                                "ops",
                                Rule.EVERYTHING,
                                "en",
                                endpoint.target("/hook?token=" + TOKEN)),
                        RobotFixture.CLOCK,
                        List.of(endpoint.certificate()),
                        () -> false);
    }

    @AfterEach
    void stop() {
        channel.close();
        endpoint.close();
    }

    private Sent send(MockResponse answer) {
        endpoint.server().enqueue(answer);
        return channel.send(Digests.busy());
    }

    @Test
    void the_digest_is_the_data_of_a_standard_webhook_with_its_own_id() throws Exception {
        Sent sent = send(new MockResponse.Builder().code(204).build());

        RecordedRequest request = endpoint.server().takeRequest();
        String body = RobotFixture.bodyOf(request).utf8();
        JsonNode read = Json.read(body);
        String id = "dg_0123456789abcdef0123456789abcdef";
        Mac mac = Mac.getInstance("HmacSHA256");
        String key = HttpsEndpoint.SECRET.substring("whsec_".length());
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
        byte[] code = mac.doFinal((id + ".1795919460." + body).getBytes(StandardCharsets.UTF_8));
        assertThat(sent).isEqualTo(new Sent.Accepted(""));
        assertThat(request.getHeaders().get("webhook-id")).isEqualTo(id);
        assertThat(request.getHeaders().get("webhook-timestamp")).isEqualTo("1795919460");
        assertThat(request.getHeaders().get("webhook-signature"))
                .isEqualTo("v1," + Base64.getEncoder().encodeToString(code));
        assertThat(read.path("type").asString()).isEqualTo("tplus1.digest");
        assertThat(read.path("timestamp").asString()).isEqualTo("2026-11-29T02:31:00Z");
        assertThat(Digest.parse(read.path("data").toString())).isEqualTo(Digests.busy());
    }

    @Test
    void no_and_not_now_are_told_apart_and_the_query_is_not_shown() {
        Sent refused = send(new MockResponse.Builder().code(410).body("gone " + TOKEN).build());
        Sent later =
                send(new MockResponse.Builder().code(503).addHeader("retry-after", "90").build());

        assertThat(refused).isEqualTo(new Sent.Refused("webhook answered 410: gone ***"));
        assertThat(later)
                .isEqualTo(new Sent.TryAgain("webhook: answered 503", Duration.ofSeconds(90)));
    }

    @Test
    void whether_it_can_be_reached_is_told_without_sending_anything() {
        assertThat(channel.unreachable()).isEmpty();
        assertThat(endpoint.server().getRequestCount()).isZero();

        endpoint.close();

        assertThat(channel.unreachable())
                .startsWith("localhost:")
                .endsWith(" does not take a connection");
    }
}
