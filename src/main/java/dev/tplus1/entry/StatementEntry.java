package dev.tplus1.entry;

import java.time.Instant;

/**
 * One counted row of the provider's statement. Absent ids are empty, the amount is positive for
 * payments and refunds alike.
 *
 * @param transactionId the provider's id of the payment; a refund has that of its payment
 * @param refundNo the merchant's number of the refund, empty for payments
 * @param providerRefundId the provider's own id of the refund, empty for payments
 * @param time when the provider says it happened
 * @param inProgress whether the provider has accepted the refund and not finished it
 * @param line where it stands: line of the file from 1 (pages of JSON: row over all pages, from 1)
 * @param raw the row's own bytes, one char each (ISO 8859-1): the last thing that orders two
 *     entries
 */
public record StatementEntry(
        EntryKey key,
        String transactionId,
        String orderNo,
        String refundNo,
        String providerRefundId,
        Money amount,
        Instant time,
        boolean inProgress,
        long line,
        String raw) {

    public Kind kind() {
        return key.kind();
    }
}
