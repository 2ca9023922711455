package dev.tplus1.provider.stripe;

import dev.tplus1.callback.Callback;
import dev.tplus1.entry.Money;
import dev.tplus1.http.CallException;
import dev.tplus1.replay.OrderQuery;
import dev.tplus1.statement.Shown;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * What Stripe knows now of a payment or a refund. Whatever does not plainly say that the money is
 * where the statement has it is not taken for that.
 */
final class StripeOrders implements OrderQuery {
    private static final String SUCCEEDED = "succeeded";

    private final StripeCalls calls;

    StripeOrders(StripeCalls calls) {
        this.calls = calls;
    }

    @Override
    public State state(Callback callback) throws IOException {
        String refund =
                callback.providerRefundId().isEmpty()
                        ? callback.refundNo()
                        : callback.providerRefundId();
        String whom =
                switch (callback.kind()) {
                    case PAYMENT -> "Stripe's payment " + Shown.quoted(callback.transactionId());
                    case REFUND -> "Stripe's refund " + Shown.quoted(refund);
                };
        try {
            return switch (callback.kind()) {
                case PAYMENT -> payment(whom, callback);
                case REFUND -> refund(whom, refund, callback);
            };
        } catch (IllegalArgumentException e) {
            throw new CallException(whom + ": " + Shown.reason(e));
        }
    }

    private State payment(String whom, Callback callback) throws IOException {
        String id = callback.transactionId();
        if (!id.startsWith("pi_")) {
            Optional<JsonNode> charge =
                    object(whom, "charges", id, "", Set.of("charge", "payment"));
            return charge.isEmpty() ? unknown() : charge(charge.get(), callback);
        }
        Optional<JsonNode> intent =
                object(
                        whom,
                        "payment_intents",
                        id,
                        "?expand%5B%5D=latest_charge",
                        Set.of("payment_intent"));
        if (intent.isEmpty()) {
            return unknown();
        }
        String status = PageReader.text(intent.get(), "status");
        if (!status.equals(SUCCEEDED)) {
            return status(status);
        }
        JsonNode charge = intent.get().get("latest_charge");
        if (charge == null || !charge.isObject()) {
            throw new IllegalArgumentException("the payment intent comes without its charge");
        }
        return charge(charge, callback);
    }

    private State charge(JsonNode charge, Callback callback) {
        String status = PageReader.text(charge, "status");
        if (!status.equals(SUCCEEDED)) {
            return status(status);
        }
        if (!flag(charge, "captured")) {
            return new State.Changed("it is not captured");
        }
        Money amount = BalanceTransaction.amount(charge);
        if (!amount.equals(callback.amount())) {
            return amount(amount, callback);
        }
        long returned = BalanceTransaction.number(charge, "amount_refunded");
        if (returned != 0) {
            return new State.Changed(
                    StripeMoney.ofApi(returned, amount.currency()) + " of it are refunded");
        }
        return flag(charge, "disputed") ? new State.Changed("it is disputed") : new State.Stands();
    }

    private State refund(String whom, String id, Callback callback) throws IOException {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("it has no id to be asked for by");
        }
        Optional<JsonNode> found = object(whom, "refunds", id, "", Set.of("refund"));
        if (found.isEmpty()) {
            return unknown();
        }
        JsonNode refund = found.get();
        String status = PageReader.text(refund, "status");
        if (!status.equals(SUCCEEDED)) {
            return status(status);
        }
        Money amount = BalanceTransaction.amount(refund);
        if (!amount.equals(callback.amount())) {
            return amount(amount, callback);
        }
        String intent = BalanceTransaction.reference(refund, "payment_intent");
        String payment = intent.isEmpty() ? BalanceTransaction.reference(refund, "charge") : intent;
        return payment.equals(callback.transactionId()) || callback.transactionId().isEmpty()
                ? new State.Stands()
                : new State.Changed("it is a refund of " + quoted(payment));
    }

    private Optional<JsonNode> object(
            String whom, String list, String id, String query, Set<String> kinds)
            throws IOException {
        if (id.matches("\\.+")) {
            return Optional.empty(); // in an address these mean other things than an id
        }
        return calls.object(whom, "/v1/" + list + "/" + StripeCalls.encoded(id) + query, kinds, id);
    }

    private static State unknown() {
        return new State.Changed("Stripe does not know it");
    }

    private State status(String status) {
        return new State.Changed("its status is " + quoted(status));
    }

    private String quoted(String text) {
        return Shown.quoted(calls.shown(text));
    }

    private static State amount(Money now, Callback callback) {
        return new State.Changed("it is of " + now + ", and not of " + callback.amount());
    }

    private static boolean flag(JsonNode node, String property) {
        JsonNode value = node.get(property);
        if (value == null || !value.isBoolean()) {
            throw new IllegalArgumentException(property + " is neither true nor false");
        }
        return value.booleanValue();
    }
}
