package dev.tplus1.callback;

import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import java.time.Instant;

/**
 * A provider's word that money moved, whoever brings it: the provider itself, or a replay. Absent
 * ids are empty; an id that is longer than an id may be is an IllegalArgumentException.
 *
 * @param reference what makes it the same callback however often it comes: its entry's key
 * @param transactionId the provider's id of the payment; a refund has that of its payment
 * @param orderNo empty where the provider does not tell it; the books then know it by another id
 * @param amount positive
 * @param occurredAt what the books will show as the time of payment or refund
 * @param source who brings it, {@code replay} say
 * @param runId which run brings it, for the log
 */
public record Callback(
        String account,
        Kind kind,
        String reference,
        String transactionId,
        String orderNo,
        String refundNo,
        String providerRefundId,
        Money amount,
        Instant occurredAt,
        String source,
        String runId) {
    private static final int MAX_ACCOUNT = 64;
    private static final int MAX_ID = 128;
    private static final int MAX_REFERENCE = 400;
    private static final int MAX_SOURCE = 32;

    public Callback {
        bounded("account", account, MAX_ACCOUNT);
        bounded("reference", reference, MAX_REFERENCE);
        bounded("transaction id", transactionId, MAX_ID);
        bounded("order number", orderNo, MAX_ID);
        bounded("refund number", refundNo, MAX_ID);
        bounded("provider's refund id", providerRefundId, MAX_ID);
        bounded("source", source, MAX_SOURCE);
        bounded("run id", runId, MAX_ID);
        if (account.isEmpty() || reference.isEmpty()) {
            throw new IllegalArgumentException("a callback needs an account and a reference");
        }
        if (kind == Kind.PAYMENT && transactionId.isEmpty()) {
            throw new IllegalArgumentException("a payment's callback needs its transaction id");
        }
    }

    /** The reference of an entry. */
    public static String referenceOf(EntryKey key) {
        return key.value();
    }

    private static void bounded(String what, String text, int longest) {
        if (text.length() > longest) {
            throw new IllegalArgumentException(
                    "the " + what + " has " + text.length() + " chars, more than " + longest);
        }
    }
}
