package dev.tplus1.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.callback.Callbacks;
import dev.tplus1.callback.Fence;
import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.outbox.Outbox;
import dev.tplus1.replay.Replayer.Replayed;
import dev.tplus1.replay.Replayer.Replays;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** More missed callbacks than one transaction takes, replayed into the bundled books. */
final class BooksDeliveryTests {
    private static final int AT_ONCE = 100;

    private final Database database = TestDatabases.h2();
    private final Callbacks callbacks =
            new Callbacks(database, Clock.systemUTC(), new Outbox(database, Clock.systemUTC()));
    private final AtomicInteger transactions = new AtomicInteger();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void replaysAHundredInATransaction() {
        List<MissedCallback> missed = payments(2 * AT_ONCE + 50);

        Replays replays = replay(missed, transactions::incrementAndGet, () -> false);

        assertThat(replays.done())
                .hasSize(250)
                .allMatch(each -> each.outcome().equals(new ReplayOutcome.Applied()));
        assertThat(transactions).hasValue(3);
        assertThat(paid()).isEqualTo(250);
        assertThat(count("outbox")).isEqualTo(250);
    }

    @Test
    void replaysThoseOneByOneAmongWhichOneIsNotDue() {
        List<MissedCallback> missed = payments(2 * AT_ONCE + 1);
        database.jdbc()
                .sql("UPDATE orders SET status = 'CLOSED' WHERE order_no = 'S0150'")
                .update();

        Replays replays = replay(missed, transactions::incrementAndGet, () -> false);

        assertThat(replays.done()).extracting(Replayed::missed).isEqualTo(missed);
        assertThat(replays.done())
                .filteredOn(each -> !each.outcome().equals(new ReplayOutcome.Applied()))
                .singleElement()
                .returns("S0150", each -> each.callback().orderNo())
                .returns(
                        new ReplayOutcome.Refused("ORDER_CLOSED: order S0150 is CLOSED"),
                        Replayed::outcome);
        // a hundred, a hundred in vain, each of these and the refusal's row in the log, and the
        // last
        assertThat(transactions).hasValue(1 + 1 + AT_ONCE + 1 + 1);
        assertThat(paid()).isEqualTo(200);
        assertThat(count("payment_callback_log WHERE outcome = 'APPLIED'")).isEqualTo(200);
        assertThat(count("outbox")).isEqualTo(200);
    }

    @Test
    void countsWhatAnEarlierTryOfTheRunAppliedAsApplied() {
        List<MissedCallback> missed = payments(AT_ONCE + 30);
        replay(missed.subList(0, 20), Fence.NONE, () -> false);

        Replays replays = replay(missed, Fence.NONE, () -> false);

        assertThat(replays.done())
                .hasSize(130)
                .allMatch(each -> each.outcome().equals(new ReplayOutcome.Applied()));
        assertThat(count("outbox")).isEqualTo(130);
    }

    @Test
    void endsBetweenTwoTransactionsWhenTheFenceIsLost() {
        List<MissedCallback> missed = payments(3 * AT_ONCE);
        Fence lost =
                () -> {
                    if (transactions.incrementAndGet() > 1) {
                        throw new IllegalStateException("another run took it over");
                    }
                };

        assertThatThrownBy(() -> replay(missed, lost, () -> false))
                .hasMessage("another run took it over");

        assertThat(paid()).isEqualTo(AT_ONCE);
        assertThat(count("payment_callback_log")).isEqualTo(AT_ONCE);
    }

    @Test
    void stopsBetweenTwoTransactions() {
        List<MissedCallback> missed = payments(3 * AT_ONCE);

        Replays replays =
                replay(missed, transactions::incrementAndGet, () -> transactions.get() == 2);

        assertThat(replays.stopped()).isTrue();
        assertThat(replays.done()).hasSize(2 * AT_ONCE);
        assertThat(paid()).isEqualTo(2 * AT_ONCE);
    }

    @Test
    void stopsAlsoAmongThoseThatItReplaysOneByOne() {
        List<MissedCallback> missed = payments(AT_ONCE);
        database.jdbc()
                .sql("UPDATE orders SET status = 'CLOSED' WHERE order_no = 'S0099'")
                .update();

        // once in vain, and three alone
        Replays replays =
                replay(missed, transactions::incrementAndGet, () -> transactions.get() == 4);

        assertThat(replays.stopped()).isTrue();
        assertThat(replays.done()).hasSize(3);
        assertThat(paid()).isEqualTo(3);
    }

    @Test
    void replaysAllRefundsOfOneOrderInOneGo() {
        order("S1", "PAID", 100);
        List<MissedCallback> missed = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            database.jdbc()
                    .sql(
                            "INSERT INTO refunds (account, refund_no, order_no, amount_minor,"
                                    + " currency, status, created_at, version) VALUES ('shop', ?,"
                                    + " 'S1', 10, 'CNY', 'PENDING', TIMESTAMP"
                                    + " '2026-11-28 00:00:00', 0)")
                    .params("R" + i)
                    .update();
            missed.add(Breaks.refund("S1", "", "R" + i, "0.10 CNY", "2026-11-28T01:00:00Z"));
        }

        Replays replays = replay(missed, transactions::incrementAndGet, () -> false);

        assertThat(replays.done())
                .hasSize(10)
                .allMatch(each -> each.outcome().equals(new ReplayOutcome.Applied()));
        assertThat(transactions).hasValue(1);
        assertThat(count("orders WHERE status = 'REFUNDED' AND version = 10")).isEqualTo(1);
    }

    private Replays replay(List<MissedCallback> missed, Fence fence, BooleanSupplier stop) {
        ReplayCheck check =
                new ReplayCheck(
                        new Ledger(database, LedgerSettings.bundled()), "shop", KeyRule.REFUND_NO);
        return new Replayer(new BooksDelivery(callbacks, check, fence))
                .replay(missed, Breaks.DATE, "run-1", stop);
    }

    private List<MissedCallback> payments(int count) {
        List<MissedCallback> missed = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String n = "%04d".formatted(i);
            order("S" + n, "PENDING", 1000);
            missed.add(Breaks.payment("S" + n, "T" + n, "10.00 CNY", "2026-11-28T01:00:00Z"));
        }
        return missed;
    }

    private void order(String orderNo, String status, long amount) {
        database.jdbc()
                .sql(
                        "INSERT INTO orders (order_no, account, amount_minor, currency, status,"
                                + " created_at, version) VALUES (?, 'shop', ?, 'CNY', ?,"
                                + " TIMESTAMP '2026-11-28 00:00:00', 0)")
                .params(orderNo, amount, status)
                .update();
    }

    private long paid() {
        return count("orders WHERE status = 'PAID' AND version = 1");
    }

    private long count(String from) {
        return database.jdbc().sql("SELECT COUNT(*) FROM " + from).query(Long.class).single();
    }
}
