package dev.tplus1.callback;

import dev.tplus1.entry.OrderState;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/** Orders and refunds as a callback sees and changes them, in the caller's transaction. */
interface OrderBooks {
    Optional<OrderRow> order(String orderNo);

    Optional<OrderRow> orderOf(String account, String transactionId);

    /** Keeps the order as it is until the transaction ends: its refunds come one after another. */
    Optional<OrderRow> lockedOrder(String orderNo);

    /** The refunds that this callback may mean: one, where all is well. */
    List<RefundRow> refunds(Callback callback);

    /** The order's refunds that succeeded, in minor units of this currency. */
    long refunded(OrderRow order);

    /** What a guarded change did. */
    enum Change {
        DONE,
        /** The row is no longer what it was when it was looked at. */
        LOST,
        /** The transaction id is booked under another order. */
        TAKEN
    }

    Change pay(OrderRow order, String transactionId, LocalDateTime paidAt);

    /** Whether the refund was still what it was when it was looked at. */
    boolean refund(RefundRow refund, String providerRefundId, LocalDateTime refundedAt);

    /** Whether the order was still what it was when it was looked at. */
    boolean move(OrderRow order, OrderState next);
}
