package dev.tplus1.callback;

import dev.tplus1.entry.OrderState;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the shop is told when a callback changed its books: delivery may start, or must stop. */
final class Messages {
    static final String PAID = "order.paid";
    static final String REFUNDED = "order.refunded";

    private static final JsonMapper JSON = new JsonMapper();

    /** Where they go, in their order: the outbox, at once or together with others. */
    @FunctionalInterface
    interface Post {
        void write(String topic, String messageKey, String payload);
    }

    private final Post outbox;

    Messages(Post outbox) {
        this.outbox = outbox;
    }

    void paid(Callback callback, OrderRow order) {
        send(PAID, order.orderNo(), content(PAID, callback, order, OrderState.PAID));
    }

    void refunded(Callback callback, OrderRow order, RefundRow refund, OrderState next) {
        ObjectNode content = content(REFUNDED, callback, order, next);
        content.put("refundNo", refund.refundNo());
        content.put("providerRefundId", callback.providerRefundId());
        send(REFUNDED, order.orderNo(), content);
    }

    /** On books whose orders we cannot read: all that the callback itself says. */
    void booked(Callback callback) {
        String orderNo =
                callback.orderNo().isEmpty() ? callback.transactionId() : callback.orderNo();
        switch (callback.kind()) {
            case PAYMENT ->
                    send(
                            PAID,
                            orderNo,
                            content(PAID, callback).put("status", OrderState.PAID.name()));
            case REFUND ->
                    send(
                            REFUNDED,
                            orderNo,
                            content(REFUNDED, callback)
                                    .put("refundNo", callback.refundNo())
                                    .put("providerRefundId", callback.providerRefundId()));
        }
    }

    private void send(String topic, String orderNo, ObjectNode content) {
        outbox.write(topic, orderNo, content.toString());
    }

    private static ObjectNode content(
            String type, Callback callback, OrderRow order, OrderState next) {
        return content(type, callback).put("orderNo", order.orderNo()).put("status", next.name());
    }

    private static ObjectNode content(String type, Callback callback) {
        return JSON.createObjectNode()
                .put("type", type)
                .put("account", callback.account())
                .put("orderNo", callback.orderNo())
                .put("transactionId", callback.transactionId())
                .put("amount", callback.amount().decimal())
                .put("currency", callback.amount().currency().getCurrencyCode())
                .put("occurredAt", callback.occurredAt().toString())
                .put("source", callback.source())
                .put("runId", callback.runId());
    }
}
