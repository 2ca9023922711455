package dev.tplus1.callback;

import dev.tplus1.database.Database;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;

import org.springframework.jdbc.core.simple.JdbcClient;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The bundled books of several callbacks, read once for all of them and changed once at the end, in
 * the caller's transaction. Each callback sees what those before it have done. It may see less than
 * there is, so what is refused here is not refused for good: all that counts is that each was
 * applied, and that {@link #write} met every row as it was seen.
 */
final class BooksAtOnce implements OrderBooks {
    /** Orders with more refunds than this in all are for the way one by one. */
    private static final int MOST_REFUNDS = 5_000;

    private final BundledBooks books;
    private final Map<String, OrderRow> orders = new HashMap<>();
    private final Map<String, List<RefundRow>> refunds = new HashMap<>();
    private final List<Object[]> payings = new ArrayList<>();
    private final List<Object[]> refundings = new ArrayList<>();
    private final List<Object[]> movings = new ArrayList<>();

    private BooksAtOnce(BundledBooks books) {
        this.books = books;
    }

    /** Reads the orders; of refunds, they stay as they are until the transaction ends. */
    static BooksAtOnce read(Database database, BundledBooks books, List<Callback> callbacks) {
        BooksAtOnce read = new BooksAtOnce(books);
        JdbcClient jdbc = database.jdbc();
        Set<String> accounts =
                callbacks.stream().map(Callback::account).collect(Collectors.toSet());
        Set<String> paid = ids(callbacks, Kind.PAYMENT, Callback::orderNo);
        Set<String> unnamed =
                ids(
                        callbacks.stream().filter(each -> each.orderNo().isEmpty()).toList(),
                        Kind.PAYMENT,
                        Callback::transactionId);
        Set<String> refunded = ids(callbacks, Kind.REFUND, Callback::orderNo);
        if (!paid.isEmpty()) {
            read.orders(jdbc, "order_no IN (:ids)", Map.of("ids", paid));
        }
        if (!unnamed.isEmpty()) {
            read.orders(
                    jdbc,
                    "account IN (:accounts) AND transaction_id IN (:ids)",
                    Map.of("accounts", accounts, "ids", unnamed));
        }
        if (!refunded.isEmpty()) {
            // by their numbers: two that lock several wait for each other, and never crosswise
            read.orders(
                    jdbc,
                    "order_no IN (:ids) ORDER BY order_no FOR UPDATE",
                    Map.of("ids", refunded));
            read.refunds(jdbc, refunded);
        }
        return read;
    }

    private static Set<String> ids(
            List<Callback> callbacks, Kind kind, Function<Callback, String> id) {
        return callbacks.stream()
                .filter(callback -> callback.kind() == kind)
                .map(id)
                .filter(each -> !each.isEmpty())
                .collect(Collectors.toSet());
    }

    private void orders(JdbcClient jdbc, String where, Map<String, Set<String>> ids) {
        jdbc.sql("SELECT " + OrderRow.COLUMNS + " FROM orders WHERE " + where)
                .params(ids)
                .query(OrderRow::of)
                .list()
                .forEach(row -> orders.put(row.orderNo(), row));
    }

    private void refunds(JdbcClient jdbc, Set<String> orderNos) {
        List<RefundRow> rows =
                jdbc.sql(
                                "SELECT "
                                        + RefundRow.COLUMNS
                                        + " FROM refunds WHERE order_no IN (:ids) LIMIT "
                                        + (MOST_REFUNDS + 1))
                        .param("ids", orderNos)
                        .query(RefundRow::of)
                        .list();
        if (rows.size() <= MOST_REFUNDS) {
            for (RefundRow row : rows) {
                refunds.computeIfAbsent(row.orderNo(), _ -> new ArrayList<>()).add(row);
            }
        }
    }

    @Override
    public Optional<OrderRow> order(String orderNo) {
        return Optional.ofNullable(orders.get(orderNo));
    }

    @Override
    public Optional<OrderRow> orderOf(String account, String transactionId) {
        return orders.values().stream()
                .filter(order ->
                        order.account().equals(account)
                                && order.transactionId().equals(transactionId))
                .findAny();
    }

    @Override
    public Optional<OrderRow> lockedOrder(String orderNo) {
        return order(orderNo);
    }

    @Override
    public List<RefundRow> refunds(Callback callback) {
        boolean numbered = BundledBooks.given(callback.refundNo());
        return refunds.getOrDefault(callback.orderNo(), List.of()).stream()
                .filter(row ->
                        row.account().equals(callback.account())
                                && (numbered
                                        ? row.refundNo().equals(callback.refundNo())
                                        : BundledBooks.given(callback.providerRefundId())
                                                && row.providerRefundId()
                                                        .equals(callback.providerRefundId())))
                .toList();
    }

    @Override
    public long refunded(OrderRow order) {
        long sum = 0;
        for (RefundRow row : refunds.getOrDefault(order.orderNo(), List.of())) {
            if (row.account().equals(order.account())
                    && row.state() == RefundState.SUCCEEDED
                    && row.amount().currency().equals(order.amount().currency())) {
                sum = Math.addExact(sum, row.amount().minor());
            }
        }
        return sum;
    }

    @Override
    public Change pay(OrderRow order, String transactionId, LocalDateTime paidAt) {
        payings.add(BundledBooks.paying(order, transactionId, paidAt));
        orders.put(order.orderNo(), order.become(OrderState.PAID, transactionId));
        return Change.DONE;
    }

    @Override
    public boolean refund(RefundRow refund, String providerRefundId, LocalDateTime refundedAt) {
        refundings.add(BundledBooks.refunding(refund, providerRefundId, refundedAt));
        refunds.getOrDefault(refund.orderNo(), List.of())
                .replaceAll(row -> row.equals(refund) ? refund.succeeded(providerRefundId) : row);
        return true;
    }

    @Override
    public boolean move(OrderRow order, OrderState next) {
        movings.add(BundledBooks.moving(order, next));
        orders.put(order.orderNo(), order.become(next, order.transactionId()));
        return true;
    }

    /** Whether each change met its row as it was seen; if not, all must be rolled back. */
    boolean write() {
        return books.payEach(payings) && books.refundEach(refundings) && books.moveEach(movings);
    }
}
