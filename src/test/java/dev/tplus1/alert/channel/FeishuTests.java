package dev.tplus1.alert.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Digests;
import dev.tplus1.alert.Sent;

import mockwebserver3.MockResponse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.List;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class FeishuTests {
    private static final String SECRET = "nIMtb7r3N9pkXyXdtAbx6e";
    private static final String OK =
            "{\"StatusCode\":0,\"StatusMessage\":\"success\",\"code\":0,\"data\":{},\"msg\":\"success\"}";

    @Test
    void the_body_is_signed_by_an_empty_text_under_time_and_secret() throws Exception {
        try (RobotFixture feishu = RobotFixture.feishu(SECRET)) {
            Sent sent = feishu.send(200, OK);

            JsonNode body = feishu.body();
            String key = Digests.AT.getEpochSecond() + "\n" + SECRET;
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            assertThat(sent).isEqualTo(new Sent.Accepted(""));
            assertThat(body.path("timestamp").asString()).isEqualTo("1795919460");
            assertThat(body.path("sign").asString())
                    .isEqualTo(Base64.getEncoder().encodeToString(mac.doFinal(new byte[0])));
        }
    }

    @Test
    void a_known_vector_of_the_signature_is_met() {
        // python: base64(hmac(key="1599360473\ndemo", "", sha256))
        String sign = Signing.hmac("1599360473\ndemo", "");

        assertThat(sign).isEqualTo("l1N0gAcBjdwBvGm1xMjOF0XSyaLRpR7tuO5dHfhAYc8=");
    }

    @Test
    void the_message_is_a_card_with_the_news_as_its_head() throws Exception {
        try (RobotFixture feishu = RobotFixture.feishu(null)) {
            Digest digest =
                    Digests.make(
                            "zh",
                            0,
                            List.of(
                                    Digests.line(
                                            "shop",
                                            Digest.Ended.HELD,
                                            "",
                                            "<at id=all></at> [x](https://evil.example)")),
                            List.of(),
                            null,
                            List.of());

            feishu.send(digest, new MockResponse.Builder().body(OK).build());

            JsonNode body = feishu.body();
            JsonNode card = body.path("card");
            String text = card.path("elements").path(0).path("content").asString();
            assertThat(body.has("sign")).isFalse();
            assertThat(body.path("msg_type").asString()).isEqualTo("interactive");
            assertThat(card.path("header").path("title").path("tag").asString())
                    .isEqualTo("plain_text");
            assertThat(card.path("header").path("title").path("content").asString())
                    .isEqualTo("tplus1 shop：1 个对账日需要人工处理");
            assertThat(card.path("elements").path(0).path("tag").asString()).isEqualTo("markdown");
            assertThat(text)
                    .startsWith("**shop，2026-11-28** · 补单已暂停，待您批准\n补单已暂停，待您批准，一笔都未补。\n")
                    .contains("＜at id=all＞＜/at＞ ［x］(https‹://›evil‹.›example)")
                    .contains("请先查看报告，再批准；或排除原因后重新运行当日对账。")
                    .doesNotContain("<", "](");
        }
    }

    @Test
    void a_long_message_stays_below_20_kilobytes() throws Exception {
        try (RobotFixture feishu = RobotFixture.feishu(SECRET)) {
            String reason = "账\"".repeat(140);
            Digest digest =
                    Digests.of(
                            Collections.nCopies(
                                    50, Digests.line("shop", Digest.Ended.REFUSED, "", reason)));

            feishu.send(digest, new MockResponse.Builder().body(OK).build());

            assertThat(feishu.sent().size()).isBetween(15_000, 20_000);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "200, 19021, sign match fail or timestamp is not within one hour from current time,"
                + " 'the signature did not match: check secret, and this machine''s clock'",
        "200, 19022, Ip Not Allowed,"
                + " 'the bot does not take messages from this machine''s address'",
        "200, 19024, Key Words Not Found,"
                + " 'the bot wants a keyword: tplus1 is in every message'",
        "400, 19001, 'param invalid: incoming webhook access token invalid',"
                + " 'the token in the url is not valid; copy it anew from the group''s bot'"
    })
    void a_code_is_a_refusal_whatever_the_status(
            int status, String code, String said, String meaning) throws Exception {
        try (RobotFixture feishu = RobotFixture.feishu(SECRET)) {
            Sent sent = feishu.send(status, "{\"code\":" + code + ",\"msg\":\"" + said + "\"}");

            assertThat(sent)
                    .isEqualTo(
                            new Sent.Refused(
                                    "Feishu answered " + code + " " + said + ": " + meaning));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "11232, frequency limited psm[lark.oapi.app_platform_runtime]appID[1]",
        "9499, too many request"
    })
    void too_many_messages_wait_a_minute(String code, String said) throws Exception {
        try (RobotFixture feishu = RobotFixture.feishu(SECRET)) {
            Sent sent = feishu.send(200, "{\"code\":" + code + ",\"msg\":\"" + said + "\"}");

            assertThat(sent)
                    .isEqualTo(
                            new Sent.TryAgain(
                                    "Feishu answered " + code + " " + said, Duration.ofMinutes(1)));
        }
    }

    @Test
    void a_body_that_it_cannot_read_is_a_refusal() throws Exception {
        try (RobotFixture feishu = RobotFixture.feishu(SECRET)) {
            Sent sent = feishu.send(200, "{\"code\":9499,\"msg\":\"Bad Request\",\"data\":{}}");

            assertThat(sent).isEqualTo(new Sent.Refused("Feishu answered 9499 Bad Request"));
        }
    }
}
