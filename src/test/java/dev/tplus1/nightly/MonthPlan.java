package dev.tplus1.nightly;

import dev.tplus1.nightly.MonthBooks.Order;
import dev.tplus1.nightly.MonthDay.Line;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What may happen to a payment, each as what the statement says, what the shop books, and what must
 * come of it: by the rules as DESIGN's tables have them, never by asking the program.
 */
final class MonthPlan {
    private static final String PAYMENT = "PAYMENT";
    private static final String REFUND = "REFUND";

    /** How long suspense lasts, and a refund may be in progress, in days. */
    private static final int SUSPENSE_DAYS = 2;

    private static final int PROGRESS_DAYS = 7;

    final MonthBooks books = new MonthBooks();

    /** {@code shop 2026-10-05 PAYMENT T1}: the break's type and status in the end. */
    final SortedMap<String, String> breaks = new TreeMap<>();

    private int number;

    private String next(MonthDay day) {
        return day.account.substring(0, 1).toUpperCase(Locale.ROOT) + (1000 + ++number);
    }

    private void breaks(MonthDay day, String kind, String key, String type, String status) {
        String before = breaks.put(day + " " + kind + " " + key, type + " " + status);
        if (before != null) {
            throw new IllegalStateException("planned twice: " + day + " " + key);
        }
    }

    private static Order pays(MonthDay day, Order order, String transaction, Instant at) {
        return pays(day, order, transaction, at, order.minor, order.currency, 1);
    }

    private static Order pays(
            MonthDay day,
            Order order,
            String transaction,
            Instant at,
            long minor,
            String currency,
            int since) {
        day.states(new Line(transaction, order.orderNo, "", minor, currency, false, at, since));
        return order;
    }

    private static void returns(
            MonthDay day, Order order, String refund, Instant at, long minor, boolean inProgress) {
        String transaction = "T" + order.orderNo.substring(1);
        day.states(
                new Line(
                        transaction,
                        order.orderNo,
                        refund,
                        minor,
                        order.currency,
                        inProgress,
                        at,
                        1));
    }

    private Order booked(MonthDay day, Instant at, long minor, String currency) {
        String n = next(day);
        return books.order(day.account, "O" + n, minor, currency, "PAID", "T" + n, at);
    }

    private Order waiting(MonthDay day, Instant at, long minor, String currency, String status) {
        String n = next(day);
        Instant asked = at.minus(Duration.ofMinutes(1));
        return books.order(day.account, "O" + n, minor, currency, status, "", asked);
    }

    private static String transaction(Order order) {
        return "T" + order.orderNo.substring(1);
    }

    // --- both sides have it ---

    Order paid(MonthDay day, Instant at, long minor, String currency) {
        Order order = booked(day, at, minor, currency);
        day.all().forEach(each -> each.matched(minor, currency));
        return pays(day, order, transaction(order), at);
    }

    void refunded(MonthDay day, Instant at, Order order, long minor) {
        String refund = "R" + next(day);
        books.refund(order, refund, minor, at);
        returns(day, order, refund, at, minor, false);
        day.all().forEach(each -> each.matched(-minor, order.currency));
    }

    /** Booked on one date, in the statement of another, or of one outside the month. */
    void acrossMidnight(
            @Nullable MonthDay stated, Instant at, @Nullable MonthDay booked, Instant bookedAt) {
        MonthDay any = stated != null ? stated : Objects.requireNonNull(booked);
        long minor = 700L + number;
        Order order = booked(any, bookedAt, minor, currency(any));
        if (stated != null) {
            pays(stated, order, transaction(order), at);
            stated.all().forEach(each -> each.across(minor, order.currency));
        }
        if (booked == null) {
            return;
        }
        for (int revision = 1; revision <= booked.last(); revision++) {
            MonthFigures figures = booked.revisions.get(revision - 1);
            if (stated != null && stated.concludedBefore(booked, revision)) {
                figures.carried(minor, order.currency);
            } else {
                figures.onlyBooked("CUT_OFF", minor, order.currency);
            }
        }
        if (stated == null || !stated.concludedBefore(booked, 1)) {
            breaks(
                    booked,
                    PAYMENT,
                    transaction(order),
                    "CUT_OFF",
                    stated == null ? "SUSPENSE" : "RESOLVED");
        }
    }

    // --- only the statement has it ---

    Order missed(MonthDay day, Instant at, long minor, String currency) {
        return missed(day, at, minor, currency, 1);
    }

    /** Its line is in the statement from a revision on; the one after that finds it booked. */
    Order missed(MonthDay day, Instant at, long minor, String currency, int since) {
        Order order = waiting(day, at, minor, currency, "PENDING");
        pays(day, order, transaction(order), at, minor, currency, since);
        day.revisions.get(since - 1).onlyStated("MISSED_CALLBACK", minor, currency);
        day.revisions.get(since - 1).applied();
        day.all().skip(since).forEach(each -> each.matched(minor, currency));
        breaks(day, PAYMENT, transaction(order), "MISSED_CALLBACK", "REPAIRED");
        books.replayed(order, transaction(order), at);
        return order;
    }

    void missedRefund(MonthDay day, Instant at, Order order, long minor) {
        String refund = "R" + next(day);
        books.pendingRefund(order, refund, minor, at.minus(Duration.ofMinutes(1)));
        returns(day, order, refund, at, minor, false);
        day.first().onlyStated("MISSED_CALLBACK", -minor, order.currency);
        day.first().applied();
        day.all().skip(1).forEach(each -> each.matched(-minor, order.currency));
        breaks(day, REFUND, refund, "MISSED_CALLBACK", "REPAIRED");
        books.replayedRefund(order, refund, "P" + refund, minor, at);
    }

    /** Nobody ordered it; later somebody books it by hand, or nobody ever does. */
    void unknown(
            MonthDay day,
            Instant at,
            long minor,
            @Nullable MonthDay later,
            @Nullable Instant bookedAt) {
        String n = next(day);
        String currency = currency(day);
        day.states(new Line("T" + n, "O" + n, "", minor, currency, false, at, 1));
        day.all().forEach(each -> each.onlyStated("UNKNOWN_ORDER", minor, currency));
        breaks(day, PAYMENT, "T" + n, "UNKNOWN_ORDER", later == null ? "OPEN" : "RESOLVED");
        if (later != null && bookedAt != null) {
            books.order(day.account, "O" + n, minor, currency, "PAID", "T" + n, bookedAt);
            later.all().forEach(each -> each.carried(minor, currency));
        }
    }

    void unknownRefund(MonthDay day, Instant at, Order order, long minor) {
        String refund = "R" + next(day);
        returns(day, order, refund, at, minor, false);
        day.all().forEach(each -> each.onlyStated("UNKNOWN_REFUND", -minor, order.currency));
        breaks(day, REFUND, refund, "UNKNOWN_REFUND", "OPEN");
    }

    /** Paid, not booked, and returned by this statement or by one that was concluded before. */
    void paidThenRefunded(MonthDay day, Instant at, MonthDay returned, Instant returnedAt) {
        Order order = waiting(day, at, 4200, currency(day), "PENDING");
        pays(day, order, transaction(order), at);
        day.all().forEach(each -> each.onlyStated("PAID_THEN_REFUNDED", 4200, order.currency));
        breaks(day, PAYMENT, transaction(order), "PAID_THEN_REFUNDED", "OPEN");
        unknownRefund(returned, returnedAt, order, 4200);
    }

    void paidAfterClose(MonthDay day, Instant at) {
        Order order = waiting(day, at, 3100, currency(day), "CLOSED");
        pays(day, order, transaction(order), at);
        day.all().forEach(each -> each.onlyStated("PAID_AFTER_CLOSE", 3100, order.currency));
        breaks(day, PAYMENT, transaction(order), "PAID_AFTER_CLOSE", "OPEN");
    }

    void paidTwice(MonthDay day, Instant at) {
        Order order = paid(day, at, 1900, currency(day));
        String second = "T" + next(day);
        pays(day, order, second, at.plusSeconds(30));
        day.all().forEach(each -> each.onlyStated("DUPLICATE_PAYMENT", 1900, order.currency));
        breaks(day, PAYMENT, second, "DUPLICATE_PAYMENT", "OPEN");
    }

    void statedTwice(MonthDay day, Instant at) {
        Order order = paid(day, at, 2300, currency(day));
        pays(day, order, transaction(order), at);
        day.all().forEach(each -> each.onlyStated("DUPLICATE_LINE", 2300, order.currency));
        breaks(day, PAYMENT, transaction(order), "DUPLICATE_LINE", "OPEN");
    }

    /** The provider has not finished it; its callback comes on a later date, or never. */
    void inProgress(
            MonthDay day,
            Instant at,
            Order order,
            long minor,
            @Nullable MonthDay later,
            @Nullable Instant arrives,
            MonthDay last) {
        String refund = "R" + next(day);
        books.pendingRefund(order, refund, minor, at.minus(Duration.ofMinutes(1)));
        returns(day, order, refund, at, minor, true);
        day.all().forEach(each -> each.onlyStated("REFUND_IN_PROGRESS", -minor, order.currency));
        String status = day.date.plusDays(PROGRESS_DAYS).isAfter(last.date) ? "SUSPENSE" : "OPEN";
        breaks(day, REFUND, refund, "REFUND_IN_PROGRESS", later == null ? status : "RESOLVED");
        if (later != null && arrives != null) {
            books.refundArrives(order, refund, minor, arrives);
            later.all().forEach(each -> each.carried(-minor, order.currency));
        }
    }

    // --- both have it, and not the same ---

    void otherAmount(MonthDay day, Instant at, long stated, long booked) {
        Order order = booked(day, at, booked, currency(day));
        pays(day, order, transaction(order), at, stated, order.currency, 1);
        day.all().forEach(each -> each.differs("AMOUNT_MISMATCH", stated, booked, order.currency));
        breaks(day, PAYMENT, transaction(order), "AMOUNT_MISMATCH", "OPEN");
    }

    void otherCurrency(MonthDay day, Instant at, String stated, String booked) {
        Order order = booked(day, at, 5000, booked);
        pays(day, order, transaction(order), at, 5000, stated, 1);
        day.all()
                .forEach(each -> {
                    each.onlyStated("CURRENCY_MISMATCH", 5000, stated);
                    each.onlyBooked(5000, booked);
                });
        breaks(day, PAYMENT, transaction(order), "CURRENCY_MISMATCH", "OPEN");
    }

    /** Booked without the provider's id. */
    void bookedWithoutId(MonthDay day, Instant at) {
        String n = next(day);
        Order order = books.order(day.account, "O" + n, 2700, currency(day), "PAID", "", at);
        pays(day, order, transaction(order), at);
        day.all()
                .forEach(each -> {
                    each.onlyStated("STATUS_MISMATCH", 2700, order.currency);
                    each.onlyBooked(2700, order.currency);
                });
        breaks(day, PAYMENT, transaction(order), "STATUS_MISMATCH", "OPEN");
    }

    // --- only the books have it ---

    void missing(MonthDay day, Instant at, long minor) {
        Order order = booked(day, at, minor, currency(day));
        day.all()
                .forEach(each -> {
                    each.onlyBooked("MISSING_AT_PROVIDER", minor, order.currency);
                });
        breaks(day, PAYMENT, transaction(order), "MISSING_AT_PROVIDER", "OPEN");
    }

    /** Near a day's end, whose neighbour never has it either. */
    void missingNearTheEnd(MonthDay day, Instant at, MonthDay neighbour, MonthDay last) {
        Order order = booked(day, at, 1300L + number, currency(day));
        boolean atOnce = neighbour.concludedBefore(day, 1);
        String found = atOnce ? "MISSING_AT_PROVIDER" : "CUT_OFF";
        day.all().forEach(each -> each.onlyBooked(found, order.minor, order.currency));
        boolean due = !day.date.plusDays(SUSPENSE_DAYS).isAfter(last.date);
        breaks(
                day,
                PAYMENT,
                transaction(order),
                due ? "MISSING_AT_PROVIDER" : "CUT_OFF",
                due ? "OPEN" : "SUSPENSE");
    }

    /** In the statement only when the provider issues it again. */
    void statedLater(MonthDay day, Instant at, long minor) {
        Order order = booked(day, at, minor, currency(day));
        pays(day, order, transaction(order), at, minor, order.currency, 2);
        day.first().onlyBooked("MISSING_AT_PROVIDER", minor, order.currency);
        day.all().skip(1).forEach(each -> each.matched(minor, order.currency));
        breaks(day, PAYMENT, transaction(order), "MISSING_AT_PROVIDER", "CLOSED");
    }

    static String currency(MonthDay day) {
        return day.zone.getId().equals("Asia/Shanghai") ? "CNY" : "EUR";
    }
}
