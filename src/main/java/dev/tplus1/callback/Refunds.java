package dev.tplus1.callback;

import static dev.tplus1.callback.Refusals.refused;
import static dev.tplus1.callback.Refusals.shown;

import dev.tplus1.entry.Money;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;

import org.springframework.dao.OptimisticLockingFailureException;

import java.util.List;
import java.util.Optional;

/**
 * A refund's callback on the bundled books, in the caller's transaction. The order is locked first,
 * so that of several refunds each sees the sum that the one before it left.
 */
final class Refunds {
    private final OrderBooks books;
    private final Messages messages;

    Refunds(OrderBooks books, Messages messages) {
        this.books = books;
        this.messages = messages;
    }

    CallbackOutcome apply(Callback callback) {
        String orderNo = callback.orderNo();
        if (orderNo.isEmpty()) {
            List<RefundRow> named = books.refunds(callback);
            if (named.size() != 1) {
                return notOne(callback, named);
            }
            orderNo = named.getFirst().orderNo();
        }
        Optional<OrderRow> locked = books.lockedOrder(orderNo);
        if (locked.isEmpty()) {
            return refused(Refusal.UNKNOWN_ORDER, "the books have no order " + shown(orderNo));
        }
        OrderRow order = locked.get();
        if (!order.account().equals(callback.account())) {
            return refused(
                    Refusal.OTHER_ACCOUNT,
                    "order " + shown(orderNo) + " belongs to account " + order.account());
        }
        // only now: whoever held the order before us may have changed it
        List<RefundRow> named = books.refunds(callback);
        return named.size() == 1 ? one(callback, order, named.getFirst()) : notOne(callback, named);
    }

    private static CallbackOutcome notOne(Callback callback, List<RefundRow> named) {
        String number =
                shown(
                        BundledBooks.given(callback.refundNo())
                                ? callback.refundNo()
                                : callback.providerRefundId());
        return named.isEmpty()
                ? refused(
                        Refusal.UNKNOWN_REFUND,
                        "the books have no refund "
                                + number
                                + " of order "
                                + shown(callback.orderNo()))
                : refused(
                        Refusal.AMBIGUOUS_REFUND,
                        "the books have several refunds with the number " + number);
    }

    private CallbackOutcome one(Callback callback, OrderRow order, RefundRow refund) {
        Optional<CallbackOutcome> differs = Payments.amounts(callback, refund.amount());
        if (differs.isEmpty()) {
            differs = ids(callback, order, refund);
        }
        if (differs.isPresent()) {
            return differs.get();
        }
        return switch (refund.state()) {
            case SUCCEEDED -> new CallbackOutcome.AlreadyApplied(false);
            case FAILED ->
                    refused(
                            Refusal.REFUND_FAILED,
                            "refund " + shown(refund.refundNo()) + " is FAILED in the books");
            case PENDING -> pending(callback, order, refund);
        };
    }

    private static Optional<CallbackOutcome> ids(
            Callback callback, OrderRow order, RefundRow refund) {
        boolean otherPayment =
                !callback.transactionId().isEmpty()
                        && !order.transactionId().isEmpty()
                        && !callback.transactionId().equals(order.transactionId());
        if (otherPayment) {
            return Optional.of(
                    refused(
                            Refusal.TRANSACTION_DIFFERS,
                            "order "
                                    + shown(order.orderNo())
                                    + " was paid by transaction "
                                    + shown(order.transactionId())
                                    + ", the refund is of "
                                    + shown(callback.transactionId())));
        }
        boolean otherRefund =
                BundledBooks.given(callback.providerRefundId())
                        && BundledBooks.given(refund.providerRefundId())
                        && !callback.providerRefundId().equals(refund.providerRefundId());
        return otherRefund
                ? Optional.of(
                        refused(
                                Refusal.REFUND_ID_DIFFERS,
                                "the books know refund "
                                        + shown(refund.refundNo())
                                        + " as "
                                        + shown(refund.providerRefundId())
                                        + ", the callback says "
                                        + shown(callback.providerRefundId())))
                : Optional.empty();
    }

    private CallbackOutcome pending(Callback callback, OrderRow order, RefundRow refund) {
        if (!order.state().booked()) {
            return refused(
                    Refusal.ORDER_NOT_BOOKED,
                    "order " + shown(order.orderNo()) + " is " + order.state());
        }
        if (!refund.amount().currency().equals(order.amount().currency())) {
            return refused(
                    Refusal.CURRENCY_DIFFERS,
                    "the order is of " + order.amount() + ", the refund of " + refund.amount());
        }
        Money already = new Money(books.refunded(order), order.amount().currency());
        Money sum = already.plus(refund.amount());
        if (sum.minor() > order.amount().minor()) {
            return refused(
                    Refusal.REFUND_EXCEEDS,
                    already
                            + " of "
                            + order.amount()
                            + " were refunded already; "
                            + refund.amount()
                            + " more is too much");
        }
        OrderState next =
                sum.minor() == order.amount().minor()
                        ? OrderState.REFUNDED
                        : OrderState.PARTIALLY_REFUNDED;
        if (!order.state().mayBecome(next) || !refund.state().mayBecome(RefundState.SUCCEEDED)) {
            return refused(
                    Refusal.ORDER_STATE,
                    "order "
                            + shown(order.orderNo())
                            + " is "
                            + order.state()
                            + " and cannot become "
                            + next);
        }
        boolean done =
                books.refund(refund, callback.providerRefundId(), Payments.utc(callback))
                        && books.move(order, next);
        if (!done) {
            throw new OptimisticLockingFailureException(
                    "refund " + shown(refund.refundNo()) + " changed meanwhile");
        }
        messages.refunded(callback, order, refund, next);
        return new CallbackOutcome.Applied();
    }
}
