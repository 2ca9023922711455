package dev.tplus1.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.callback.Callback;
import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.provider.api.FakeApi;
import dev.tplus1.replay.OrderQuery.State;
import dev.tplus1.replay.Replayer.Replayed;
import dev.tplus1.replay.Replayer.Replays;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Nothing is replayed of which the provider does not say that it stands. */
final class ConfirmedDeliveryTests {
    private static final String STANDS = "Asked before the replay, the provider said: it stands.";

    private final Database database = TestDatabases.h2();
    private final FakeApi provider = new FakeApi();
    private final List<List<String>> delivered = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void deliversWhatStandsInItsOrderAndAlertsTheRest() {
        provider.order("T1", _ -> new State.Changed("the order is refunded (REFUND)"))
                .order(
                        "T3",
                        _ -> {
                            throw new CallException("https://api.example.com answered 503");
                        });

        Replays replays = replay(told(40), payments(5), () -> false);

        assertThat(delivered).containsExactly(List.of("T0", "T2", "T4"));
        assertThat(provider.asked).containsExactlyInAnyOrder("T0", "T1", "T2", "T3", "T4");
        assertThat(outcomes(replays))
                .isEqualTo(
                        Map.of(
                                "T0",
                                new ReplayOutcome.Applied(STANDS),
                                "T1",
                                new ReplayOutcome.Refused(
                                        "Asked before it, the provider said otherwise: the order"
                                                + " is refunded (REFUND)."),
                                "T2",
                                new ReplayOutcome.Applied(STANDS),
                                "T3",
                                new ReplayOutcome.Failed(
                                        "It was not made: asked whether it stands, the provider did"
                                                + " not say (https://api.example.com answered 503)."
                                                + " Run the date again with --rerun.",
                                        false),
                                "T4",
                                new ReplayOutcome.Applied(STANDS)));
        assertThat(replays.done())
                .extracting(each -> each.callback().reference())
                .containsExactly("T0", "T1", "T2", "T3", "T4");
    }

    @Test
    void asksAFewAtOnceAndNoMore() {
        CountDownLatch together = new CountDownLatch(4);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        for (int n = 0; n < 12; n++) {
            provider.order(
                    "T" + n,
                    _ -> {
                        most.accumulateAndGet(now.incrementAndGet(), Math::max);
                        together.countDown();
                        await(together);
                        now.decrementAndGet();
                        return new State.Stands();
                    });
        }

        replay(told(40), payments(12), () -> false);

        assertThat(most).hasValue(4);
        assertThat(delivered)
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(12);
    }

    @Test
    void asksAgainWhatWasAnsweredLongBeforeTheLast() {
        CountDownLatch answered = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        provider.order(
                        "T0",
                        _ -> {
                            answered.countDown();
                            return asked.incrementAndGet() == 1
                                    ? new State.Stands()
                                    : new State.Changed("it was refunded meanwhile");
                        })
                .order(
                        "T1",
                        _ -> {
                            await(answered);
                            nanos.compareAndSet(0, ConfirmedDelivery.FRESH.toNanos() + 1);
                            return new State.Stands();
                        });

        Replays replays = replay(told(40), payments(2), () -> false);

        assertThat(outcomes(replays).get("T0")).isInstanceOf(ReplayOutcome.Refused.class);
        assertThat(delivered).containsExactly(List.of("T1"));
    }

    @Test
    void replaysNothingOnAnswersThatAreOldWhenTheyCome() {
        provider.order(
                "T0",
                _ -> {
                    nanos.addAndGet(ConfirmedDelivery.FRESH.toNanos() + 1);
                    return new State.Stands();
                });

        Replays replays = replay(told(40), payments(1), () -> false);

        assertThat(outcomes(replays).get("T0")).isInstanceOf(ReplayOutcome.Failed.class);
        assertThat(delivered).isEmpty();
    }

    @Test
    void asksAboutFewEnoughThatNoAnswerGrowsOld() {
        replay(told(100), payments(ConfirmedDelivery.MOST + 1), () -> false);

        assertThat(delivered).extracting(List::size).containsExactly(ConfirmedDelivery.MOST, 1);
    }

    @Test
    void doesNotAskASilentProviderForEver() {
        for (int n = 0; n < 60; n++) {
            provider.order(
                    "T" + n,
                    _ -> {
                        throw new CallException("no answer");
                    });
        }

        Replays replays = replay(told(40), payments(60), () -> false);

        assertThat(delivered).isEmpty();
        // four are under way when the fifth in a row is noticed
        assertThat(provider.asked).hasSizeBetween(ConfirmedDelivery.MAX_SILENT_IN_A_ROW, 8);
        assertThat(replays.done())
                .hasSize(60)
                .allMatch(each ->
                        each.outcome() instanceof ReplayOutcome.Failed failed && !failed.tried());
        assertThat(outcomes(replays).get("T59"))
                .isEqualTo(
                        new ReplayOutcome.Failed(
                                "It was not made: the provider did not answer 5 questions in a row,"
                                        + " and was not asked about this one. Run the date again"
                                        + " with --rerun.",
                                false));
    }

    @Test
    void goesOnAskingWhereAnAnswerComesBetween() {
        for (int n = 0; n < 30; n += 2) {
            provider.order(
                    "T" + n,
                    _ -> {
                        throw new CallException("no answer");
                    });
        }

        replay(told(1), payments(30), () -> false);

        assertThat(provider.asked).hasSize(30);
        assertThat(delivered).hasSize(15);
    }

    @Test
    void asksOnceAboutWhatIsDeliveredOneByOne() {
        Delivery inner = told(40);
        Delivery picky =
                new Delivery() {
                    @Override
                    public int most() {
                        return inner.most();
                    }

                    @Override
                    public Delivered deliver(List<Callback> callbacks, BooleanSupplier stop) {
                        return callbacks.size() > 1
                                ? new Delivered.OneByOne()
                                : inner.deliver(callbacks, stop);
                    }
                };
        provider.order("T1", _ -> new State.Changed("closed."));

        Replays replays = replay(picky, payments(3), () -> false);

        assertThat(provider.asked).containsExactlyInAnyOrder("T0", "T1", "T2");
        assertThat(delivered).containsExactly(List.of("T0"), List.of("T2"));
        assertThat(replays.done()).hasSize(3);
    }

    @Test
    void doesNotAskAboutWhatTheBooksHaveAlready() {
        database.jdbc()
                .sql(
                        "INSERT INTO orders(order_no,account,amount_minor,currency,status,"
                                + "transaction_id,paid_at,created_at,version) VALUES('S0','shop',"
                                + "100,'CNY','PAID','T0',TIMESTAMP '2026-11-28 01:00:00',"
                                + "TIMESTAMP '2026-11-28 00:00:00',0)")
                .update();

        Replays replays = replay(told(40), payments(2), () -> false);

        assertThat(provider.asked).containsExactly("T1");
        assertThat(delivered).containsExactly(List.of("T0", "T1"));
        assertThat(outcomes(replays))
                .isEqualTo(
                        Map.of(
                                "T0",
                                new ReplayOutcome.Applied(),
                                "T1",
                                new ReplayOutcome.Applied(STANDS)));
    }

    @Test
    void stopsWithoutDeliveringWhenAQuestionIsStopped() {
        provider.order(
                "T1",
                _ -> {
                    throw FakeApi.stopped();
                });

        Replays replays = replay(told(40), payments(3), () -> false);

        assertThat(replays.stopped()).isTrue();
        assertThat(delivered).isEmpty();
    }

    @Test
    void endsWithWhatIsWrongWithTheSettingsBeforeAnythingIsDelivered() {
        provider.order(
                "T0",
                _ -> {
                    throw new SettingException("accounts[0].statements.api.key: is not accepted");
                });

        assertThatThrownBy(() -> replay(told(1), payments(2), () -> false))
                .isInstanceOf(SettingException.class)
                .hasMessageEndingWith("is not accepted");

        assertThat(delivered).isEmpty();
    }

    @Test
    void alertsWhenTheProviderNoLongerAcceptsWhoAsksOnceSomethingIsDelivered() {
        provider.order(
                "T1",
                _ -> {
                    throw new SettingException("key: is not accepted");
                });

        Replays replays = replay(told(1), payments(2), () -> false);

        assertThat(delivered).containsExactly(List.of("T0"));
        assertThat(outcomes(replays).get("T1")).isInstanceOf(ReplayOutcome.Failed.class);
    }

    private Replays replay(Delivery inner, List<MissedCallback> missed, BooleanSupplier stop) {
        ReplayCheck books =
                new ReplayCheck(
                        new Ledger(database, LedgerSettings.bundled()), "shop", KeyRule.REFUND_NO);
        return new Replayer(new ConfirmedDelivery(provider, books, inner, nanos::get))
                .replay(missed, Breaks.DATE, "run-1", stop);
    }

    private Delivery told(int most) {
        return new Delivery() {
            @Override
            public int most() {
                return most;
            }

            @Override
            public Delivered deliver(List<Callback> callbacks, BooleanSupplier stop) {
                delivered.add(callbacks.stream().map(Callback::reference).toList());
                return new Delivered.Told(
                        callbacks.stream()
                                .<ReplayOutcome>map(_ -> new ReplayOutcome.Applied())
                                .toList());
            }
        };
    }

    private static Map<String, ReplayOutcome> outcomes(Replays replays) {
        return replays.done().stream()
                .collect(Collectors.toMap(each -> each.callback().reference(), Replayed::outcome));
    }

    private static List<MissedCallback> payments(int count) {
        return IntStream.range(0, count)
                .mapToObj(n ->
                        Breaks.payment(
                                "S" + n,
                                "T" + n,
                                "1.00 CNY",
                                "2026-11-28T01:00:" + String.format("%02dZ", n)))
                .toList();
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("they were not asked together");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
