package dev.tplus1.provider.stripe;

import dev.tplus1.entry.Money;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Writes the balance transactions of a day, one by one and as the pages that Stripe makes. */
public final class BalanceRows {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final String prefix;
    private final List<ObjectNode> rows = new ArrayList<>();

    /**
     * @param prefix of the rows' own ids, letters and digits
     */
    public BalanceRows(String prefix) {
        this.prefix = prefix;
    }

    /**
     * A payment.
     *
     * @param id of its payment intent, or of a charge without one
     * @param settled what it moved, less its fee of 3
     */
    public void charge(String id, String orderNo, Money amount, Money settled, Instant at) {
        ObjectNode source = source(chargeId(id), "charge", id, orderNo, amount);
        source.put("amount_captured", amount.minor());
        add("charge", settled.minor(), 3, settled, at, source);
    }

    /** A refund of a payment. */
    public void refund(
            String of, String orderNo, String id, Money amount, String status, Instant at) {
        ObjectNode source = source(id, "refund", of, orderNo, amount);
        source.put("charge", chargeId(of)).put("status", status);
        add("refund", -amount.minor(), 0, amount, at, source);
    }

    /** A refund that came back. */
    public void refundFailure(String of, String orderNo, String id, Money amount, Instant at) {
        ObjectNode source = source(id, "refund", of, orderNo, amount);
        source.put("charge", chargeId(of)).put("status", "failed");
        add("refund_failure", amount.minor(), 0, amount, at, source);
    }

    /** A dispute about a payment. */
    public void dispute(String of, String orderNo, Money amount, Instant at) {
        ObjectNode source = source("dp_" + prefix + rows.size(), "dispute", of, orderNo, amount);
        source.put("charge", chargeId(of)).put("status", "needs_response");
        add("dispute", -amount.minor(), 15, amount, at, source);
    }

    /** A row whose figures do not add up. */
    public void spoilt(Money amount, Instant at) {
        charge("pi_" + prefix + "spoilt", "", amount, amount, at);
        rows.getLast().put("net", amount.minor() + 1);
    }

    private static String chargeId(String payment) {
        return payment.replaceFirst("^pi_", "ch_");
    }

    private static ObjectNode source(
            String id, String object, String of, String orderNo, Money amount) {
        ObjectNode source = JSON.createObjectNode();
        source.put("id", id).put("object", object).put("amount", amount.minor());
        source.put("currency", lower(amount));
        if (of.startsWith("pi_")) {
            source.put("payment_intent", of);
        }
        source.putObject("metadata").put("order_no", orderNo);
        return source;
    }

    private void add(
            String category, long gross, long fee, Money in, Instant at, ObjectNode source) {
        ObjectNode row = JSON.createObjectNode();
        row.put("id", "txn_" + prefix + rows.size()).put("object", "balance_transaction");
        row.put("amount", gross).put("created", at.getEpochSecond()).put("currency", lower(in));
        row.put("fee", fee).put("net", gross - fee).put("reporting_category", category);
        row.set("source", source);
        rows.add(row.put("status", "available"));
    }

    private static String lower(Money amount) {
        return amount.currency().getCurrencyCode().toLowerCase(Locale.ROOT);
    }

    /** The oldest first, and of one second the first added. */
    public List<String> oldestFirst() {
        return sorted().reversed().stream().map(ObjectNode::toString).toList();
    }

    private List<ObjectNode> sorted() {
        Comparator<ObjectNode> byTime =
                Comparator.comparingLong(row -> row.get("created").longValue());
        return rows.stream().sorted(byTime.reversed()).toList();
    }

    /** The pages of the list, the newest first; one that is empty where there is nothing. */
    public List<byte[]> pages(int size) {
        List<ObjectNode> all = sorted();
        List<byte[]> pages = new ArrayList<>();
        for (int from = 0; pages.isEmpty() || from < all.size(); from += size) {
            int to = Math.min(all.size(), from + size);
            ObjectNode page = JSON.createObjectNode();
            page.put("object", "list").put("url", "/v1/balance_transactions");
            page.put("has_more", to < all.size()).putArray("data").addAll(all.subList(from, to));
            pages.add(page.toString().getBytes(StandardCharsets.UTF_8));
        }
        return pages;
    }
}
