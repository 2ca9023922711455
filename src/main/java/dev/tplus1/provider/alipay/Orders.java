package dev.tplus1.provider.alipay;

import dev.tplus1.callback.Callback;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.http.CallException;
import dev.tplus1.http.Retries;
import dev.tplus1.replay.OrderQuery.State;
import dev.tplus1.replay.OrderQuery.State.Changed;
import dev.tplus1.replay.OrderQuery.State.Stands;
import dev.tplus1.statement.Shown;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks Alipay what it knows of a trade or a refund now. Thread-safe.
 *
 * <p>What {@code alipay.trade.query} answers is the same before and after a part of a trade was
 * refunded: the trade is closed by a full refund alone, and no documented field tells more. {@code
 * alipay.trade.fastpay.refund.query} knows a refund by its request number only. So a payment's
 * second question is for a refund under the order's own number, which is what Alipay takes where
 * the merchant gave none; a part that was refunded under another number is not seen here.
 * (opendocs.alipay.com, "统一收单交易查询" and "统一收单交易退款查询".)
 */
final class Orders {
    static final String TRADE = "alipay.trade.query";
    static final String REFUND = "alipay.trade.fastpay.refund.query";

    private static final List<String> NOT_THERE = List.of("not_exist");

    /** Fields that a trade's answer is not documented to have, and that would tell of a refund. */
    private static final List<String> RETURNED =
            List.of("refund_fee", "refund_amount", "send_back_fee");

    private final Gateway gateway;
    private final Retries retries;
    private final boolean statusRequired;

    /**
     * @param statusRequired whether a refund without a status is none, as Alipay's documents say
     *     now; they said otherwise before
     */
    Orders(Gateway gateway, Retries retries, boolean statusRequired) {
        this.gateway = gateway;
        this.retries = retries;
        this.statusRequired = statusRequired;
    }

    State state(Callback callback) throws IOException {
        try {
            return switch (callback.kind()) {
                case PAYMENT -> payment(callback);
                case REFUND -> refund(callback);
            };
        } catch (IllegalArgumentException e) {
            throw new CallException(
                    "Alipay's answer about " + what(callback) + ": " + e.getMessage());
        }
    }

    private State payment(Callback callback) throws IOException {
        Reply reply = ask(callback, TRADE, trade(callback));
        if (!reply.ok()) {
            return gone(callback, reply, "the trade");
        }
        checkOrder(callback, reply);
        State state = paid(callback, reply);
        String orderNo = reply.text("out_trade_no");
        if (state instanceof Changed || orderNo.isEmpty()) {
            return state;
        }
        Reply refund =
                ask(
                        callback,
                        REFUND,
                        Map.of("trade_no", callback.transactionId(), "out_request_no", orderNo));
        if (!refund.ok()) {
            return refund.saysNo(NOT_THERE) ? state : refused(callback, refund);
        }
        Money returned = refund.amount("refund_amount", callback.amount().currency());
        return returned == null || returned.minor() == 0
                ? state
                : new Changed("Alipay says that " + returned + " of it was refunded");
    }

    private State paid(Callback callback, Reply reply) throws CallException {
        String status = reply.text("trade_status");
        switch (status) {
            case "TRADE_SUCCESS", "TRADE_FINISHED" -> {
                // paid
            }
            case "TRADE_CLOSED" -> {
                return new Changed(
                        "Alipay says that the trade is closed (TRADE_CLOSED): it was refunded in"
                                + " full, or never paid");
            }
            case "WAIT_BUYER_PAY" -> {
                return new Changed("Alipay says that the buyer has not paid (WAIT_BUYER_PAY)");
            }
            case "" -> throw unclear(callback, "it has no trade_status");
            default -> {
                return new Changed("Alipay says that the trade is " + gateway.shown(status));
            }
        }
        String trade = reply.text("trade_no");
        if (!trade.equals(callback.transactionId())) {
            return new Changed(
                    "Alipay has the order under another trade number, " + gateway.shown(trade));
        }
        for (String unpaid : List.of("credit_pay_mode", "additional_status")) {
            String text = reply.text(unpaid);
            if (!text.isEmpty()) {
                return new Changed(
                        "Alipay says that the money is not here yet ("
                                + unpaid
                                + " "
                                + gateway.shown(text)
                                + ")");
            }
        }
        for (String returned : RETURNED) {
            Money amount = reply.amount(returned, callback.amount().currency());
            if (amount != null && amount.minor() != 0) {
                return new Changed("Alipay says that " + amount + " of it was refunded");
            }
        }
        return sameAmount(callback, reply, "total_amount");
    }

    private State refund(Callback callback) throws IOException {
        String number = requestNo(callback);
        Map<String, String> trade = new HashMap<>(trade(callback));
        trade.put("out_request_no", number);
        Reply reply = ask(callback, REFUND, trade);
        if (!reply.ok()) {
            return gone(callback, reply, "the refund");
        }
        String status = reply.text("refund_status");
        boolean empty = reply.text("refund_amount").isEmpty();
        if (empty || (status.isEmpty() && statusRequired)) {
            return new Changed("Alipay knows no such refund, or it failed");
        }
        if (!status.isEmpty() && !status.equals("REFUND_SUCCESS")) {
            return new Changed("Alipay says that the refund is " + gateway.shown(status));
        }
        checkOrder(callback, reply);
        if (!reply.text("out_request_no").equals(number)) {
            throw unclear(callback, "it is about another refund");
        }
        String tradeNo = reply.text("trade_no");
        if (!callback.transactionId().isEmpty() && !tradeNo.equals(callback.transactionId())) {
            return new Changed(
                    "Alipay has the refund under another trade number, " + gateway.shown(tradeNo));
        }
        return sameAmount(callback, reply, "refund_amount");
    }

    /** The order by its own number, or where there is none by Alipay's. */
    private static Map<String, String> trade(Callback callback) {
        return callback.orderNo().isEmpty()
                ? Map.of("trade_no", callback.transactionId())
                : Map.of("out_trade_no", callback.orderNo());
    }

    /** A refund without a number has that of its order. */
    private static String requestNo(Callback callback) throws CallException {
        String number = callback.refundNo().isEmpty() ? callback.orderNo() : callback.refundNo();
        if (number.isEmpty() || (callback.orderNo() + callback.transactionId()).isEmpty()) {
            throw new CallException(
                    "Alipay cannot be asked for a refund without any number: "
                            + Shown.quoted(callback.reference()));
        }
        return number;
    }

    private State sameAmount(Callback callback, Reply reply, String field) throws CallException {
        String currency = reply.text("trans_currency");
        String expected = callback.amount().currency().getCurrencyCode();
        if (!currency.isEmpty() && !currency.equals(expected)) {
            return new Changed(
                    "Alipay has it in " + gateway.shown(currency) + ", not in " + expected);
        }
        Money amount = reply.amount(field, callback.amount().currency());
        if (amount == null) {
            throw unclear(callback, "it has no " + field);
        }
        return amount.equals(callback.amount())
                ? new Stands()
                : new Changed(
                        "Alipay says that the amount is "
                                + amount
                                + ", the statement has "
                                + callback.amount());
    }

    private State gone(Callback callback, Reply reply, String whatever) throws CallException {
        return reply.saysNo(NOT_THERE)
                ? new Changed(
                        "Alipay does not know "
                                + whatever
                                + " ("
                                + gateway.shown(reply.told())
                                + ")")
                : refused(callback, reply);
    }

    private State refused(Callback callback, Reply reply) throws CallException {
        throw new CallException(
                "Alipay's answer about " + what(callback) + ": " + gateway.shown(reply.told()));
    }

    /** An answer, signed as it may be, is to this question. */
    private static void checkOrder(Callback callback, Reply reply) throws CallException {
        String order = reply.text("out_trade_no");
        if (!callback.orderNo().isEmpty() && !order.equals(callback.orderNo())) {
            throw unclear(callback, "it is about another order");
        }
    }

    private static CallException unclear(Callback callback, String why) {
        return new CallException("Alipay's answer about " + what(callback) + ": " + why);
    }

    private Reply ask(Callback callback, String method, Map<String, String> content)
            throws IOException {
        return retries.run(
                "Alipay's answer about " + what(callback), () -> gateway.ask(method, content));
    }

    private static String what(Callback callback) {
        String number =
                callback.orderNo().isEmpty() ? callback.transactionId() : callback.orderNo();
        return (callback.kind() == Kind.REFUND ? "a refund of " : "the payment of ")
                + Shown.quoted(number);
    }
}
