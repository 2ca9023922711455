package dev.tplus1.provider.alipay;

import dev.tplus1.entry.Money;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes the detail file of any day, with totals that add up. */
public final class BusinessDetail {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu年MM月dd日", Locale.ROOT);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final int TABLE = 3;
    private static final int ROWS = 5;
    private static final int ROWS_END = 9;

    private final String merchant;
    private final LocalDate date;
    private final List<String> rows = new ArrayList<>();
    private BigDecimal paid = new BigDecimal("0.00");
    private BigDecimal returned = new BigDecimal("0.00");
    private int payments;

    public BusinessDetail(String merchant, LocalDate date) {
        this.merchant = merchant;
        this.date = date;
    }

    /** A payment, at a time in Beijing. */
    public void payment(String trade, String order, Money amount, LocalDateTime at) {
        payments++;
        paid = paid.add(amount.value());
        add(trade, order, "交易", at, amount.value(), "", "-0.06");
    }

    /** A refund of a trade. */
    public void refund(String trade, String order, String no, Money amount, LocalDateTime at) {
        returned = returned.subtract(amount.value());
        add(trade, order, "退款", at, amount.value().negate(), no, "0.00");
    }

    private void add(
            String trade,
            String order,
            String type,
            LocalDateTime at,
            BigDecimal amount,
            String refundNo,
            String fee) {
        String figure = amount.toPlainString();
        rows.add(
                BusinessStatementFixture.row(
                        trade,
                        order,
                        type,
                        TIME.format(at),
                        figure,
                        figure,
                        "0.00",
                        refundNo,
                        fee));
    }

    /** The file, in GBK. */
    public byte[] bytes() {
        List<String> like = BusinessStatementFixture.DETAIL;
        List<String> lines = new ArrayList<>();
        lines.add(like.getFirst());
        lines.add("#账号：[" + merchant + "0156]");
        lines.add(
                "#起始日期：["
                        + DAY.format(date)
                        + " 00:00:00]   终止日期：["
                        + DAY.format(date.plusDays(1))
                        + " 00:00:00]");
        lines.addAll(like.subList(TABLE, ROWS));
        lines.addAll(rows);
        lines.add(like.get(ROWS_END));
        lines.add("#交易合计：" + payments + "笔，商家实收共" + paid + "元，商家优惠共0.00元");
        lines.add("#退款合计：" + (rows.size() - payments) + "笔，商家实收退款共" + returned + "元，商家优惠退款共0.00元");
        lines.add("#导出时间：[" + DAY.format(date.plusDays(1)) + " 05:46:49]");
        return BusinessStatementFixture.gbk(BusinessStatementFixture.text(lines));
    }
}
