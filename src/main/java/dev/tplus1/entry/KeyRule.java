package dev.tplus1.entry;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Objects;

/**
 * How a provider's entries are keyed; the books are keyed by the rule of the account's provider.
 */
public enum KeyRule {
    /** Refunds by the merchant's refund number alone (WeChat Pay, Stripe, csv). */
    REFUND_NO,
    /** Refunds by order number and refund request number (Alipay). */
    ORDER_AND_REFUND_NO;

    /** A payment's key: its transaction id, or its order number where it has none. */
    public EntryKey payment(String transactionId, String orderNo) {
        return transactionId.isEmpty()
                ? EntryKey.paymentOfOrder(orderNo)
                : EntryKey.payment(transactionId);
    }

    /**
     * A refund's key. A refund number that is empty or {@code 0} gives way to the provider's refund
     * id, at {@link #ORDER_AND_REFUND_NO} to order number, transaction id and time; without a
     * provider's id to order number and transaction id.
     */
    public EntryKey refund(
            String orderNo,
            String transactionId,
            String refundNo,
            String providerRefundId,
            @Nullable Instant time) {
        boolean numbered = !refundNo.isEmpty() && !refundNo.equals("0");
        return switch (this) {
            case REFUND_NO -> {
                boolean given = !providerRefundId.isEmpty() && !providerRefundId.equals("0");
                yield EntryKey.refund(
                        numbered
                                ? refundNo
                                : given ? providerRefundId : joined(orderNo, transactionId));
            }
            case ORDER_AND_REFUND_NO ->
                    EntryKey.refund(
                            numbered
                                    ? joined(orderNo, refundNo)
                                    : joined(orderNo, transactionId, Objects.toString(time, "")));
        };
    }

    private static String joined(String... parts) {
        return String.join(String.valueOf(EntryKey.SEPARATOR), parts);
    }
}
