package dev.tplus1.callback;

import dev.tplus1.entry.Money;
import dev.tplus1.entry.OrderState;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;

/** A bundled order as the database has it. The transaction id is empty where it has none. */
record OrderRow(
        String orderNo,
        String account,
        Money amount,
        OrderState state,
        String transactionId,
        long version) {
    static final String COLUMNS =
            "order_no, account, amount_minor, currency, status, transaction_id, version";

    /** After one change. */
    OrderRow become(OrderState next, String paidBy) {
        return new OrderRow(orderNo, account, amount, next, paidBy, version + 1);
    }

    static OrderRow of(ResultSet row, int number) throws SQLException {
        return new OrderRow(
                row.getString("order_no"),
                row.getString("account"),
                new Money(row.getLong("amount_minor"), Money.currency(row.getString("currency"))),
                OrderState.valueOf(row.getString("status")),
                Objects.requireNonNullElse(row.getString("transaction_id"), ""),
                row.getLong("version"));
    }
}
