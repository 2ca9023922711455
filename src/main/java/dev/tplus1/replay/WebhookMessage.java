package dev.tplus1.replay;

import dev.tplus1.callback.Callback;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;

import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** A callback as the merchant's endpoint gets it: the README documents each field. */
record WebhookMessage(String id, String json) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String ID_PREFIX = "cb_";

    static WebhookMessage of(Callback callback, ReplayRun run) {
        var data =
                JSON.createObjectNode()
                        .put("account", callback.account())
                        .put("provider", run.provider())
                        .put("kind", callback.kind().name())
                        .put("transactionId", callback.transactionId())
                        .put("orderNo", callback.orderNo())
                        .put("refundNo", callback.refundNo())
                        .put("providerRefundId", callback.providerRefundId())
                        .put("amount", callback.amount().decimal())
                        .put("amountMinor", callback.amount().minor())
                        .put("currency", callback.amount().currency().getCurrencyCode())
                        .put("occurredAt", callback.occurredAt().toString())
                        .put("businessDate", run.day().date().toString())
                        .put("source", callback.source())
                        .put("runId", callback.runId());
        var message =
                JSON.createObjectNode()
                        .put(
                                "type",
                                callback.kind() == Kind.PAYMENT
                                        ? "payment.succeeded"
                                        : "refund.succeeded")
                        .put("timestamp", callback.occurredAt().toString());
        message.set("data", data);
        return new WebhookMessage(id(callback), message.toString());
    }

    /** Made from what makes it the same callback, whoever brings it and however often. */
    static String id(Callback callback) {
        String identity =
                String.join(
                        String.valueOf(EntryKey.SEPARATOR),
                        callback.account(),
                        callback.kind().name(),
                        callback.reference());
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(identity.getBytes(StandardCharsets.UTF_8));
            return ID_PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
