package dev.tplus1.alert.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Digests;
import dev.tplus1.alert.Sent;
import dev.tplus1.breaks.BreakType;

import mockwebserver3.MockResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

final class WeComTests {
    private static final String OK = "{\"errcode\":0,\"errmsg\":\"ok\"}";

    private RobotFixture weCom;

    @BeforeEach
    void start() throws IOException {
        weCom = RobotFixture.weCom();
    }

    @AfterEach
    void stop() {
        weCom.close();
    }

    @Test
    void a_digest_is_posted_as_markdown() throws Exception {
        Sent sent = weCom.send(Digests.busy("zh"), new MockResponse.Builder().body(OK).build());

        JsonNode body = weCom.body();
        assertThat(sent).isEqualTo(new Sent.Accepted(""));
        assertThat(body.path("msgtype").asString()).isEqualTo("markdown");
        assertThat(body.path("markdown").path("content").asString())
                .contains("**wechat-shop，2026-11-28，第 1 版** · 已对平，有待处理差异\n")
                .contains("当日账已对平。11 笔差异待您处理，涉及 7,423.51\u00a0元、95\u00a0JPY。\n")
                .contains(
                        "[打开报告](https://reports.example/shop/wechat-shop/2026-11-28/r1/report.html)")
                .contains("`tplus1 breaks list --job jobs/shop.yaml`")
                .contains("ORDER_20261128_7");
    }

    @Test
    void nobody_is_called_and_nothing_is_coloured_by_what_comes_from_outside() throws Exception {
        Digest digest =
                Digests.make(
                        "en",
                        1,
                        List.of(
                                Digests.line(
                                        "shop",
                                        Digest.Ended.FAILED,
                                        "",
                                        "<@zhangsan> <font color=\"warning\">x</font>"
                                            + " &lt;@all&gt;")),
                        List.of(Digests.named("b`1", BreakType.DISPUTE, "1.00", "`x` __y__")),
                        null,
                        List.of());

        weCom.send(digest, new MockResponse.Builder().body(OK).build());

        assertThat(weCom.body().path("markdown").path("content").asString())
                .contains("＜‹@›zhangsan＞ ＜font color=\"warning\"＞x＜/font＞ ＆lt;‹@›all＆gt;")
                .contains("'x' ＿_y_＿")
                .doesNotContain("<", ">", "@all", "&");
    }

    @Test
    void a_long_message_stays_within_4096_bytes_and_keeps_the_end_of_the_audit_trail()
            throws Exception {
        String reason = "账单在第八千行断了。".repeat(20);
        Digest digest =
                Digests.make(
                        "zh",
                        1,
                        Collections.nCopies(
                                30, Digests.line("商户", Digest.Ended.REFUSED, "", reason)),
                        List.of(),
                        new Digest.AuditHead("ab".repeat(32), 12),
                        List.of());

        weCom.send(digest, new MockResponse.Builder().body(OK).build());

        String content = weCom.body().path("markdown").path("content").asString();
        assertThat(content.getBytes(StandardCharsets.UTF_8).length).isBetween(3_000, 4096);
        assertThat(content)
                .containsPattern("…… 另有 [0-9]+ 行，详见报告。")
                .contains("审计记录：12 条，哈希 " + "ab".repeat(32));
    }

    @Test
    void too_many_messages_wait_a_minute() {
        Sent sent = weCom.send(200, "{\"errcode\":45009,\"errmsg\":\"api freq out of limit\"}");

        assertThat(sent)
                .isEqualTo(
                        new Sent.TryAgain(
                                "WeCom answered 45009 api freq out of limit",
                                Duration.ofMinutes(1)));
    }

    @Test
    void a_key_that_is_not_valid_is_a_refusal_that_does_not_show_it() {
        Sent sent =
                weCom.send(
                        200,
                        "{\"errcode\":93000,\"errmsg\":\"invalid webhook url, key="
                                + RobotFixture.TOKEN
                                + ", more info at"
                                + " https://open.work.weixin.qq.com/devtool/query?e=93000\"}");

        assertThat(sent)
                .isEqualTo(
                        new Sent.Refused(
                                "WeCom answered 93000 invalid webhook url, ***, more info at"
                                        + " https://open.work.weixin.qq.com/devtool/query?***:"
                                        + " the key in the url is not valid; copy it anew from the"
                                        + " group's robot"));
    }
}
