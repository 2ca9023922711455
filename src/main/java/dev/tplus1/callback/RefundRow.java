package dev.tplus1.callback;

import dev.tplus1.entry.Money;
import dev.tplus1.entry.RefundState;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;

/** A bundled refund as the database has it. */
record RefundRow(
        String account,
        String orderNo,
        String refundNo,
        Money amount,
        RefundState state,
        String providerRefundId,
        long version) {
    static final String COLUMNS =
            "account, order_no, refund_no, amount_minor, currency, status, provider_refund_id,"
                    + " version";

    /** After it has succeeded. */
    RefundRow succeeded(String knownAs) {
        return new RefundRow(
                account,
                orderNo,
                refundNo,
                amount,
                RefundState.SUCCEEDED,
                BundledBooks.given(knownAs) ? knownAs : providerRefundId,
                version + 1);
    }

    static RefundRow of(ResultSet row, int number) throws SQLException {
        return new RefundRow(
                row.getString("account"),
                row.getString("order_no"),
                row.getString("refund_no"),
                new Money(row.getLong("amount_minor"), Money.currency(row.getString("currency"))),
                RefundState.valueOf(row.getString("status")),
                Objects.requireNonNullElse(row.getString("provider_refund_id"), ""),
                row.getLong("version"));
    }
}
