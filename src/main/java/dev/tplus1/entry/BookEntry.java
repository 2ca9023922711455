package dev.tplus1.entry;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/**
 * One row of the books: an order (a payment, booked or not yet) or a refund. Absent ids are empty.
 *
 * @param transactionId the provider's id of the payment; a refund has that of its payment
 * @param time when it was booked; an unbooked row may have none
 * @param account the account that it belongs to
 * @param version the row's optimistic-lock version, -1 where the books do not tell one
 */
public record BookEntry(
        EntryKey key,
        String transactionId,
        String orderNo,
        String refundNo,
        String providerRefundId,
        Money amount,
        BookState state,
        @Nullable Instant time,
        String account,
        long version) {

    public BookEntry {
        boolean fits =
                switch (state) {
                    case OrderState _ -> key.kind() == Kind.PAYMENT;
                    case RefundState _ -> key.kind() == Kind.REFUND;
                };
        if (!fits) {
            throw new IllegalArgumentException(key.kind() + " in state " + state);
        }
    }

    public Kind kind() {
        return key.kind();
    }

    public boolean booked() {
        return state.booked();
    }
}
