package dev.tplus1.alert.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Digests;
import dev.tplus1.alert.Samples;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

final class MessageTests {
    private static List<String> lines(Digest digest) {
        Message message = Message.of(digest, Markup.PLAIN);
        List<String> lines = new ArrayList<>(message.body());
        lines.addAll(message.tail());
        return lines.stream().map(line -> line.replace('\u00a0', ' ')).toList();
    }

    @Test
    void says_the_verdict_first_then_the_money_then_what_to_do() {
        assertThat(lines(Digests.busy()))
                .containsExactly(
                        "tplus1 shop: 1 date needs a person; 11 breaks to decide, CNY 7,423.51 and"
                                + " JPY 95; 2 still open of earlier dates, CNY 59.00; 1 channel not"
                                + " reached",
                        "11 breaks are what this channel is told of.",
                        "wechat-shop, 2026-11-28, revision 1 · Reconciled, decisions needed",
                        "The day adds up. 11 breaks, CNY 7,423.51 and JPY 95, need your decision.",
                        "· 3 entries, CNY 412.90, are watched.",
                        "· 9 missed callbacks, CNY 4,744.30, were repaired.",
                        "· Still open of earlier dates: 2 breaks, CNY 59.00; the oldest is of"
                                + " 2026-11-25, open 4 days.",
                        "https://reports.example/shop/wechat-shop/2026-11-28/r1/report.html",
                        "alipay-shop, 2026-11-28 · Statement refused",
                        "The statement cannot be trusted, so the day is not reconciled. Nothing was"
                                + " changed.",
                        "· Why: The file ends at line 8,201 without its totals.",
                        "Report: reports/shop/alipay-shop/2026-11-28/attempt/report.html",
                        "Largest first",
                        "· Unknown order: CNY 5,000.00, ORDER_20261128_7, open 1 day, wechat-shop,"
                                + " #7kq2m9xa",
                        "· Amount mismatch: CNY 2,423.51, O-2, open 1 day, wechat-shop, #b41c3d2e",
                        "Channel ops did not take what it was to be told. 2 messages wait and are"
                                + " tried again. 1 message is dead and is not tried again: look"
                                + " with tplus1 alert list, then retry or discard it. The oldest is"
                                + " of 28 Nov 2026 10:31 (Asia/Shanghai). no answer in time",
                        "Next: Mend what the reason names, then run the date again.",
                        "tplus1 breaks list --job jobs/shop.yaml",
                        "All accounts: reports/index.html",
                        "Audit trail: 4,132 events, hash " + "0f".repeat(32),
                        "Run run-7, 29 Nov 2026 10:31 (Asia/Shanghai)");
    }

    @Test
    void says_the_same_in_chinese() {
        assertThat(lines(Digests.busy("zh")))
                .startsWith(
                        "tplus1 shop：1 个对账日需要人工处理；11 笔差异待处理，涉及 7,423.51 元、95 JPY；"
                                + "往日未结 2 笔，涉及 59.00 元；1 个通知渠道未送达",
                        "按本渠道的规则，共通知 11 笔差异。",
                        "wechat-shop，2026-11-28，第 1 版 · 已对平，有待处理差异")
                .contains(
                        "· 观察中 3 笔，涉及 412.90 元。",
                        "· 查无订单：5,000.00 元，ORDER_20261128_7，已挂账 1 天，wechat-shop，#7kq2m9xa",
                        "下一步: 请排除上述原因，然后重新运行当日对账。",
                        "通知渠道 ops 有消息未送达。2 条等待重发。1 条已停止发送，不再重试：请用 tplus1 alert list"
                                + " 查看，再重发或丢弃。最早一条生成于 2026年11月28日 10:31"
                                + " (Asia/Shanghai)。no answer in time",
                        "审计记录：4,132 条，哈希 " + "0f".repeat(32),
                        "运行 run-7，2026年11月29日 10:31 (Asia/Shanghai)");
    }

    @Test
    void takes_the_reports_own_verdict_where_there_is_one() {
        Digest digest =
                Digests.of(
                        List.of(
                                Digests.line(
                                        "shop",
                                        Digest.Ended.RECONCILED,
                                        "All 12,486 entries agree.",
                                        "")));

        assertThat(lines(digest)).contains("All 12,486 entries agree.");
    }

    @Test
    void the_title_is_of_all_dates_and_not_of_those_that_are_named() {
        Digest.Line one =
                new Digest.Line(
                        "shop",
                        "Alipay",
                        Digests.DATE,
                        1,
                        Digest.Ended.HELD,
                        "",
                        new Digest.Tally(2, List.of(Digests.money("3.00", "CNY"))),
                        Digest.Tally.NONE,
                        Digest.Tally.NONE,
                        new Digest.StillOpen(
                                1, List.of(Digests.money("1.00", "CNY")), Digests.DATE, 1),
                        "",
                        7,
                        "",
                        "");
        Digest digest = Digests.of(Collections.nCopies(60, one));

        assertThat(lines(digest).getFirst())
                .isEqualTo(
                        "tplus1 shop: 60 dates need a person; 120 breaks to decide, CNY 180.00; 60"
                                + " still open of earlier dates, CNY 60.00");
        assertThat(lines(Digest.parse(digest.json())).getFirst())
                .isEqualTo(lines(digest).getFirst());
    }

    @Test
    void a_failure_says_which_revision_stands_and_else_nothing_that_it_does_not_know() {
        Digest.Line line = Digests.line("shop", Digest.Ended.FAILED, "", "no room");

        assertThat(lines(Digests.of(List.of(line))))
                .contains(
                        "The run failed; it is safe to run it again. Until then, take the day as"
                                + " not reconciled.");
        assertThat(lines(Digests.of(List.of(stands(line)))))
                .contains(
                        "The run failed; it is safe to run it again. The day stays as revision 3"
                                + " concluded it.");
    }

    private static Digest.Line stands(Digest.Line line) {
        return new Digest.Line(
                line.account(),
                line.provider(),
                line.businessDate(),
                3,
                line.outcome(),
                line.verdict(),
                line.decide(),
                line.watch(),
                line.repaired(),
                line.stillOpen(),
                line.reason(),
                line.exit(),
                line.report(),
                line.workbook());
    }

    @Test
    void a_sample_says_that_it_is_one() {
        Digest sample = Samples.digest("shop", "finance", "en", Digests.AT, Digests.ZONE);

        assertThat(lines(sample))
                .startsWith(
                        "tplus1 shop: Test message; 2 breaks to decide, CNY 300.00",
                        "This is a test message of tplus1. Its figures are invented; nothing"
                                + " happened.");
        assertThat(Digest.parse(sample.json())).isEqualTo(sample);
    }

    @Test
    void keeps_whole_lines_and_says_how_many_are_missing() {
        Message message =
                new Message(
                        "t",
                        List.of("11111", "22222", "33333", "44444"),
                        List.of("end"),
                        lines -> "+" + lines);

        assertThat(message.within(100, String::length))
                .containsExactly("11111", "22222", "33333", "44444", "end");
        assertThat(message.within(23, String::length))
                .containsExactly("11111", "22222", "33333", "44444", "end");
        assertThat(message.within(22, String::length))
                .containsExactly("11111", "22222", "33333", "+1", "end");
        assertThat(message.within(10, String::length)).containsExactly("11111", "+3", "end");
    }

    @Test
    void gives_up_the_end_where_there_is_not_even_room_for_it() {
        Message message =
                new Message("t", List.of("11111"), List.of("123456789"), lines -> "+" + lines);

        assertThat(message.within(10, String::length)).containsExactly("11111", "+1");
    }

    @Test
    void no_markup_reads_what_comes_from_outside() {
        String text = "**x** _y_ a_b `c` [d](e) <f> &lt; \\ | ~g~";

        assertThat(Markup.MARKDOWN.text(text))
                .isEqualTo("＊＊x＊＊ ＿y＿ a_b 'c' ［d］(e) ＜f＞ ＆lt; ＼ ｜ ～g～");
        assertThat(Markup.MARKDOWN.text("# head")).isEqualTo("·# head");
        assertThat(Markup.WECOM.code("a`<b>_c_")).isEqualTo("`a'＜b＞_c_`");
        assertThat(Markup.SLACK.text(text))
                .isEqualTo("＊＊x＊＊ ＿y＿ a_b 'c' [d](e) &lt;f&gt; &amp;lt; \\ | ～g～");
        assertThat(Markup.SLACK.code("a`<b>_c_")).isEqualTo("`a'&lt;b&gt;_c_`");
        assertThat(Markup.SLACK.link("a|b>", "https://x.example/?a=1&b=2"))
                .isEqualTo("<https://x.example/?a=1&amp;b=2|a|b&gt;>");
    }
}
