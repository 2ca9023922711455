package dev.tplus1.provider.api;

import dev.tplus1.callback.Callback;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.replay.OrderQuery;

import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * Questions for what nobody ever paid or returned, asked as a night asks before a replay: whoever
 * is told that there is no such order may ask for orders.
 */
public final class NoSuchOrder {
    /** Of letters, digits and {@code _}, 6 to 32, which all providers take for a number. */
    private static final String NUMBER = "tplus1_check_no_such_order";

    private NoSuchOrder() {}

    /**
     * Proves that orders and refunds can be asked for.
     *
     * @param prefixes of a payment's ids, each of which leads to another question
     * @param refundPrefix of a refund's ids
     * @return what was proven, for people
     */
    public static String proof(OrderQuery orders, List<String> prefixes, String refundPrefix)
            throws IOException {
        for (String prefix : prefixes) {
            orders.state(callback(Kind.PAYMENT, prefix + NUMBER, ""));
        }
        orders.state(callback(Kind.REFUND, "", refundPrefix + NUMBER));
        return "orders and refunds can be asked for";
    }

    private static Callback callback(Kind kind, String transactionId, String refundNo) {
        return new Callback(
                "check",
                kind,
                NUMBER,
                transactionId,
                NUMBER,
                refundNo,
                "",
                new Money(1, Money.currency("CNY")),
                Instant.EPOCH,
                "check",
                "check");
    }
}
