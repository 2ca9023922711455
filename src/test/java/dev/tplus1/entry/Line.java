package dev.tplus1.entry;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Currency;

/**
 * A statement entry in the making: {@code Line.payment("T1", "O1", "10.00
 * CNY").at("2026-11-28T23:59")}.
 */
public record Line(
        Kind kind,
        KeyRule keys,
        String transactionId,
        String orderNo,
        String refundNo,
        String providerRefundId,
        Money amount,
        Instant time,
        boolean inProgress,
        long line,
        String raw) {
    public static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
    private static final String NOON = "2026-11-28T12:00:00";

    public static Line payment(String transactionId, String orderNo, String money) {
        return new Line(
                Kind.PAYMENT,
                KeyRule.REFUND_NO,
                transactionId,
                orderNo,
                "",
                "",
                money(money),
                instant(NOON),
                false,
                1,
                "");
    }

    public static Line refund(String refundNo, String transactionId, String orderNo, String money) {
        return new Line(
                Kind.REFUND,
                KeyRule.REFUND_NO,
                transactionId,
                orderNo,
                refundNo,
                "",
                money(money),
                instant(NOON),
                false,
                1,
                "");
    }

    /** {@code "10.00 CNY"}. */
    public static Money money(String text) {
        int blank = text.indexOf(' ');
        return Money.parse(
                text.substring(0, blank), Currency.getInstance(text.substring(blank + 1)));
    }

    /** A local time in {@link #ZONE}. */
    public static Instant instant(String localTime) {
        return LocalDateTime.parse(localTime).atZone(ZONE).toInstant();
    }

    public Line at(String localTime) {
        return at(instant(localTime));
    }

    public Line at(Instant newTime) {
        return new Line(
                kind,
                keys,
                transactionId,
                orderNo,
                refundNo,
                providerRefundId,
                amount,
                newTime,
                inProgress,
                line,
                raw);
    }

    public Line processing() {
        return new Line(
                kind,
                keys,
                transactionId,
                orderNo,
                refundNo,
                providerRefundId,
                amount,
                time,
                true,
                line,
                raw);
    }

    public Line line(long newLine) {
        return new Line(
                kind,
                keys,
                transactionId,
                orderNo,
                refundNo,
                providerRefundId,
                amount,
                time,
                inProgress,
                newLine,
                raw);
    }

    public Line raw(String newRaw) {
        return new Line(
                kind,
                keys,
                transactionId,
                orderNo,
                refundNo,
                providerRefundId,
                amount,
                time,
                inProgress,
                line,
                newRaw);
    }

    public Line providerRefundId(String newId) {
        return new Line(
                kind,
                keys,
                transactionId,
                orderNo,
                refundNo,
                newId,
                amount,
                time,
                inProgress,
                line,
                raw);
    }

    public Line keyed(KeyRule newKeys) {
        return new Line(
                kind,
                newKeys,
                transactionId,
                orderNo,
                refundNo,
                providerRefundId,
                amount,
                time,
                inProgress,
                line,
                raw);
    }

    public StatementEntry entry() {
        EntryKey key =
                kind == Kind.PAYMENT
                        ? keys.payment(transactionId, orderNo)
                        : keys.refund(orderNo, transactionId, refundNo, providerRefundId, time);
        return new StatementEntry(
                key,
                transactionId,
                orderNo,
                refundNo,
                providerRefundId,
                amount,
                time,
                inProgress,
                line,
                raw);
    }
}
