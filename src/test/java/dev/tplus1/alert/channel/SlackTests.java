package dev.tplus1.alert.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Digests;
import dev.tplus1.alert.Sent;
import dev.tplus1.breaks.BreakType;

import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

final class SlackTests {
    private RobotFixture slack;

    @BeforeEach
    void start() throws IOException {
        slack = RobotFixture.slack();
    }

    @AfterEach
    void stop() {
        slack.close();
    }

    private List<String> texts() throws InterruptedException {
        List<String> texts = new ArrayList<>();
        for (JsonNode block : slack.body().path("blocks")) {
            assertThat(block.path("type").asString()).isEqualTo("section");
            assertThat(block.path("text").path("type").asString()).isEqualTo("mrkdwn");
            assertThat(block.path("text").path("verbatim").asBoolean()).isTrue();
            texts.add(block.path("text").path("text").asString());
        }
        return texts;
    }

    @Test
    void a_digest_is_posted_as_blocks_with_a_text_for_notifications() throws Exception {
        Sent sent = slack.send(200, "ok");

        RecordedRequest request = slack.request();
        assertThat(sent).isEqualTo(new Sent.Accepted(""));
        assertThat(request.getTarget())
                .isEqualTo("/services/T00000000/B00000000/" + RobotFixture.TOKEN);
        assertThat(request.getHeaders().get("content-type")).isEqualTo("application/json");
        assertThat(RobotFixture.bodyOf(request).utf8())
                .startsWith(
                        "{\"text\":\"tplus1 shop: 1 date needs a person; 11 breaks to decide,"
                                + " CNY\u00a07,423.51 and JPY\u00a095;")
                .contains("\"unfurl_links\":false");
    }

    @Test
    void a_clean_night_is_one_line_for_each_account() throws Exception {
        slack.send(Digests.clean("en"), new MockResponse.Builder().code(200).body("ok").build());

        assertThat(String.join("|", texts()).lines())
                .containsExactly(
                        "*tplus1 shop: nothing to decide*",
                        "*wechat-shop, 2026-11-28* · Reconciled",
                        "Everything agrees. Nothing to decide.",
                        "Report: `reports/shop/wechat-shop/2026-11-28/attempt/report.html`",
                        "All accounts: `reports/index.html`",
                        "Run run-7, 29 Nov 2026 10:31 (Asia/Shanghai)");
    }

    @Test
    void what_comes_from_outside_is_no_link_mention_or_markup() throws Exception {
        Digest digest =
                Digests.make(
                        "en",
                        1,
                        List.of(
                                Digests.line(
                                        "<!channel>",
                                        Digest.Ended.REFUSED,
                                        "",
                                        "*bold* `x` <https://evil.example|click> & @here")),
                        List.of(
                                Digests.named(
                                        "b1", BreakType.UNKNOWN_ORDER, "1.00", "<@U1>\u202e!")),
                        null,
                        List.of());

        slack.send(digest, new MockResponse.Builder().body("ok").build());

        String text = String.join("\n", texts());
        assertThat(text)
                .contains("&lt;!channel&gt;")
                .contains("＊bold＊ 'x' &lt;https‹://›evil‹.›example｜click&gt;".replace('｜', '|'))
                .contains("&amp; ‹@›here")
                .contains("&lt;‹@›U1&gt;‹U+202E›!")
                .doesNotContain("<!", "<@", "<http", "@here", "\u202e");
    }

    @Test
    void many_accounts_are_cut_by_whole_lines_into_blocks_of_3000() throws Exception {
        String reason = "r".repeat(280) + " end.";
        Digest digest =
                Digests.of(
                        Collections.nCopies(
                                60, Digests.line("shop", Digest.Ended.REFUSED, "", reason)));

        slack.send(digest, new MockResponse.Builder().body("ok").build());

        List<String> texts = texts();
        String all = String.join("\n", texts);
        assertThat(texts).hasSizeBetween(4, 5).allMatch(text -> text.length() <= 3000);
        assertThat(all.lines().filter(line -> line.startsWith("· Why")))
                .isNotEmpty()
                .allMatch(line -> line.endsWith(" end."));
        assertThat(all).containsPattern("\\.\\.\\. and [0-9]+ more lines; the report has all\\.");
        assertThat(all).endsWith("Run run-7, 29 Nov 2026 10:31 (Asia/Shanghai)");
    }

    @ParameterizedTest
    @CsvSource({
        "400, invalid_payload, Slack answered 400 invalid_payload",
        "403, action_prohibited,"
                + " Slack answered 403 action_prohibited: an administrator does not allow it",
        "404, no_service, 'Slack answered 404 no_service: the webhook was removed or its url is"
                + " not whole; make it anew'",
        "404, channel_not_found,"
                + " Slack answered 404 channel_not_found: the channel is no longer there",
        "410, channel_is_archived, Slack answered 410 channel_is_archived: the channel was archived"
    })
    void a_word_with_a_status_is_a_refusal(int status, String word, String reason) {
        Sent sent = slack.send(status, word);

        assertThat(sent).isEqualTo(new Sent.Refused(reason));
    }

    @Test
    void too_many_messages_wait_as_long_as_slack_asks() {
        Sent sent =
                slack.send(
                        new MockResponse.Builder()
                                .code(429)
                                .addHeader("Retry-After", "30")
                                .body("rate_limited")
                                .build());

        assertThat(sent)
                .isEqualTo(
                        new Sent.TryAgain(
                                host() + " answered 429: rate_limited", Duration.ofSeconds(30)));
    }

    @Test
    void an_answer_that_is_not_ok_is_not_believed() {
        Sent sent = slack.send(200, "<html>Welcome to the proxy</html>");

        assertThat(sent)
                .isEqualTo(
                        new Sent.TryAgain(
                                "Slack answered 200 <html>Welcome to the proxy</html>, not ok",
                                Duration.ZERO));
    }

    private String host() {
        return "https://localhost:" + slack.endpoint.server().getPort() + "/***";
    }
}
