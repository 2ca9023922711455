package dev.tplus1.alert.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.alert.Channel;
import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Digests;
import dev.tplus1.alert.RobotUrl;
import dev.tplus1.alert.Sent;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

import okio.Buffer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What all robots have in common: what breaks on the way, and what is never told. */
final class ChannelSecrecyTests {
    private static final String SECRET = "SECmarkerOfTheSignature";

    /** Makes a fixture, so that each test has a server of its own. */
    interface Kind {
        RobotFixture open() throws IOException;
    }

    static Stream<Kind> kinds() {
        return Stream.of(
                RobotFixture::slack,
                () -> RobotFixture.dingTalk(SECRET),
                RobotFixture::weCom,
                () -> RobotFixture.feishu(SECRET));
    }

    private static String reason(Sent sent) {
        return switch (sent) {
            case Sent.Accepted accepted -> accepted.note();
            case Sent.Refused refused -> refused.reason();
            case Sent.TryAgain later -> later.reason();
        };
    }

    /** What else of this one's settings is a secret. */
    private static String own(RobotFixture chat) {
        return switch (chat.settings()) {
            case ChannelSettings.Slack _ -> "B00000000";
            case ChannelSettings.DingTalk _, ChannelSettings.Feishu _ -> SECRET;
            case ChannelSettings.WeCom _, ChannelSettings.Webhook _, ChannelSettings.Email _ ->
                    "key=x";
        };
    }

    /** Echoes all that it was given. */
    private static String echo() {
        return "/services/T00000000/B00000000/"
                + RobotFixture.TOKEN
                + " access_token="
                + RobotFixture.TOKEN
                + " "
                + SECRET
                + " /open-apis/bot/v2/hook/"
                + RobotFixture.TOKEN
                + "\n\u202e second line "
                + "x".repeat(5000);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void no_reason_has_the_token_or_the_secret_or_a_second_line(Kind kind) throws Exception {
        try (RobotFixture chat = kind.open()) {
            String coded = "{\"errcode\":1,\"errmsg\":\"E\",\"code\":1,\"msg\":\"E\"}";
            String told = echo().replace("\n", "\\n");
            List<Sent> all =
                    List.of(
                            chat.send(200, echo()),
                            chat.send(200, coded.replace("E", told)),
                            chat.send(400, echo()),
                            chat.send(404, echo()),
                            chat.send(429, echo()),
                            chat.send(503, echo()),
                            chat.send(
                                    new MockResponse.Builder()
                                            .code(302)
                                            .addHeader(
                                                    "location",
                                                    echo().replace('\n', ' ').replace("\u202e", ""))
                                            .build()),
                            chat.send(
                                    new MockResponse.Builder()
                                            .onResponseStart(new SocketEffect.CloseSocket())
                                            .build()));

            for (Sent sent : all) {
                assertThat(sent).isNotInstanceOf(Sent.Accepted.class);
                assertThat(reason(sent))
                        .isNotBlank()
                        .hasSizeLessThan(500)
                        .doesNotContain(RobotFixture.TOKEN, "\n", "\u202e")
                        .doesNotContain(own(chat));
            }
            assertThat(chat.settings().toString())
                    .doesNotContain(RobotFixture.TOKEN)
                    .doesNotContain(own(chat));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void what_the_network_does_is_tried_again(Kind kind) throws Exception {
        try (RobotFixture chat = kind.open()) {
            Sent unavailable =
                    chat.send(
                            new MockResponse.Builder()
                                    .code(503)
                                    .addHeader("retry-after", "60")
                                    .build());
            Sent silent =
                    chat.send(
                            new MockResponse.Builder()
                                    .onResponseStart(SocketEffect.Stall.INSTANCE)
                                    .build());
            Sent broken =
                    chat.send(
                            new MockResponse.Builder()
                                    .onResponseStart(new SocketEffect.CloseSocket())
                                    .build());

            String host = "https://localhost:" + chat.endpoint.server().getPort() + "/***";
            assertThat(unavailable)
                    .isEqualTo(new Sent.TryAgain(host + " answered 503", Duration.ofMinutes(1)));
            assertThat(silent)
                    .isEqualTo(new Sent.TryAgain(host + " did not answer in time", Duration.ZERO));
            assertThat(broken).isInstanceOf(Sent.TryAgain.class);
            assertThat(reason(broken)).startsWith(host + " broke off");
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_redirect_is_not_followed(Kind kind) throws Exception {
        try (RobotFixture chat = kind.open()) {
            Sent sent =
                    chat.send(
                            new MockResponse.Builder()
                                    .code(307)
                                    .addHeader("location", "https://evil.example/")
                                    .build());

            assertThat(sent).isInstanceOf(Sent.Refused.class);
            assertThat(reason(sent)).endsWith("/*** answered 307: redirects are not followed");
        }
    }

    @Test
    void a_huge_answer_is_not_read_to_its_end() throws Exception {
        try (RobotFixture chat = RobotFixture.weCom();
                Channel channel =
                        Channels.open(
                                chat.settings(),
                                RobotFixture.CLOCK,
                                List.of(chat.endpoint.certificate()),
                                () -> false)) {
            chat.endpoint
                    .server()
                    .enqueue(
                            new MockResponse.Builder()
                                    .body(new Buffer().write(new byte[9 << 20]))
                                    .build());

            Sent sent = channel.send(Digests.busy());

            assertThat(sent).isInstanceOf(Sent.Refused.class);
            assertThat(reason(sent)).contains("answers with more than 8388608 bytes, the limit");
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void after_a_stop_nothing_is_sent_and_it_is_tried_again_later(Kind kind) throws Exception {
        try (RobotFixture chat = kind.open();
                Channel channel = chat.channel()) {
            chat.stopping.set(true);

            Sent sent = channel.send(Digests.busy());

            assertThat(sent).isInstanceOf(Sent.TryAgain.class);
            assertThat(chat.endpoint.server().getRequestCount()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whether_it_can_be_reached_is_told_without_telling_anybody(Kind kind) throws Exception {
        try (RobotFixture chat = kind.open();
                Channel channel = chat.channel()) {
            chat.endpoint.server().enqueue(new MockResponse.Builder().code(404).build());

            assertThat(channel.unreachable()).isEmpty();
            assertThat(chat.request().getRequestLine()).isEqualTo("GET / HTTP/1.1");
            chat.endpoint.close();
            assertThat(channel.unreachable())
                    .contains("https://localhost:")
                    .doesNotContain(RobotFixture.TOKEN);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hooks.slack.example/services/xoT0ken9f8e7d6c5b4a",
                "http://hooks.slack.example/services/xoT0ken9f8e7d6c5b4a",
                "https:///services/xoT0ken9f8e7d6c5b4a",
                "https://me:xoT0ken9f8e7d6c5b4a@hooks.slack.example/",
                "https://hooks.slack.example/services#xoT0ken9f8e7d6c5b4a",
                "https://hooks.slack.example/services/ xoT0ken9f8e7d6c5b4a"
            })
    void what_is_no_address_of_a_robot_is_a_mistake_that_is_not_shown(String url) {
        assertThatThrownBy(() -> RobotUrl.of(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be the whole URL that the chat shows for its robot")
                .hasMessageNotContaining(RobotFixture.TOKEN);
    }

    @Test
    void each_kind_is_named_as_in_the_job_file() throws Exception {
        for (Kind kind : kinds().toList()) {
            try (RobotFixture chat = kind.open();
                    Channel channel = chat.channel()) {
                ChannelSettings settings = chat.settings();

                assertThat(settings.type()).isIn("slack", "dingtalk", "wecom", "feishu");
                assertThat(channel.name()).isEqualTo("finance");
            }
        }
    }
}
