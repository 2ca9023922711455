package dev.tplus1.provider.stripe;

import dev.tplus1.entry.Money;
import dev.tplus1.statement.Shown;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.Currency;

/**
 * A balance transaction as the API lists it. Throws an IllegalArgumentException that says what is
 * missing.
 */
final class BalanceTransaction {
    /** Seconds since 1970 of the year 10000, after which no time can be written. */
    private static final long MAX_SECONDS = 253_402_300_800L;

    private final JsonNode node;

    BalanceTransaction(JsonNode node) {
        this.node = node;
    }

    /** Its own id. */
    String id() {
        String id = PageReader.text(node, "id");
        if (id.isEmpty()) {
            throw new IllegalArgumentException("the balance transaction has no id");
        }
        return id;
    }

    /** When it was made, in seconds since 1970. */
    long created() {
        long created = number(node, "created");
        if (created < 0 || created >= MAX_SECONDS) {
            throw new IllegalArgumentException("created is " + created + ", not a time in seconds");
        }
        return created;
    }

    /**
     * What it says.
     *
     * @param orderKey under which metadata has the order number
     */
    Movement movement(String orderKey) {
        String category = PageReader.text(node, "reporting_category");
        boolean counts =
                category.equals(Movement.CHARGE)
                        || category.equals(Movement.REFUND)
                        || category.equals(Movement.REVERSAL);
        JsonNode source = node.get("source");
        if (counts && (source == null || !source.isObject())) {
            throw new IllegalArgumentException(
                    "the source of "
                            + Shown.quoted(id())
                            + " is not expanded: download the list with expand[]=data.source");
        }
        Currency settledIn = StripeMoney.currency(PageReader.text(node, "currency"));
        String kind = PageReader.text(source, "object");
        boolean charge = kind.equals("charge") || kind.equals("payment");
        boolean refund = kind.equals("refund");
        return new Movement(
                id(),
                category,
                settledIn,
                StripeMoney.decimal(number(node, "amount"), settledIn),
                StripeMoney.decimal(number(node, "fee"), settledIn),
                StripeMoney.decimal(number(node, "net"), settledIn),
                Instant.ofEpochSecond(created()),
                counts && source != null ? amount(source) : null,
                true,
                charge && !whole(source),
                charge ? PageReader.text(source, "id") : reference(source, "charge"),
                reference(source, "payment_intent"),
                refund ? PageReader.text(source, "id") : "",
                orderNo(source, orderKey),
                refund ? PageReader.text(source, "status") : "");
    }

    /** Whether all of a charge was captured, so that nothing of it is reversed. */
    private static boolean whole(@Nullable JsonNode charge) {
        if (charge == null) {
            return false;
        }
        JsonNode captured = charge.get("amount_captured");
        return captured != null && captured.equals(charge.get("amount"));
    }

    /** The source's own amount in its own currency: what was captured, else all of it. */
    static Money amount(JsonNode source) {
        Currency currency = StripeMoney.currency(PageReader.text(source, "currency"));
        JsonNode captured = source.get("amount_captured");
        boolean some = captured != null && captured.canConvertToLong() && captured.longValue() > 0;
        return StripeMoney.ofApi(
                some ? number(source, "amount_captured") : number(source, "amount"), currency);
    }

    private static String orderNo(@Nullable JsonNode source, String orderKey) {
        return PageReader.text(source == null ? null : source.get("metadata"), orderKey);
    }

    /** An id that stands there itself, or inside the object that it was expanded to. */
    static String reference(@Nullable JsonNode source, String property) {
        JsonNode value = source == null ? null : source.get(property);
        return value != null && value.isObject()
                ? PageReader.text(value, "id")
                : PageReader.text(source, property);
    }

    static long number(JsonNode node, String property) {
        JsonNode value = node.get(property);
        if (value == null || !value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new IllegalArgumentException(property + " is not a whole number");
        }
        return value.longValue();
    }
}
