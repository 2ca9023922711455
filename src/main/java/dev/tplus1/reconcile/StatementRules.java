package dev.tplus1.reconcile;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.diff.pair.Pair;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Rules 1 to 20, for the statement's entries in statement order: the first that applies. Remembers
 * what earlier entries mean for later ones, so one instance judges one statement.
 */
final class StatementRules {
    private final BusinessDate day;
    private final String account;
    private final Known known;
    private final Map<String, StatementEntry> returns;
    private final Set<String> returnedLater;
    private final Map<String, StatementEntry> paidEarlier = new HashMap<>();
    private final Map<String, Money> returnedEarlier = new HashMap<>();
    private final Set<String> ordersBookedWithoutId = new HashSet<>();

    /**
     * @param returns the statement's refunds, one for each transaction id that has any
     * @param returnedLater the transactions of which a later statement returns money
     */
    StatementRules(
            AccountDay account,
            Known known,
            Map<String, StatementEntry> returns,
            Set<String> returnedLater) {
        this.day = account.day();
        this.account = account.account();
        this.known = known;
        this.returns = returns;
        this.returnedLater = returnedLater;
    }

    Judgement judge(Pair pair) {
        StatementEntry entry = pair.entry();
        Judgement judgement =
                pair.booked() != null ? booked(day, entry, pair.booked()) : unbooked(pair);
        if (entry.kind() == Kind.PAYMENT
                && judgement.rule() != 11
                && !judgement.orderNo().isEmpty()) {
            paidEarlier.putIfAbsent(judgement.orderNo(), entry);
        }
        return judgement;
    }

    /** Remembers a payment that is matched and needs no judgement. */
    void plain(StatementEntry payment, String orderNo) {
        paidEarlier.putIfAbsent(orderNo, payment);
    }

    /** Orders that rule 9 named: their own bookings need no break of their own. */
    Set<String> ordersBookedWithoutId() {
        return ordersBookedWithoutId;
    }

    private Judgement unbooked(Pair pair) {
        StatementEntry entry = pair.entry();
        if (pair.repeats() != null) {
            return new Judgement(
                    1,
                    BreakType.DUPLICATE_LINE,
                    "The same entry as line " + pair.repeats().line() + ".",
                    entry.orderNo());
        }
        return entry.kind() == Kind.PAYMENT ? payment(entry) : refund(entry);
    }

    /** Rules 2 to 6, which need nothing but the two. */
    static Judgement booked(BusinessDate day, StatementEntry entry, BookEntry booked) {
        String orderNo = entry.orderNo().isEmpty() ? booked.orderNo() : entry.orderNo();
        if (!entry.amount().currency().equals(booked.amount().currency())) {
            return new Judgement(
                    2,
                    BreakType.CURRENCY_MISMATCH,
                    "The books have " + booked.amount() + ".",
                    orderNo);
        }
        if (entry.amount().minor() != booked.amount().minor()) {
            return new Judgement(
                    3,
                    BreakType.AMOUNT_MISMATCH,
                    "The books have " + booked.amount() + ".",
                    orderNo);
        }
        if (!entry.orderNo().isEmpty()
                && !booked.orderNo().isEmpty()
                && !entry.orderNo().equals(booked.orderNo())) {
            return new Judgement(
                    4,
                    BreakType.ORDER_MISMATCH,
                    "Booked under order " + booked.orderNo() + ".",
                    orderNo);
        }
        Instant time = booked.time();
        return new Judgement(time == null || !day.contains(time) ? 5 : 6, null, "", orderNo);
    }

    private Judgement payment(StatementEntry entry) {
        BookEntry order = order(entry);
        String orderNo =
                order != null && entry.orderNo().isEmpty() ? order.orderNo() : entry.orderNo();
        boolean ours = order != null && order.account().equals(account);
        if (order == null) {
            return unknown(orderNo);
        }
        if (!ours && !order.booked()) {
            return new Judgement(
                    7,
                    BreakType.UNKNOWN_ORDER,
                    "The order belongs to account " + order.account() + ".",
                    orderNo);
        }
        // a transaction is the account's own: the same id under another account is another
        // transaction
        boolean bookedOtherwise =
                order.booked()
                        && !order.transactionId().isEmpty()
                        && !(ours && order.transactionId().equals(entry.transactionId()));
        if (bookedOtherwise) {
            String where = ours ? "" : " under account " + order.account();
            return new Judgement(
                    8,
                    BreakType.DUPLICATE_PAYMENT,
                    "The order is already paid by transaction "
                            + order.transactionId()
                            + where
                            + ".",
                    orderNo);
        }
        StatementEntry earlier = paidEarlier.get(orderNo);
        if (earlier != null) {
            return new Judgement(
                    8,
                    BreakType.DUPLICATE_PAYMENT,
                    "Line "
                            + earlier.line()
                            + " is an earlier payment of the same order: "
                            + earlier.transactionId()
                            + ".",
                    orderNo);
        }
        if (order.booked()) {
            ordersBookedWithoutId.add(orderNo);
            return new Judgement(
                    9,
                    BreakType.STATUS_MISMATCH,
                    "The order is " + order.state().name() + " without a transaction id.",
                    orderNo);
        }
        return pending(
                entry,
                order,
                returns.get(entry.transactionId()),
                returnedLater.contains(entry.transactionId()));
    }

    /** By its number; else by transaction, unless the order is booked under another one. */
    private @Nullable BookEntry order(StatementEntry payment) {
        if (!payment.orderNo().isEmpty()) {
            return known.order(payment.orderNo());
        }
        BookEntry row = known.payment(payment.transactionId());
        BookEntry best = row == null ? null : known.order(row.orderNo());
        return best != null && best.booked() ? best : row;
    }

    /**
     * Of a payment without a booking that no other entry has to do with: rules 7, 10 and 12 to 14.
     *
     * @param order it waits to be paid by it, as the only row that names it; none: the books do not
     *     have it
     */
    static Judgement lone(StatementEntry payment, @Nullable BookEntry order) {
        return order == null ? unknown(payment.orderNo()) : pending(payment, order, null, false);
    }

    private static Judgement unknown(String orderNo) {
        return new Judgement(7, BreakType.UNKNOWN_ORDER, "The books have no such order.", orderNo);
    }

    private static Judgement pending(
            StatementEntry entry,
            BookEntry order,
            @Nullable StatementEntry back,
            boolean returnedLater) {
        String orderNo = entry.orderNo().isEmpty() ? order.orderNo() : entry.orderNo();
        if (order.state() == OrderState.CLOSED || order.state() == OrderState.FAILED) {
            return new Judgement(
                    10,
                    BreakType.PAID_AFTER_CLOSE,
                    "The order is " + order.state().name() + ".",
                    orderNo);
        }
        if (back != null) {
            return new Judgement(
                    11,
                    BreakType.PAID_THEN_REFUNDED,
                    "Line " + back.line() + " returns money of it.",
                    orderNo);
        }
        if (returnedLater) {
            return new Judgement(
                    11,
                    BreakType.PAID_THEN_REFUNDED,
                    "A later statement returns money of it.",
                    orderNo);
        }
        String asks = "Order pending, asks for " + order.amount() + ".";
        if (!order.amount().currency().equals(entry.amount().currency())) {
            return new Judgement(12, BreakType.CURRENCY_MISMATCH, asks, orderNo);
        }
        if (order.amount().minor() != entry.amount().minor()) {
            return new Judgement(13, BreakType.AMOUNT_MISMATCH, asks, orderNo);
        }
        return new Judgement(14, BreakType.MISSED_CALLBACK, "", orderNo);
    }

    private Judgement refund(StatementEntry entry) {
        BookEntry refund = known.refund(entry.key());
        if (refund == null) {
            BookEntry payment = known.payment(entry.transactionId());
            return new Judgement(
                    15,
                    BreakType.UNKNOWN_REFUND,
                    "The books have no such refund.",
                    entry.orderNo().isEmpty() && payment != null
                            ? payment.orderNo()
                            : entry.orderNo());
        }
        String orderNo = entry.orderNo().isEmpty() ? refund.orderNo() : entry.orderNo();
        BookEntry order = known.order(refund);
        if (refund.state() == RefundState.FAILED) {
            return new Judgement(
                    16, BreakType.STATUS_MISMATCH, "The books' refund is FAILED.", orderNo);
        }
        if (order == null || !order.booked()) {
            return new Judgement(
                    16,
                    BreakType.STATUS_MISMATCH,
                    order == null
                            ? "The books do not have its order."
                            : "Its order is " + order.state().name() + ".",
                    orderNo);
        }
        String has = "The books' pending refund is " + refund.amount() + ".";
        if (!refund.amount().currency().equals(entry.amount().currency())) {
            return new Judgement(17, BreakType.CURRENCY_MISMATCH, has, orderNo);
        }
        if (refund.amount().minor() != entry.amount().minor()) {
            return new Judgement(17, BreakType.AMOUNT_MISMATCH, has, orderNo);
        }
        return pendingRefund(entry, order, orderNo);
    }

    private Judgement pendingRefund(StatementEntry entry, BookEntry order, String orderNo) {
        Money amount = entry.amount();
        if (!order.amount().currency().equals(amount.currency())) {
            return new Judgement(
                    17,
                    BreakType.CURRENCY_MISMATCH,
                    "Its order is in " + order.amount().currency() + ".",
                    orderNo);
        }
        Money earlier =
                returnedEarlier.getOrDefault(order.orderNo(), new Money(0, amount.currency()));
        Money left = order.amount().minus(known.refunded(order)).minus(earlier);
        if (left.minor() < amount.minor()) {
            return new Judgement(
                    18,
                    BreakType.REFUND_EXCEEDS,
                    "Of the order's " + order.amount() + " only " + left + " is left to return.",
                    orderNo);
        }
        returnedEarlier.put(order.orderNo(), earlier.plus(amount));
        return entry.inProgress()
                ? new Judgement(19, BreakType.REFUND_IN_PROGRESS, "", orderNo)
                : new Judgement(20, BreakType.MISSED_CALLBACK, "", orderNo);
    }
}
