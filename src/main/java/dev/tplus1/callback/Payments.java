package dev.tplus1.callback;

import static dev.tplus1.callback.Refusals.refused;
import static dev.tplus1.callback.Refusals.shown;

import dev.tplus1.entry.Money;
import dev.tplus1.entry.OrderState;

import org.springframework.dao.OptimisticLockingFailureException;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** A payment's callback on the bundled books, in the caller's transaction. */
final class Payments {
    private final OrderBooks books;
    private final Messages messages;

    Payments(OrderBooks books, Messages messages) {
        this.books = books;
        this.messages = messages;
    }

    CallbackOutcome apply(Callback callback) {
        Optional<OrderRow> found =
                callback.orderNo().isEmpty()
                        ? books.orderOf(callback.account(), callback.transactionId())
                        : books.order(callback.orderNo());
        if (found.isEmpty()) {
            return refused(
                    Refusal.UNKNOWN_ORDER, "the books have no order " + shown(callback.orderNo()));
        }
        OrderRow order = found.get();
        if (!order.account().equals(callback.account())) {
            return refused(
                    Refusal.OTHER_ACCOUNT,
                    "order " + shown(order.orderNo()) + " belongs to account " + order.account());
        }
        if (order.state().booked()) {
            return booked(callback, order);
        }
        if (!order.state().mayBecome(OrderState.PAID)) {
            return refused(
                    order.state() == OrderState.CLOSED
                            ? Refusal.ORDER_CLOSED
                            : Refusal.ORDER_FAILED,
                    "order " + shown(order.orderNo()) + " is " + order.state());
        }
        Optional<CallbackOutcome> differs = amounts(callback, order.amount());
        return differs.isPresent() ? differs.get() : pay(callback, order);
    }

    private CallbackOutcome booked(Callback callback, OrderRow order) {
        if (!order.transactionId().equals(callback.transactionId())) {
            return refused(
                    Refusal.PAID_OTHERWISE,
                    "order "
                            + shown(order.orderNo())
                            + " is "
                            + order.state()
                            + (order.transactionId().isEmpty()
                                    ? " without a transaction id"
                                    : " by transaction " + shown(order.transactionId())));
        }
        return amounts(callback, order.amount())
                .orElseGet(() -> new CallbackOutcome.AlreadyApplied(false));
    }

    static Optional<CallbackOutcome> amounts(Callback callback, Money booked) {
        Money amount = callback.amount();
        if (!amount.currency().equals(booked.currency())) {
            return Optional.of(
                    refused(
                            Refusal.CURRENCY_DIFFERS,
                            "the books expect " + booked + ", the callback says " + amount));
        }
        if (amount.minor() != booked.minor()) {
            return Optional.of(
                    refused(
                            Refusal.AMOUNT_DIFFERS,
                            "the books expect " + booked + ", the callback says " + amount));
        }
        return Optional.empty();
    }

    private CallbackOutcome pay(Callback callback, OrderRow order) {
        return switch (books.pay(order, callback.transactionId(), utc(callback))) {
            case DONE -> {
                messages.paid(callback, order);
                yield new CallbackOutcome.Applied();
            }
            case LOST ->
                    throw new OptimisticLockingFailureException(
                            "order " + shown(order.orderNo()) + " changed meanwhile");
            case TAKEN ->
                    refused(
                            Refusal.BOOKED_ELSEWHERE,
                            "transaction "
                                    + shown(callback.transactionId())
                                    + " is booked under another order");
        };
    }

    static LocalDateTime utc(Callback callback) {
        return LocalDateTime.ofInstant(
                callback.occurredAt().truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
    }
}
