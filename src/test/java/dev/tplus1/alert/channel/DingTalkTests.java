package dev.tplus1.alert.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Digests;
import dev.tplus1.alert.Sent;
import dev.tplus1.breaks.BreakType;

import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.List;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class DingTalkTests {
    private static final String SECRET = "SEC4f2b7e1c9d8a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d1e0f";
    private static final String OK = "{\"errcode\":0,\"errmsg\":\"ok\"}";

    @Test
    void the_query_is_signed_by_time_and_secret_and_the_secret() throws Exception {
        try (RobotFixture dingTalk = RobotFixture.dingTalk(SECRET)) {
            Sent sent = dingTalk.send(200, OK);

            RecordedRequest request = dingTalk.request();
            long timestamp = Digests.AT.toEpochMilli();
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] code = mac.doFinal((timestamp + "\n" + SECRET).getBytes(StandardCharsets.UTF_8));
            assertThat(sent).isEqualTo(new Sent.Accepted(""));
            assertThat(request.getUrl().queryParameter("access_token"))
                    .isEqualTo(RobotFixture.TOKEN);
            assertThat(request.getUrl().queryParameter("timestamp")).isEqualTo("1795919460000");
            assertThat(request.getUrl().queryParameter("sign"))
                    .isEqualTo(Base64.getEncoder().encodeToString(code));
        }
    }

    @Test
    void a_known_vector_of_the_signature_is_met() {
        // python: base64(hmac(key="SECtest", "1600000000000\nSECtest", sha256))
        String sign = Signing.hmac("SECtest", "1600000000000\nSECtest");

        assertThat(sign).isEqualTo("J1ROuI0lRhdAs5lXpASksT0u9NwWl4DNkvcHISJRBoY=");
    }

    @Test
    void without_secret_the_query_is_that_of_the_url() throws Exception {
        try (RobotFixture dingTalk = RobotFixture.dingTalk(null)) {
            dingTalk.send(200, OK);

            assertThat(dingTalk.request().getTarget())
                    .isEqualTo("/robot/send?access_token=" + RobotFixture.TOKEN);
        }
    }

    @Test
    void the_message_is_markdown_that_calls_nobody() throws Exception {
        try (RobotFixture dingTalk = RobotFixture.dingTalk(SECRET)) {
            Digest digest =
                    Digests.make(
                            "zh",
                            1,
                            List.of(
                                    Digests.line(
                                            "wechat-shop",
                                            Digest.Ended.REFUSED,
                                            "",
                                            "[点我](dingtalk://evil) @all <font color=red> **x**")),
                            List.of(
                                    Digests.named(
                                            "b1",
                                            BreakType.UNKNOWN_ORDER,
                                            "1234.50",
                                            "![x](http://evil.example/a.png)")),
                            null,
                            List.of());

            dingTalk.send(digest, new MockResponse.Builder().body(OK).build());

            JsonNode body = dingTalk.body();
            String text = body.path("markdown").path("text").asString();
            assertThat(body.path("msgtype").asString()).isEqualTo("markdown");
            assertThat(body.path("markdown").path("title").asString())
                    .isEqualTo("tplus1 shop：1 个对账日需要人工处理");
            assertThat(body.path("at").toString()).isEqualTo("{\"isAtAll\":false}");
            assertThat(text)
                    .startsWith("**tplus1 shop：1 个对账日需要人工处理**  \n")
                    .contains("**wechat-shop，2026-11-28** · 账单被拒  \n账单不可信")
                    .contains("［点我］(dingtalk‹://›evil) ‹@›all ＜font color=red＞ ＊＊x＊＊")
                    .contains("查无订单：1,234.50\u00a0元，!［x］(http‹://›evil‹.›example/a‹.›png)")
                    .doesNotContain("](", "@all", "<");
        }
    }

    @Test
    void a_long_message_stays_below_20000_bytes() throws Exception {
        try (RobotFixture dingTalk = RobotFixture.dingTalk(SECRET)) {
            String reason = "账\"".repeat(140);
            Digest digest =
                    Digests.of(
                            Collections.nCopies(
                                    50, Digests.line("shop", Digest.Ended.REFUSED, "", reason)));

            dingTalk.send(digest, new MockResponse.Builder().body(OK).build());

            assertThat(dingTalk.sent().size()).isBetween(17_000, 20_000);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keywords not in content",
                "sign not match",
                "ip 192.0.2.1 not in whitelist"
            })
    void a_security_setting_that_does_not_match_is_a_refusal_that_names_it(String said)
            throws Exception {
        try (RobotFixture dingTalk = RobotFixture.dingTalk(SECRET)) {
            Sent sent = dingTalk.send(200, "{\"errcode\":310000,\"errmsg\":\"" + said + "\"}");

            assertThat(sent)
                    .isEqualTo(
                            new Sent.Refused(
                                    "DingTalk answered 310000 "
                                            + said
                                            + ": its security setting did not match: the keyword"
                                            + " (tplus1 is in every message), the secret of the"
                                            + " signature, this machine's clock, or its address"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"130101", "660026", "410100", "\"130101\""})
    void too_many_messages_wait_the_ten_minutes_that_the_robot_is_silent(String code)
            throws Exception {
        try (RobotFixture dingTalk = RobotFixture.dingTalk(SECRET)) {
            Sent sent =
                    dingTalk.send(200, "{\"errcode\":" + code + ",\"errmsg\":\"send too fast\"}");

            assertThat(sent)
                    .isEqualTo(
                            new Sent.TryAgain(
                                    "DingTalk answered "
                                            + code.replace("\"", "")
                                            + " send too fast",
                                    Duration.ofMinutes(10)));
        }
    }

    @Test
    void another_code_is_a_refusal_and_zero_as_text_is_none() throws Exception {
        try (RobotFixture dingTalk = RobotFixture.dingTalk(SECRET)) {
            assertThat(dingTalk.send(200, "{\"errcode\":40035,\"errmsg\":\"bad json\"}"))
                    .isEqualTo(new Sent.Refused("DingTalk answered 40035 bad json"));
            assertThat(dingTalk.send(200, "{\"errcode\":\"0\"}")).isEqualTo(new Sent.Accepted(""));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ok",
                "<html></html>",
                "{}",
                "{\"errcode\":null}",
                "[0]",
                "{\"errcode\":0.5}"
            })
    void an_answer_without_a_code_is_not_believed(String body) throws Exception {
        try (RobotFixture dingTalk = RobotFixture.dingTalk(SECRET)) {
            Sent sent = dingTalk.send(200, body);

            assertThat(sent)
                    .isInstanceOfSatisfying(
                            Sent.TryAgain.class,
                            later ->
                                    assertThat(later.reason())
                                            .startsWith("DingTalk answered 200 without errcode"));
        }
    }
}
