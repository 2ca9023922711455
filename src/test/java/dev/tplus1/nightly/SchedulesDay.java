package dev.tplus1.nightly;

import dev.tplus1.callback.Callback;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** One account's day as a seed makes it, and what must become of it whatever happens. */
final class SchedulesDay {
    private static final List<String> CURRENCIES = List.of("CNY", "USD", "JPY");

    /** What the statement and the books say of a payment or a refund. */
    enum Case {
        BOTH,
        /** The books still wait for it. */
        MISSED,
        /** Booked the evening before. */
        ACROSS,
        CLOSED,
        UNKNOWN,
        OTHER_AMOUNT,
        ONLY_IN_BOOKS,
        /** Still pending, and not paid. */
        UNPAID
    }

    /** A payment, or a refund of one. */
    record Entry(Kind kind, String id, String orderNo, Case is, long minor, String currency) {
        boolean inStatement() {
            return is != Case.ONLY_IN_BOOKS && is != Case.UNPAID;
        }

        Money amount() {
            return new Money(minor, Money.currency(currency));
        }

        /** Positive for a payment, negative for a refund. */
        long signed() {
            return kind == Kind.PAYMENT ? minor : -minor;
        }
    }

    final String account;
    final List<Entry> entries = new ArrayList<>();

    SchedulesDay(String account, Random random) {
        this.account = account;
        int payments = 8 + random.nextInt(14);
        int missed = random.nextInt(2) == 0 ? 15 : 60;
        for (int n = 0; n < payments; n++) {
            Case is = random.nextInt(100) < missed ? Case.MISSED : anyOf(random);
            String currency = CURRENCIES.get(random.nextInt(CURRENCIES.size()));
            long minor = 1000L * (1 + random.nextInt(9));
            String orderNo = id("o", n);
            entries.add(new Entry(Kind.PAYMENT, id("t", n), orderNo, is, minor, currency));
            if (is == Case.BOTH && random.nextInt(2) == 0) {
                Case of = random.nextInt(2) == 0 ? Case.MISSED : Case.BOTH;
                entries.add(new Entry(Kind.REFUND, id("r", n), orderNo, of, minor / 2, currency));
                if (random.nextInt(2) == 0) {
                    entries.add(
                            new Entry(
                                    Kind.REFUND,
                                    id("q", n),
                                    orderNo,
                                    Case.MISSED,
                                    minor / 2,
                                    currency));
                }
            }
        }
    }

    private static Case anyOf(Random random) {
        int any = random.nextInt(16);
        return any < Case.values().length ? Case.values()[any] : Case.BOTH;
    }

    private String id(String letter, int n) {
        return account + "-" + letter + n;
    }

    String transaction(Entry entry) {
        return entry.orderNo().replace("-o", "-t");
    }

    List<Entry> missed() {
        return entries.stream().filter(e -> e.is() == Case.MISSED).toList();
    }

    void fill(Shop shop, Shop books) {
        List<String> lines = new ArrayList<>();
        int second = 0;
        for (Entry entry : entries) {
            String at = Shop.at(Shop.DATE, second++);
            if (entry.kind() == Kind.PAYMENT) {
                book(books, entry, at);
            } else {
                boolean booked = entry.is() == Case.BOTH;
                refund(books, entry, booked ? "SUCCEEDED" : "PENDING", booked ? at : null);
            }
            if (entry.inStatement()) {
                lines.add(line(entry, at));
            }
        }
        shop.statement(account, Shop.DATE, lines.toArray(String[]::new));
    }

    private void book(Shop books, Entry entry, String at) {
        String transaction = entry.id();
        switch (entry.is()) {
            case BOTH, ONLY_IN_BOOKS -> order(books, entry, state(entry, false), transaction, at);
            case ACROSS -> order(books, entry, "PAID", transaction, "2026-11-27T20:00:00Z");
            case OTHER_AMOUNT -> order(books, entry, "PAID", transaction, at);
            case MISSED, UNPAID -> order(books, entry, "PENDING", null, null);
            case CLOSED -> order(books, entry, "CLOSED", null, null);
            case UNKNOWN -> {
                // the books know nothing of it
            }
        }
    }

    private void order(
            Shop books,
            Entry entry,
            String status,
            @Nullable String transaction,
            @Nullable String paidAt) {
        long minor = entry.is() == Case.OTHER_AMOUNT ? entry.minor() + 1000 : entry.minor();
        books.order(account, entry.orderNo(), minor, entry.currency(), status, transaction, paidAt);
    }

    private void refund(Shop books, Entry entry, String status, @Nullable String refundedAt) {
        books.refund(account, entry.id(), entry.orderNo(), entry.amount(), status, refundedAt);
    }

    private String line(Entry entry, String at) {
        return String.join(
                ",",
                transaction(entry),
                entry.orderNo(),
                entry.kind() == Kind.REFUND ? entry.id() : "",
                entry.kind().name(),
                entry.amount().value().toPlainString(),
                entry.currency(),
                "SUCCESS",
                at);
    }

    /** The provider's own delivery of a callback that the night finds missing. */
    Callback live(Entry entry) {
        boolean refund = entry.kind() == Kind.REFUND;
        return new Callback(
                account,
                entry.kind(),
                entry.id(),
                transaction(entry),
                entry.orderNo(),
                refund ? entry.id() : "",
                "",
                entry.amount(),
                Instant.parse(Shop.at(Shop.DATE, entries.indexOf(entry))),
                "live",
                "live");
    }

    // --- what must come of it ---

    /** {@code PAID 1} by order: its state, and how often it was changed. */
    Map<String, String> orders() {
        Map<String, String> orders = new TreeMap<>();
        for (Entry entry : entries) {
            if (entry.kind() == Kind.PAYMENT && entry.is() != Case.UNKNOWN) {
                orders.put(entry.orderNo(), state(entry, true) + " " + changes(entry));
            }
        }
        return orders;
    }

    Map<String, String> refunds() {
        Map<String, String> refunds = new TreeMap<>();
        for (Entry entry : entries) {
            if (entry.kind() == Kind.REFUND) {
                refunds.put(entry.id(), "SUCCEEDED " + (entry.is() == Case.MISSED ? 1 : 0));
            }
        }
        return refunds;
    }

    /** How often an order's callbacks were applied. */
    private long changes(Entry payment) {
        return entries.stream()
                .filter(e -> e.is() == Case.MISSED && e.orderNo().equals(payment.orderNo()))
                .count();
    }

    private String state(Entry payment, boolean atTheEnd) {
        return switch (payment.is()) {
            case CLOSED -> "CLOSED";
            case UNPAID -> "PENDING";
            case BOTH, MISSED, ACROSS, OTHER_AMOUNT, ONLY_IN_BOOKS, UNKNOWN -> {
                long returned =
                        entries.stream()
                                .filter(e -> e.kind() == Kind.REFUND)
                                .filter(e -> e.orderNo().equals(payment.orderNo()))
                                .filter(e -> atTheEnd || e.is() == Case.BOTH)
                                .mapToLong(Entry::minor)
                                .sum();
                yield returned == 0
                        ? "PAID"
                        : returned == payment.minor() ? "REFUNDED" : "PARTIALLY_REFUNDED";
            }
        };
    }

    /** What a break of this entry is and how it stands, or empty when there is none. */
    static String verdict(Entry entry) {
        return switch (entry.is()) {
            case BOTH, ACROSS, UNPAID -> "";
            case MISSED -> "MISSED_CALLBACK REPAIRED";
            case CLOSED -> "PAID_AFTER_CLOSE OPEN";
            case UNKNOWN -> "UNKNOWN_ORDER OPEN";
            case OTHER_AMOUNT -> "AMOUNT_MISMATCH OPEN";
            case ONLY_IN_BOOKS -> "MISSING_AT_PROVIDER OPEN";
        };
    }
}
