package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.callback.Callback;
import dev.tplus1.callback.CallbackOutcome;
import dev.tplus1.callback.Callbacks;
import dev.tplus1.database.TestServer;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.OrderState;
import dev.tplus1.faults.FaultFigures;
import dev.tplus1.outbox.Outbox;
import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What may happen to an order, in every order, each on an order of its own; then the night. Only
 * what came first may decide: once closed or failed it stays so, once paid it ends refunded.
 */
class EventOrdersIntegrationTests {
    private static final int THREADS = 8;
    private static final long AMOUNT = 1000;
    private static final long FIRST_PART = 400;
    private static final String BOOKED_AT = "2026-11-28T10:00:00Z";

    /** What may happen. A second payment of the order has a transaction id of its own. */
    private enum Event {
        PAID,
        PAID_AGAIN,
        FAILED,
        CLOSED,
        FIRST_PART_REFUNDED,
        SECOND_PART_REFUNDED
    }

    @TempDir private Path folder;
    private Shop shop;
    private Callbacks callbacks;

    @BeforeEach
    void open() {
        shop = new Shop(folder, TestServer.newDatabase());
        // one order in four is paid twice: that alone is no reason to hold the date back here
        shop.replay("{mode: books, min-count: 100000}");
        shop.alerts("{max-share: 1}");
        callbacks = new Callbacks(shop.database, shop.clock, new Outbox(shop.database, shop.clock));
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void endTheSameWhateverTheOrderAndMoveMoneyOnlyForward() throws Exception {
        List<List<Event>> all = permutations(List.of(Event.values()));
        assertThat(all).hasSize(720).doesNotHaveDuplicates();
        List<String> statement = new ArrayList<>();
        for (int n = 0; n < all.size(); n++) {
            statement.addAll(lines(n, all.get(n)));
            shop.pending("" + n, AMOUNT);
            shop.refund(n + "a", "" + n, FIRST_PART, "PENDING", null);
            shop.refund(n + "b", "" + n, AMOUNT - FIRST_PART, "PENDING", null);
        }
        shop.statement(DATE, statement.toArray(String[]::new));

        play(all);

        List<Expected> expected = new ArrayList<>();
        for (int n = 0; n < all.size(); n++) {
            expected.add(new Expected(n, all.get(n)));
        }
        assertThat(orders()).isEqualTo(all(expected, Expected::orderBeforeTheNight));
        assertThat(log()).isEqualTo(all(expected, Expected::log));

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(orders()).isEqualTo(all(expected, Expected::orderAfterTheNight));
        assertThat(shop.breaks(DATE)).containsExactlyElementsOf(all(expected, Expected::breaks));
        long late = expected.stream().mapToLong(e -> e.late().size()).sum();
        assertThat(late).isPositive();
        assertThat(summary.replays()).isEqualTo(new Summary.Replays(late, 0, 0, 0));
        assertThat(summary.proof()).allMatch(row -> row.unexplained() == 0);
        Map<String, List<String>> rows = shop.everything();
        assertThat(rows.get("outbox")).hasSize(3 * booked(expected));

        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Already.class);
        assertThat(shop.everything()).isEqualTo(rows);
        assertThat(summaryOf(shop.rerun(DATE)).replays()).isEqualTo(Summary.Replays.none());
        for (String table : List.of("orders", "refunds", "payment_callback_log", "outbox")) {
            assertThat(shop.rows(table)).as(table).isEqualTo(rows.get(table));
        }
        assertThat(shop.breaks(DATE)).containsExactlyElementsOf(all(expected, Expected::breaks));
        FaultFigures.row(
                "event orders",
                all.size() + "",
                booked(expected) + " paid first: refunded; the others stay as they were closed");
    }

    private static int booked(List<Expected> expected) {
        return Math.toIntExact(expected.stream().filter(Expected::booked).count());
    }

    // --- what happens ---

    private void play(List<List<Event>> all) throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                int n = i;
                running.add(executor.submit(() -> play(n, all.get(n))));
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
    }

    private void play(int n, List<Event> events) {
        OrderState state = OrderState.PENDING;
        for (Event event : events) {
            switch (event) {
                case PAID -> twice(payment(n, "T" + n));
                case PAID_AGAIN -> twice(payment(n, "T" + n + "x"));
                case FAILED, CLOSED -> ended(n, event.name());
                case FIRST_PART_REFUNDED -> twice(refund(n, "a", events));
                case SECOND_PART_REFUNDED -> twice(refund(n, "b", events));
            }
            OrderState next = OrderState.valueOf(shop.orderStatus("" + n));
            assertThat(next == state || state.mayBecome(next))
                    .as(n + ": " + events + ": from " + state + " to " + next)
                    .isTrue();
            state = next;
        }
    }

    /** The provider says everything twice; the second time nothing may come of it. */
    private void twice(Callback callback) {
        CallbackOutcome first = callbacks.apply(callback);
        CallbackOutcome second = callbacks.apply(callback);
        assertThat(second)
                .isEqualTo(
                        first instanceof CallbackOutcome.Applied
                                ? new CallbackOutcome.AlreadyApplied(true)
                                : first);
    }

    /** What the shop does of its own, by itself only to an order that is not paid. */
    private void ended(int n, String status) {
        shop.database
                .jdbc()
                .sql(
                        "UPDATE orders SET status = ?, version = version + 1"
                                + " WHERE order_no = ? AND status = 'PENDING'")
                .params(status, "O" + n)
                .update();
    }

    private static Callback payment(int n, String transaction) {
        return callback(Kind.PAYMENT, transaction, transaction, n, "", AMOUNT);
    }

    private static Callback refund(int n, String part, List<Event> events) {
        String number = "R" + n + part;
        return callback(Kind.REFUND, number, transaction(n, events), n, number, amount(part));
    }

    private static long amount(String part) {
        return part.equals("a") ? FIRST_PART : AMOUNT - FIRST_PART;
    }

    private static Callback callback(
            Kind kind, String reference, String transaction, int n, String refundNo, long minor) {
        return new Callback(
                Shop.ACCOUNT,
                kind,
                reference,
                transaction,
                "O" + n,
                refundNo,
                "",
                new Money(minor, Money.currency("CNY")),
                Instant.parse(BOOKED_AT),
                "live",
                "live");
    }

    /** The payment that the shop knows of, and so the one that it has the provider refund. */
    private static String transaction(int n, List<Event> events) {
        return events.indexOf(Event.PAID) < events.indexOf(Event.PAID_AGAIN)
                ? "T" + n
                : "T" + n + "x";
    }

    private static List<String> lines(int n, List<Event> events) {
        String transaction = transaction(n, events);
        String at = ",SUCCESS," + BOOKED_AT;
        return List.of(
                "T" + n + ",O" + n + ",,PAYMENT,10.00,CNY" + at,
                "T" + n + "x,O" + n + ",,PAYMENT,10.00,CNY" + at,
                transaction + ",O" + n + ",R" + n + "a,REFUND,4.00,CNY" + at,
                transaction + ",O" + n + ",R" + n + "b,REFUND,6.00,CNY" + at);
    }

    // --- what must come of it ---

    private interface Part {
        List<String> of(Expected expected);
    }

    private static Set<String> all(List<Expected> expected, Part part) {
        Set<String> all = new TreeSet<>();
        expected.forEach(each -> all.addAll(part.of(each)));
        return all;
    }

    /** The order's life as a person would tell it: what came first, and what came too early. */
    private record Expected(int n, List<Event> events) {
        boolean booked() {
            return first() == Event.PAID || first() == Event.PAID_AGAIN;
        }

        Event first() {
            return events.stream()
                    .filter(e -> e.compareTo(Event.FIRST_PART_REFUNDED) < 0)
                    .findFirst()
                    .orElseThrow();
        }

        /** The parts whose callback came before the order was paid: the night brings them. */
        List<String> late() {
            List<String> late = new ArrayList<>();
            if (booked() && events.indexOf(Event.FIRST_PART_REFUNDED) < events.indexOf(first())) {
                late.add("a");
            }
            if (booked() && events.indexOf(Event.SECOND_PART_REFUNDED) < events.indexOf(first())) {
                late.add("b");
            }
            return late;
        }

        List<String> orderBeforeTheNight() {
            return List.of(
                    "O"
                            + n
                            + switch (first()) {
                                case CLOSED -> " CLOSED null 1";
                                case FAILED -> " FAILED null 1";
                                case PAID, PAID_AGAIN, FIRST_PART_REFUNDED, SECOND_PART_REFUNDED ->
                                        switch (late().size()) {
                                            case 0 -> " REFUNDED " + paidBy() + " 3";
                                            case 1 -> " PARTIALLY_REFUNDED " + paidBy() + " 2";
                                            default -> " PAID " + paidBy() + " 1";
                                        };
                            });
        }

        List<String> orderAfterTheNight() {
            return booked()
                    ? List.of("O" + n + " REFUNDED " + paidBy() + " 3")
                    : orderBeforeTheNight();
        }

        private String paidBy() {
            return transaction(n, events);
        }

        private String notPaidBy() {
            return paidBy().endsWith("x") ? "T" + n : "T" + n + "x";
        }

        /** Each applied or refused once, however often it came. */
        List<String> log() {
            List<String> log = new ArrayList<>();
            if (booked()) {
                log.add(paidBy() + " APPLIED");
                log.add(notPaidBy() + " PAID_OTHERWISE");
            } else {
                log.add("T" + n + " ORDER_" + first());
                log.add("T" + n + "x ORDER_" + first());
            }
            for (String part : List.of("a", "b")) {
                boolean applied = booked() && !late().contains(part);
                log.add("R" + n + part + (applied ? " APPLIED" : " ORDER_NOT_BOOKED"));
            }
            return log;
        }

        List<String> breaks() {
            List<String> breaks = new ArrayList<>();
            if (booked()) {
                breaks.add("DUPLICATE_PAYMENT PAYMENT " + notPaidBy() + " OPEN");
                late().forEach(part ->
                        breaks.add("MISSED_CALLBACK REFUND R" + n + part + " REPAIRED"));
            } else {
                breaks.add("PAID_AFTER_CLOSE PAYMENT T" + n + " OPEN");
                breaks.add("DUPLICATE_PAYMENT PAYMENT T" + n + "x OPEN");
                breaks.add("STATUS_MISMATCH REFUND R" + n + "a OPEN");
                breaks.add("STATUS_MISMATCH REFUND R" + n + "b OPEN");
            }
            return breaks;
        }
    }

    private Set<String> orders() {
        return rows("SELECT order_no, status, transaction_id, version FROM orders");
    }

    /** Whoever brought it; a callback that was refused twice would stand here twice. */
    private Set<String> log() {
        Map<String, Integer> times = new TreeMap<>();
        shop.database
                .jdbc()
                .sql("SELECT reference, outcome FROM payment_callback_log")
                .query((row, _) -> row.getString(1) + " " + row.getString(2))
                .list()
                .forEach(row -> times.merge(row, 1, Integer::sum));
        assertThat(times.values()).containsOnly(1);
        return times.keySet();
    }

    private Set<String> rows(String sql) {
        return new TreeSet<>(
                shop.database
                        .jdbc()
                        .sql(sql)
                        .query((row, _) ->
                                row.getString(1)
                                        + " "
                                        + row.getString(2)
                                        + " "
                                        + row.getString(3)
                                        + " "
                                        + row.getString(4))
                        .list());
    }

    private static List<List<Event>> permutations(List<Event> of) {
        if (of.isEmpty()) {
            return List.of(List.of());
        }
        List<List<Event>> all = new ArrayList<>();
        for (Event first : of) {
            List<Event> rest = new ArrayList<>(of);
            rest.remove(first);
            for (List<Event> each : permutations(rest)) {
                List<Event> whole = new ArrayList<>();
                whole.add(first);
                whole.addAll(each);
                all.add(whole);
            }
        }
        return all;
    }
}
