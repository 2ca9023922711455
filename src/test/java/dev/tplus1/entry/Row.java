package dev.tplus1.entry;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/** A row of the books in the making: {@code Row.paid("T1", "O1", "10.00 CNY")}, booked at noon. */
public record Row(
        Kind kind,
        KeyRule keys,
        String transactionId,
        String orderNo,
        String refundNo,
        String providerRefundId,
        Money amount,
        BookState state,
        @Nullable Instant time,
        String account,
        long version) {
    public static final String ACCOUNT = "shop";
    private static final String NOON = "2026-11-28T12:00:01";

    public static Row paid(String transactionId, String orderNo, String money) {
        return order(transactionId, orderNo, money, OrderState.PAID).at(NOON);
    }

    /** An order in any state, not booked at any time yet. */
    public static Row order(String transactionId, String orderNo, String money, OrderState state) {
        return new Row(
                Kind.PAYMENT,
                KeyRule.REFUND_NO,
                transactionId,
                orderNo,
                "",
                "",
                Line.money(money),
                state,
                null,
                ACCOUNT,
                1);
    }

    public static Row pending(String orderNo, String money) {
        return order("", orderNo, money, OrderState.PENDING);
    }

    public static Row refunded(
            String refundNo, String transactionId, String orderNo, String money) {
        return refund(refundNo, transactionId, orderNo, money, RefundState.SUCCEEDED).at(NOON);
    }

    public static Row refund(
            String refundNo,
            String transactionId,
            String orderNo,
            String money,
            RefundState state) {
        return new Row(
                Kind.REFUND,
                KeyRule.REFUND_NO,
                transactionId,
                orderNo,
                refundNo,
                "",
                Line.money(money),
                state,
                null,
                ACCOUNT,
                1);
    }

    public Row at(String localTime) {
        return at(Line.instant(localTime));
    }

    public Row at(@Nullable Instant newTime) {
        return new Row(
                kind,
                keys,
                transactionId,
                orderNo,
                refundNo,
                providerRefundId,
                amount,
                state,
                newTime,
                account,
                version);
    }

    public Row account(String newAccount) {
        return new Row(
                kind,
                keys,
                transactionId,
                orderNo,
                refundNo,
                providerRefundId,
                amount,
                state,
                time,
                newAccount,
                version);
    }

    public Row version(long newVersion) {
        return new Row(
                kind,
                keys,
                transactionId,
                orderNo,
                refundNo,
                providerRefundId,
                amount,
                state,
                time,
                account,
                newVersion);
    }

    public Row providerRefundId(String newId) {
        return new Row(
                kind,
                keys,
                transactionId,
                orderNo,
                refundNo,
                newId,
                amount,
                state,
                time,
                account,
                version);
    }

    public Row keyed(KeyRule newKeys) {
        return new Row(
                kind,
                newKeys,
                transactionId,
                orderNo,
                refundNo,
                providerRefundId,
                amount,
                state,
                time,
                account,
                version);
    }

    public BookEntry entry() {
        EntryKey key =
                kind == Kind.PAYMENT
                        ? keys.payment(transactionId, orderNo)
                        : keys.refund(orderNo, transactionId, refundNo, providerRefundId, time);
        return new BookEntry(
                key,
                transactionId,
                orderNo,
                refundNo,
                providerRefundId,
                amount,
                state,
                time,
                account,
                version);
    }
}
