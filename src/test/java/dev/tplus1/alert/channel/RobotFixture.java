package dev.tplus1.alert.channel;

import dev.tplus1.alert.Channel;
import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Digests;
import dev.tplus1.alert.RobotUrl;
import dev.tplus1.alert.Rule;
import dev.tplus1.alert.Sent;
import dev.tplus1.http.CallLimits;
import dev.tplus1.http.HttpsEndpoint;
import dev.tplus1.http.Secret;

import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;

import okio.ByteString;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** A chat's server over TLS, and a channel to it. */
final class RobotFixture implements AutoCloseable {
    static final Clock CLOCK = Clock.fixed(Digests.AT, ZoneOffset.UTC);
    static final String TOKEN = "xoT0ken9f8e7d6c5b4a";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final CallLimits SHORT =
            new CallLimits(
                    Duration.ofSeconds(2),
                    Duration.ofMillis(300),
                    Duration.ofMillis(600),
                    Duration.ofSeconds(1),
                    1,
                    Duration.ofSeconds(1),
                    1);

    final HttpsEndpoint endpoint = new HttpsEndpoint();
    final AtomicBoolean stopping = new AtomicBoolean();
    private final Function<RobotUrl, ChannelSettings> kind;
    private final String path;

    private RobotFixture(String path, Function<RobotUrl, ChannelSettings> kind) throws IOException {
        this.path = path;
        this.kind = kind;
    }

    static RobotFixture slack() throws IOException {
        return new RobotFixture(
                "/services/T00000000/B00000000/" + TOKEN,
                url -> new ChannelSettings.Slack("finance", Rule.EVERYTHING, "en", url));
    }

    static RobotFixture dingTalk(@Nullable String secret) throws IOException {
        return new RobotFixture(
                "/robot/send?access_token=" + TOKEN,
                url ->
                        new ChannelSettings.DingTalk(
                                "finance", Rule.EVERYTHING, "zh", url, optional(secret)));
    }

    static RobotFixture weCom() throws IOException {
        return new RobotFixture(
                "/cgi-bin/webhook/send?key=" + TOKEN,
                url -> new ChannelSettings.WeCom("finance", Rule.EVERYTHING, "zh", url));
    }

    static RobotFixture feishu(@Nullable String secret) throws IOException {
        return new RobotFixture(
                "/open-apis/bot/v2/hook/" + TOKEN,
                url ->
                        new ChannelSettings.Feishu(
                                "finance", Rule.EVERYTHING, "zh", url, optional(secret)));
    }

    private static @Nullable Secret optional(@Nullable String secret) {
        return secret == null ? null : new Secret(secret);
    }

    ChannelSettings settings() {
        return kind.apply(RobotUrl.of(endpoint.url(path).toString()));
    }

    /** A channel that waits for no answer long. */
    Channel channel() {
        return Channels.open(
                settings(),
                SHORT,
                MailChannel.LIMITS,
                CLOCK,
                List.of(endpoint.certificate()),
                stopping::get);
    }

    /** What comes of sending a digest to a server that answers so. */
    Sent send(Digest digest, MockResponse answer) {
        endpoint.server().enqueue(answer);
        try (Channel channel = channel()) {
            return channel.send(digest);
        }
    }

    Sent send(MockResponse answer) {
        return send(Digests.busy(), answer);
    }

    Sent send(int status, String body) {
        return send(new MockResponse.Builder().code(status).body(body).build());
    }

    RecordedRequest request() throws InterruptedException {
        RecordedRequest request = endpoint.server().takeRequest(5, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("nothing was sent");
        }
        return request;
    }

    /** What was sent in the body. */
    ByteString sent() throws InterruptedException {
        return bodyOf(request());
    }

    static ByteString bodyOf(RecordedRequest request) {
        ByteString body = request.getBody();
        if (body == null) {
            throw new AssertionError("nothing was sent in the body");
        }
        return body;
    }

    JsonNode body() throws InterruptedException {
        return MAPPER.readTree(sent().utf8());
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
