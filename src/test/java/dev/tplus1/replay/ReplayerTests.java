package dev.tplus1.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.callback.Callback;
import dev.tplus1.callback.Callbacks;
import dev.tplus1.callback.Fence;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.outbox.Outbox;
import dev.tplus1.replay.Replayer.Replayed;
import dev.tplus1.replay.Replayer.Replays;

import org.junit.jupiter.api.Test;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

final class ReplayerTests {
    private final List<Callback> delivered = new ArrayList<>();

    @Test
    void deliversPaymentsThenRefundsByTimeThenKey() {
        List<MissedCallback> missed =
                List.of(
                        Breaks.refund("S1", "T1", "R1", "1.00 CNY", "2026-11-28T01:00:00Z"),
                        Breaks.payment("S3", "T3", "3.00 CNY", "2026-11-28T03:00:00Z"),
                        Breaks.payment("S2", "b", "2.00 CNY", "2026-11-28T02:00:00Z"),
                        Breaks.payment("S1", "B", "1.00 CNY", "2026-11-28T02:00:00Z"));

        Replays replays = recording().replay(missed, Breaks.DATE, "run-1", () -> false);

        assertThat(delivered).extracting(Callback::reference).containsExactly("B", "b", "T3", "R1");
        assertThat(replays.stopped()).isFalse();
        assertThat(delivered.getLast())
                .returns("shop", Callback::account)
                .returns("T1", Callback::transactionId)
                .returns("P-R1", Callback::providerRefundId)
                .returns("replay", Callback::source)
                .returns("run-1", Callback::runId);
    }

    @Test
    void booksAtTheStatementsTimeOrTheDaysLastSecond() {
        List<MissedCallback> missed =
                List.of(
                        Breaks.payment("S1", "T1", "1.00 CNY", "2026-11-27T15:59:59Z"),
                        Breaks.payment("S2", "T2", "1.00 CNY", "2026-11-27T16:00:00Z"),
                        Breaks.payment("S3", "T3", "1.00 CNY", "2026-11-28T16:00:00Z"));

        recording().replay(missed, Breaks.DATE, "run-1", () -> false);

        assertThat(delivered)
                .extracting(callback -> callback.occurredAt().toString())
                .containsExactly(
                        "2026-11-28T15:59:59Z", "2026-11-27T16:00:00Z", "2026-11-28T15:59:59Z");
    }

    @Test
    void stopsBetweenTwoCallbacks() {
        List<MissedCallback> missed =
                List.of(
                        Breaks.payment("S1", "T1", "1.00 CNY", "2026-11-28T01:00:00Z"),
                        Breaks.payment("S2", "T2", "1.00 CNY", "2026-11-28T02:00:00Z"));

        Replays replays =
                recording().replay(missed, Breaks.DATE, "run-1", () -> delivered.size() == 1);

        assertThat(replays.stopped()).isTrue();
        assertThat(replays.done()).hasSize(1);
        assertThat(delivered).extracting(Callback::reference).containsExactly("T1");
    }

    @Test
    void failsAfterSeveralInARowThatTheDatabaseDidNotAnswer() {
        List<MissedCallback> missed = payments(9);
        Replayer replayer =
                new Replayer(
                        oneByOne(callback -> {
                            delivered.add(callback);
                            throw new DatabaseException("no answer", null);
                        }));

        assertThatThrownBy(() -> replayer.replay(missed, Breaks.DATE, "run-1", () -> false))
                .isInstanceOf(DatabaseException.class)
                .hasMessage("no answer");

        assertThat(delivered).hasSize(Replayer.MAX_FAILURES_IN_A_ROW);
    }

    @Test
    void failsForOneThatTheDatabaseDidNotAnswerAfterItHasDeliveredTheOthers() {
        List<MissedCallback> missed = payments(4);
        Replayer replayer =
                new Replayer(
                        oneByOne(callback -> {
                            if (callback.reference().equals("T1")) {
                                throw new DatabaseException("no answer", null);
                            }
                            delivered.add(callback);
                            return new ReplayOutcome.Applied();
                        }));

        assertThatThrownBy(() -> replayer.replay(missed, Breaks.DATE, "run-1", () -> false))
                .isInstanceOf(DatabaseException.class);

        assertThat(delivered).extracting(Callback::reference).containsExactly("T0", "T2", "T3");
    }

    @Test
    void deliversOneByOneWhatCannotBeDeliveredTogetherAndFailsForTheOneWithoutAnAnswer() {
        List<List<String>> deliveries = new ArrayList<>();
        Delivery together =
                new Delivery() {
                    @Override
                    public int most() {
                        return 3;
                    }

                    @Override
                    public Delivered deliver(List<Callback> callbacks, BooleanSupplier stop) {
                        List<String> references =
                                callbacks.stream().map(Callback::reference).toList();
                        deliveries.add(references);
                        if (references.equals(List.of("T1"))) {
                            throw new DatabaseException("no answer", null);
                        }
                        return references.size() > 1 && references.contains("T1")
                                ? new Delivered.OneByOne()
                                : applied(callbacks);
                    }
                };

        assertThatThrownBy(() ->
                        new Replayer(together)
                                .replay(payments(6), Breaks.DATE, "run-1", () -> false))
                .isInstanceOf(DatabaseException.class);

        assertThat(deliveries)
                .containsExactly(
                        List.of("T0", "T1", "T2"),
                        List.of("T0"),
                        List.of("T1"),
                        List.of("T2"),
                        List.of("T3", "T4", "T5"));
    }

    @Test
    void neverMixesPaymentsAndRefundsAndHeedsTheSizeOfADelivery() {
        List<List<String>> batches = new ArrayList<>();
        List<MissedCallback> missed = new ArrayList<>(payments(3));
        missed.add(Breaks.refund("S1", "T1", "R1", "1.00 CNY", "2026-11-28T01:00:00Z"));
        Replayer replayer =
                new Replayer(
                        new Delivery() {
                            @Override
                            public int most() {
                                return 2;
                            }

                            @Override
                            public Delivered deliver(
                                    List<Callback> callbacks, BooleanSupplier stop) {
                                batches.add(callbacks.stream().map(Callback::reference).toList());
                                return applied(callbacks);
                            }
                        });

        Replays replays = replayer.replay(missed, Breaks.DATE, "run-1", () -> false);

        assertThat(batches).containsExactly(List.of("T0", "T1"), List.of("T2"), List.of("R1"));
        assertThat(replays.done()).hasSize(4);
    }

    @Test
    void replaysIntoTheBundledBooksAndReadsThemAgain() {
        try (Database database = TestDatabases.h2()) {
            order(database, "S1", "PENDING", 1000, "");
            order(database, "S2", "CLOSED", 2000, "");
            order(database, "S3", "PAID", 3000, "T3");
            order(database, "S4", "PAID", 4000, "T4");
            database.jdbc()
                    .sql(
                            "INSERT INTO"
                                + " refunds(account,refund_no,order_no,amount_minor,currency,status,created_at,version)"
                                + " VALUES('shop','R4','S4',4000,'CNY','PENDING',TIMESTAMP"
                                + " '2026-11-28 00:00:00',0)")
                    .update();
            List<MissedCallback> missed =
                    List.of(
                            Breaks.payment("S1", "T1", "10.00 CNY", "2026-11-28T01:00:00Z"),
                            Breaks.payment("S2", "T2", "20.00 CNY", "2026-11-28T02:00:00Z"),
                            Breaks.payment("S3", "T3", "30.00 CNY", "2026-11-28T03:00:00Z"),
                            Breaks.refund("S4", "T4", "R4", "40.00 CNY", "2026-11-28T04:00:00Z"));
            Clock clock = Clock.systemUTC();
            Callbacks callbacks = new Callbacks(database, clock, new Outbox(database, clock));
            ReplayCheck check =
                    new ReplayCheck(
                            new Ledger(database, LedgerSettings.bundled()),
                            "shop",
                            KeyRule.REFUND_NO);
            Replayer replayer = new Replayer(new BooksDelivery(callbacks, check, Fence.NONE));

            Replays replays = replayer.replay(missed, Breaks.DATE, "run-1", () -> false);

            assertThat(replays.done())
                    .extracting(Replayed::outcome)
                    .containsExactly(
                            new ReplayOutcome.Applied(),
                            new ReplayOutcome.Refused("ORDER_CLOSED: order S2 is CLOSED"),
                            new ReplayOutcome.AlreadyApplied(),
                            new ReplayOutcome.Applied());
            List<Callback> all = replays.done().stream().map(Replayed::callback).toList();
            assertThat(check.arrived(all))
                    .containsExactlyInAnyOrder(all.get(0), all.get(2), all.get(3));
            assertThat(check.arrived(List.of())).isEmpty();
            assertThat(callbacks.appliedBy("run-1", all))
                    .containsExactlyInAnyOrder(all.get(0), all.get(3));
        }
    }

    @Test
    void deliversNothingThatMustNotBeDeliveredAnyMoreAndTellsWhatIsThereAlready() {
        List<MissedCallback> missed = payments(4);
        Delivery delivery =
                new Delivery() {
                    @Override
                    public int most() {
                        return 3;
                    }

                    @Override
                    public Set<Callback> sentBefore(List<Callback> callbacks) {
                        return of(callbacks, "T3");
                    }

                    @Override
                    public Delivered deliver(List<Callback> callbacks, BooleanSupplier stop) {
                        delivered.addAll(callbacks);
                        return applied(callbacks);
                    }
                };
        Replayer replayer =
                new Replayer(
                        delivery,
                        batch ->
                                batch.stream()
                                        .filter(each -> !each.equals(missed.getFirst()))
                                        .collect(Collectors.toMap(each -> each, _ -> "Late.")),
                        callbacks -> of(callbacks, "T1"));

        Replays replays = replayer.replay(missed, Breaks.DATE, "run-1", () -> false);

        assertThat(delivered).extracting(Callback::reference).containsExactly("T0", "T1");
        assertThat(replays.done())
                .extracting(Replayer.Replayed::outcome)
                .containsExactly(
                        new ReplayOutcome.Applied(),
                        new ReplayOutcome.Applied(),
                        new ReplayOutcome.Refused("Late."),
                        new ReplayOutcome.Failed("It had been sent before. Late.", true));
    }

    private static Set<Callback> of(Collection<Callback> callbacks, String reference) {
        return callbacks.stream()
                .filter(each -> each.reference().equals(reference))
                .collect(Collectors.toSet());
    }

    private Replayer recording() {
        return new Replayer(
                oneByOne(callback -> {
                    delivered.add(callback);
                    return new ReplayOutcome.Applied();
                }));
    }

    private static List<MissedCallback> payments(int count) {
        List<MissedCallback> missed = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            missed.add(Breaks.payment("S" + i, "T" + i, "1.00 CNY", "2026-11-28T01:00:00Z"));
        }
        return missed;
    }

    private static Delivery oneByOne(Function<Callback, ReplayOutcome> each) {
        return new Delivery() {
            @Override
            public int most() {
                return 1;
            }

            @Override
            public Delivered deliver(List<Callback> callbacks, BooleanSupplier stop) {
                return new Delivered.Told(callbacks.stream().map(each).toList());
            }
        };
    }

    private static Delivery.Delivered applied(List<Callback> callbacks) {
        return new Delivery.Delivered.Told(
                Collections.nCopies(callbacks.size(), new ReplayOutcome.Applied()));
    }

    private static void order(
            Database database, String orderNo, String status, long amount, String tx) {
        database.jdbc()
                .sql(
                        "INSERT INTO orders(order_no,account,amount_minor,currency,status,"
                                + "transaction_id,paid_at,created_at,version)"
                                + " VALUES(?,'shop',?,'CNY',?,NULLIF(?, ''),"
                                + (status.equals("PAID")
                                        ? "TIMESTAMP '2026-11-28 03:00:00'"
                                        : "NULL")
                                + ",TIMESTAMP '2026-11-28 00:00:00',0)")
                .params(orderNo, amount, status, tx)
                .update();
    }
}
