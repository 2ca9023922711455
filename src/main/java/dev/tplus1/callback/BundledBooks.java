package dev.tplus1.callback;

import dev.tplus1.database.Database;
import dev.tplus1.database.SqlErrors;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The statements on orders and refunds, in the caller's transaction. Each change names in its WHERE
 * all that it was decided by, so it meets exactly the row that was looked at, or nothing.
 */
final class BundledBooks implements OrderBooks {
    /** More than one is ambiguous already; what lies beyond is not read. */
    private static final int MOST_CANDIDATES = 2;

    private static final String PAY =
            "UPDATE orders SET status = ?, transaction_id = ?, paid_at = ?, version = version + 1"
                    + " WHERE order_no = ? AND account = ? AND status = ? AND version = ?"
                    + " AND amount_minor = ? AND currency = ?";

    private static final String REFUND =
            "UPDATE refunds SET status = ?,"
                    + " provider_refund_id = COALESCE(NULLIF(?, ''), provider_refund_id),"
                    + " refunded_at = ?, version = version + 1 WHERE account = ? AND order_no = ?"
                    + " AND refund_no = ? AND status = ? AND version = ? AND amount_minor = ?"
                    + " AND currency = ?";

    private static final String MOVE =
            "UPDATE orders SET status = ?, version = version + 1 WHERE order_no = ?"
                    + " AND account = ? AND status = ? AND version = ?";

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    BundledBooks(Database database) {
        this.jdbc = database.jdbc();
        this.batches = new JdbcTemplate(database.dataSource());
    }

    @Override
    public Optional<OrderRow> order(String orderNo) {
        return jdbc.sql("SELECT " + OrderRow.COLUMNS + " FROM orders WHERE order_no = ?")
                .params(orderNo)
                .query(OrderRow::of)
                .optional();
    }

    @Override
    public Optional<OrderRow> orderOf(String account, String transactionId) {
        return jdbc.sql(
                        "SELECT "
                                + OrderRow.COLUMNS
                                + " FROM orders WHERE account = ? AND transaction_id = ?")
                .params(account, transactionId)
                .query(OrderRow::of)
                .optional();
    }

    @Override
    public Optional<OrderRow> lockedOrder(String orderNo) {
        return jdbc.sql("SELECT " + OrderRow.COLUMNS + " FROM orders WHERE order_no = ? FOR UPDATE")
                .params(orderNo)
                .query(OrderRow::of)
                .optional();
    }

    @Override
    public List<RefundRow> refunds(Callback callback) {
        boolean numbered = given(callback.refundNo());
        if (!numbered && !given(callback.providerRefundId())) {
            return List.of();
        }
        String sql =
                "SELECT "
                        + RefundRow.COLUMNS
                        + " FROM refunds WHERE account = :account AND "
                        + (numbered ? "refund_no = :id" : "provider_refund_id = :id")
                        + (callback.orderNo().isEmpty() ? "" : " AND order_no = :order")
                        + " LIMIT "
                        + MOST_CANDIDATES;
        var statement =
                jdbc.sql(sql)
                        .param("account", callback.account())
                        .param("id", numbered ? callback.refundNo() : callback.providerRefundId());
        if (!callback.orderNo().isEmpty()) {
            statement = statement.param("order", callback.orderNo());
        }
        return statement.query(RefundRow::of).list();
    }

    @Override
    public long refunded(OrderRow order) {
        BigDecimal sum =
                jdbc.sql(
                                "SELECT COALESCE(SUM(amount_minor), 0) FROM refunds"
                                        + " WHERE order_no = ? AND account = ? AND status = ?"
                                        + " AND currency = ?")
                        .params(
                                order.orderNo(),
                                order.account(),
                                RefundState.SUCCEEDED.name(),
                                order.amount().currency().getCurrencyCode())
                        .query(BigDecimal.class)
                        .single();
        return Objects.requireNonNull(sum).longValueExact();
    }

    @Override
    public Change pay(OrderRow order, String transactionId, LocalDateTime paidAt) {
        try {
            int changed = jdbc.sql(PAY).params(paying(order, transactionId, paidAt)).update();
            return changed == 1 ? Change.DONE : Change.LOST;
        } catch (DataAccessException e) {
            if (SqlErrors.duplicateKey(e)) {
                return Change.TAKEN;
            }
            throw e;
        }
    }

    @Override
    public boolean refund(RefundRow refund, String providerRefundId, LocalDateTime refundedAt) {
        return jdbc.sql(REFUND).params(refunding(refund, providerRefundId, refundedAt)).update()
                == 1;
    }

    @Override
    public boolean move(OrderRow order, OrderState next) {
        return jdbc.sql(MOVE).params(moving(order, next)).update() == 1;
    }

    static Object[] paying(OrderRow order, String transactionId, LocalDateTime paidAt) {
        Money amount = order.amount();
        return new Object[] {
            OrderState.PAID.name(),
            transactionId,
            paidAt,
            order.orderNo(),
            order.account(),
            OrderState.PENDING.name(),
            order.version(),
            amount.minor(),
            amount.currency().getCurrencyCode()
        };
    }

    static Object[] refunding(RefundRow refund, String providerRefundId, LocalDateTime refundedAt) {
        Money amount = refund.amount();
        return new Object[] {
            RefundState.SUCCEEDED.name(),
            given(providerRefundId) ? providerRefundId : "",
            refundedAt,
            refund.account(),
            refund.orderNo(),
            refund.refundNo(),
            RefundState.PENDING.name(),
            refund.version(),
            amount.minor(),
            amount.currency().getCurrencyCode()
        };
    }

    static Object[] moving(OrderRow order, OrderState next) {
        return new Object[] {
            next.name(), order.orderNo(), order.account(), order.state().name(), order.version()
        };
    }

    /** Whether each of these payments met its order as it was looked at. */
    boolean payEach(List<Object[]> payings) {
        return each(PAY, payings);
    }

    boolean refundEach(List<Object[]> refundings) {
        return each(REFUND, refundings);
    }

    boolean moveEach(List<Object[]> movings) {
        return each(MOVE, movings);
    }

    /** A count that the driver does not know is not 1 either. */
    private boolean each(String sql, List<Object[]> changes) {
        if (changes.isEmpty()) {
            return true;
        }
        int[] rows = batches.batchUpdate(sql, changes);
        return rows.length == changes.size() && Arrays.stream(rows).allMatch(count -> count == 1);
    }

    /** Providers write an absent number as nothing or as 0. */
    static boolean given(String id) {
        return !id.isEmpty() && !id.equals("0");
    }
}
