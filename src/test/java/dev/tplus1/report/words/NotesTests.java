package dev.tplus1.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotesTests {
    private static final Words CHINESE = Words.in(Language.CHINESE);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    The books have CNY 1234.50.|账面为 1,234.50\u00a0元。
                    The books have 58.00 CNY.|账面为 58.00\u00a0元。
                    Booked under order W1 too.|同时记在订单 W1 上。
                    The order is CLOSED.|该订单已关闭。
                    Order pending, asks for CNY 580.00.|订单待支付，应付 580.00\u00a0元。
                    Of the order's EUR 10.00 only EUR 2.00 is left to return.|订单金额 EUR\u00a010.00，可退余额仅 EUR\u00a02.00。
                    Line 7 is an earlier payment of the same order: 42000.|第 7 行是同一订单更早的支付：42000。
                    Not replayed: the amount is above the limit of CNY 5,000.00. Check it, then approve it.|未自动补单：金额超过上限 5,000.00\u00a0元。请核实后批准。
                    Not replayed: the date is older than the limit of 3 days. Check it, then approve it.|未自动补单：日期早于上限 3 天。请核实后批准。
                    The callback arrived on its own before the replay. Nothing was done twice.|补单前回调已自行到达，未重复处理。
                    The replay was refused. ORDER_CLOSED: order S1 is CLOSED|补单被拒绝。订单 S1 已关闭。
                    A later statement has returned money of it. Run the date again with --rerun.|之后的账单已退回这笔款项。请用 --rerun 重新运行该日。
                    the file ends without its totals line|文件缺少汇总行，传输中被截断
                    The books have 1,234,567 JPY.|账面为 JPY\u00a01,234,567。
                    the refund is still processing|退款仍在处理中
                    column "金额": it is empty|列 "金额"：为空
                    """)
    void areWordedInChinese(String written, String shown) {
        assertThat(CHINESE.note(written)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Asked support, they will refund it.",
                "The books have",
                "The books have 100 RMB.",
                "The books have CNY ,.",
                "The books have 1,2 CNY.",
                "The books have XXX 5.",
                "rows of flowers",
                "POST https://shop.example/callbacks answered 404."
            })
    void stayAsTheyAreWhereNobodyKnowsThem(String written) {
        assertThat(CHINESE.note(written)).isEqualTo(written);
    }

    @Test
    void keepWhatFollowsASentenceThatIsKnown() {
        assertThat(CHINESE.note("The replay was refused. The shop answered 404."))
                .isEqualTo("补单被拒绝。The shop answered 404.");
    }

    @Test
    void neverTakeAnIdForAWord() {
        assertThat(CHINESE.note("Booked under order PAID.")).isEqualTo("记在订单 PAID 上。");
        assertThat(CHINESE.note("Booked under order end.")).isEqualTo("记在订单 end 上。");
    }

    @Test
    void showWhatIsHiddenInThem() {
        assertThat(CHINESE.note("Booked under order a\u202eb.")).isEqualTo("记在订单 a‹U+202E›b 上。");
        assertThat(CHINESE.translated("Booked under order a\u202eb."))
                .isEqualTo("记在订单 a\u202eb 上。");
    }

    @Test
    void stayEnglishInEnglish() {
        assertThat(Words.ENGLISH.note("The order is CLOSED.")).isEqualTo("The order is CLOSED.");
    }
}
