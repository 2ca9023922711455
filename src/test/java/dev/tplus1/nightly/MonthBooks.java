package dev.tplus1.nightly;

import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What the shop books by itself, in the order of time, and how its books must stand in the end. */
final class MonthBooks {
    private record Step(Instant at, Consumer<Shop> change) {}

    /** An order as it must be in the end. */
    static final class Order {
        final String account;
        final String orderNo;
        final long minor;
        final String currency;
        private String status;
        private String transactionId;
        private @Nullable Instant paidAt;
        private long refunded;
        private int version;

        private Order(String account, String orderNo, long minor, String currency, String status) {
            this.account = account;
            this.orderNo = orderNo;
            this.minor = minor;
            this.currency = currency;
            this.status = status;
            this.transactionId = "";
        }

        String transactionId() {
            return transactionId;
        }

        long left() {
            return minor - refunded;
        }

        private void refunds(long amount) {
            refunded += amount;
            status = refunded == minor ? "REFUNDED" : "PARTIALLY_REFUNDED";
            version++;
        }
    }

    private final List<Step> steps = new ArrayList<>();
    private int done;
    private final Map<String, Order> orders = new HashMap<>();
    final SortedMap<String, String> refunds = new TreeMap<>();
    final SortedMap<String, String> callbacks = new TreeMap<>();
    final SortedMap<String, String> messages = new TreeMap<>();

    private void at(Instant at, Consumer<Shop> change) {
        steps.add(new Step(at, change));
    }

    /** Books all that has happened by now. */
    void until(Shop shop, Instant now) {
        steps.sort(Comparator.comparing(Step::at)); // those of one time stay in their order
        while (done < steps.size() && steps.get(done).at().isBefore(now)) {
            steps.get(done++).change().accept(shop);
        }
    }

    // --- what the shop does ---

    /** An order that is paid, or was closed, or waits; {@code at} is when it came to that. */
    Order order(
            String account,
            String orderNo,
            long minor,
            String currency,
            String status,
            String transactionId,
            Instant at) {
        Order order = new Order(account, orderNo, minor, currency, status);
        order.transactionId = transactionId;
        order.paidAt = status.equals("PAID") ? at : null;
        String paidAt = status.equals("PAID") ? at.toString() : null;
        String id = transactionId.isEmpty() ? null : transactionId;
        at(at, shop -> shop.order(account, orderNo, minor, currency, status, id, paidAt));
        orders.put(orderNo, order);
        return order;
    }

    /** A refund that the shop was told of in time. */
    void refund(Order order, String refundNo, long minor, Instant at) {
        order.refunds(minor);
        String status = order.status;
        at(
                at,
                shop -> {
                    shop.refund(
                            order.account,
                            refundNo,
                            order.orderNo,
                            money(order, minor),
                            "SUCCEEDED",
                            at.toString());
                    moved(shop, order, status);
                });
        refunds.put(refundNo, refund(order, minor, "SUCCEEDED", "", at, 0));
    }

    /** A refund that was asked for. */
    void pendingRefund(Order order, String refundNo, long minor, Instant asked) {
        Money amount = money(order, minor);
        at(
                asked,
                shop -> {
                    shop.refund(order.account, refundNo, order.orderNo, amount, "PENDING", null);
                });
        refunds.put(refundNo, refund(order, minor, "PENDING", "", null, 0));
    }

    /** The provider's callback for it comes by itself. */
    void refundArrives(Order order, String refundNo, long minor, Instant at) {
        order.refunds(minor);
        String status = order.status;
        at(
                at,
                shop -> {
                    shop.database
                            .jdbc()
                            .sql(
                                    "UPDATE refunds SET status = 'SUCCEEDED', refunded_at = ?,"
                                            + " version = version + 1 WHERE refund_no = ?")
                            .params(LocalDateTime.ofInstant(at, ZoneOffset.UTC), refundNo)
                            .update();
                    moved(shop, order, status);
                });
        refunds.put(refundNo, refund(order, minor, "SUCCEEDED", "", at, 1));
    }

    private static void moved(Shop shop, Order order, String status) {
        shop.database
                .jdbc()
                .sql("UPDATE orders SET status = ?, version = version + 1 WHERE order_no = ?")
                .params(status, order.orderNo)
                .update();
    }

    private static Money money(Order order, long minor) {
        return new Money(minor, Money.currency(order.currency));
    }

    // --- what a replay does ---

    void replayed(Order order, String transactionId, Instant at) {
        order.status = "PAID";
        order.transactionId = transactionId;
        order.paidAt = at;
        order.version++;
        applied(order, "PAYMENT", transactionId);
        message("order.paid", order, "", order.minor, at);
    }

    void replayedRefund(Order order, String refundNo, String providerId, long minor, Instant at) {
        order.refunds(minor);
        refunds.put(refundNo, refund(order, minor, "SUCCEEDED", providerId, at, 1));
        applied(order, "REFUND", refundNo);
        message("order.refunded", order, refundNo, minor, at);
    }

    private void applied(Order order, String kind, String reference) {
        callbacks.put(
                order.account + " " + kind + " " + reference,
                "APPLIED of " + order.orderNo + " by replay");
    }

    private void message(String topic, Order order, String refundNo, long minor, Instant at) {
        messages.put(
                topic + " " + order.orderNo + refundNo,
                String.join(
                        " ",
                        order.account,
                        order.status,
                        order.transactionId,
                        MonthFigures.decimal(minor, order.currency),
                        order.currency,
                        at.toString()));
    }

    // --- how they stand in the end ---

    SortedMap<String, String> orders() {
        return orders.values().stream()
                .collect(
                        Collectors.toMap(
                                order -> order.orderNo,
                                order ->
                                        String.join(
                                                " ",
                                                order.account,
                                                String.valueOf(order.minor),
                                                order.currency,
                                                order.status,
                                                "'" + order.transactionId + "'",
                                                String.valueOf(order.paidAt),
                                                "v" + order.version),
                                (one, _) -> one,
                                TreeMap::new));
    }

    private static String refund(
            Order order,
            long minor,
            String status,
            String providerId,
            @Nullable Instant at,
            int version) {
        return String.join(
                " ",
                order.account,
                order.orderNo,
                String.valueOf(minor),
                order.currency,
                status,
                "'" + providerId + "'",
                String.valueOf(at),
                "v" + version);
    }
}
