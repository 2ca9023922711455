package dev.tplus1.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.http.Backoff;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** What the relay promises, on every database. */
abstract class RelayContract extends RelayFixture {

    @Test
    void publishesEachMessageOnceAndThoseOfOneKeyInTheOrderOfTheirWriting() {
        for (int i = 0; i < 4; i++) {
            write("S1", "1" + i);
            write("S2", "2" + i);
        }

        Round first = round(_ -> TAKEN);
        Round second = round(_ -> TAKEN);

        assertThat(first).isEqualTo(new Round(8, 0, Round.End.DONE, ""));
        assertThat(second.published()).isZero();
        assertThat(received).hasSize(8);
        assertThat(received.stream().filter(m -> m.startsWith("S1:")))
                .containsExactly("S1:10", "S1:11", "S1:12", "S1:13");
        assertThat(received.stream().filter(m -> m.startsWith("S2:")))
                .containsExactly("S2:20", "S2:21", "S2:22", "S2:23");
        assertThat(letters.count()).isEqualTo(new Letters.Count(0, 0));
    }

    @Test
    void marksByTheDatabasesClockInUtc() {
        write("S1", "1");

        round(_ -> TAKEN);

        assertThat(
                        database.jdbc()
                                .sql(
                                        "SELECT COUNT(*) FROM outbox WHERE attempts = 1 AND"
                                                + " ABS(TIMESTAMPDIFF(SECOND, published_at, "
                                                + database.dialect().utcNow()
                                                + ")) < 600")
                                .query(Integer.class)
                                .single())
                .isEqualTo(1);
    }

    @Test
    void takesRowsThatWereWrittenWithoutTheRelaysColumns() {
        writeAsOthersDo("S1", "{\"a\": 1.10}");

        round(_ -> TAKEN);

        assertThat(received).containsExactly("S1:{\"a\": 1.10}");
    }

    @Test
    void keepsKeysApartThatDifferInCaseAndBlanks() {
        write("S1", "1");
        write("s1", "2");
        write("S1 ", "3");

        Round round = round(message -> message.key().equals("S1") ? REFUSED : TAKEN);

        assertThat(round.published()).isEqualTo(2);
        assertThat(unpublished()).containsExactly("S1 DEAD 1 answered 410");
    }

    @Test
    void letsLaterMessagesOfAKeyWaitBehindOneThatFailedAndOtherKeysGoOn() {
        write("S1", "1");
        write("S1", "2");
        write("S2", "3");

        Round failed = round(message -> message.payload().equals("1") ? UNKNOWN : TAKEN);
        List<String> between = unpublished();
        Round early = round(_ -> TAKEN);
        later();
        Round late = round(_ -> TAKEN);

        assertThat(failed).isEqualTo(new Round(1, 0, Round.End.DONE, ""));
        assertThat(between).containsExactly("S1 WAITING 1 no answer", "S1 BEHIND 0");
        assertThat(early.published()).isZero();
        assertThat(late.published()).isEqualTo(2);
        assertThat(received.stream().filter(m -> m.startsWith("S1:")))
                .containsExactly("S1:1", "S1:1", "S1:2");
    }

    @Test
    void triesAgainInTheSameRoundWhatIsDueAgain() {
        write("S1", "1");
        write("S1", "2");
        AtomicInteger tries = new AtomicInteger();
        Sink sink = remembering(_ -> tries.incrementAndGet() == 1 ? UNKNOWN : TAKEN);

        long published = 0;
        try (Relay relay = relay(sink, Duration.ofMillis(1))) {
            while (published < 2) {
                published += relay.round().published();
            }
        }

        assertThat(received).containsExactly("S1:1", "S1:1", "S1:2");
    }

    @Test
    void sendsAMessageTwiceRatherThanLosingItWhenItDiesBetweenSendingAndMarking() {
        write("S1", "1");
        write("S1", "2");
        Sink dying =
                remembering(_ -> {
                    throw new IllegalStateException("killed");
                });

        try (Relay relay = relay(dying, HOUR)) {
            assertThatThrownBy(relay::round).hasMessage("killed");
        }
        List<String> between = unpublished();
        round(_ -> TAKEN);

        assertThat(between).containsExactly("S1 DUE 0", "S1 BEHIND 0");
        assertThat(received).containsExactly("S1:1", "S1:1", "S1:2");
    }

    @Test
    void findsAMessageWhoseTransactionCommitsAfterOneWithAHigherId() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch relayed = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newSingleThreadExecutor();
                Relay relay = relay(remembering(_ -> TAKEN), HOUR)) {
            Future<?> slow =
                    executor.submit(() ->
                            database.transactions()
                                    .executeWithoutResult(_ -> {
                                        outbox.write("order.paid", "S1", "1");
                                        written.countDown();
                                        awaited(relayed);
                                    }));
            awaited(written);
            write("S2", "2");

            Round first = relay.round();
            relayed.countDown();
            slow.get();
            Round second = relay.round();

            assertThat(first.published()).isEqualTo(1);
            assertThat(second.published()).isEqualTo(1);
            assertThat(idOf("1")).isLessThan(idOf("2"));
            assertThat(received).containsExactly("S2:2", "S1:1");
        }
    }

    @Test
    void leavesASinkAloneThatDoesNotAnswer() {
        for (int i = 0; i < 100; i++) {
            write("S" + i, "1");
        }

        Round round = round(_ -> UNKNOWN);

        assertThat(round).isEqualTo(new Round(0, 0, Round.End.LEFT_ALONE, "no answer"));
        assertThat(received).hasSizeBetween(Relay.MAX_UNKNOWN, Relay.MAX_UNKNOWN + Relay.LANES - 1);
        assertThat(letters.count()).isEqualTo(new Letters.Count(100, 0));
    }

    @Test
    void leavesASinkAloneThatRefusesEverything() {
        for (int i = 0; i < 100; i++) {
            write("S" + i, "1");
        }

        Round round = round(_ -> REFUSED);

        assertThat(round.end()).isEqualTo(Round.End.LEFT_ALONE);
        assertThat(round.why()).isEqualTo("answered 410");
        assertThat(round.died())
                .isBetween((long) Relay.MAX_REFUSED, Relay.MAX_REFUSED + Relay.LANES - 1L);
    }

    @Test
    void waitsAsLongAsTheSinkAsksFor() {
        write("S1", "1");

        try (Relay relay =
                new Relay(
                        database,
                        MessageTable.OUTBOX,
                        remembering(_ -> new Sink.Outcome.Unknown("busy", HOUR)),
                        new Backoff(3, Duration.ofMillis(1), HOUR),
                        50,
                        () -> {},
                        () -> false,
                        () -> {})) {
            relay.round();
        }

        assertThat(
                        database.jdbc()
                                .sql(
                                        "SELECT COUNT(*) FROM outbox WHERE next_attempt_at >"
                                                + " TIMESTAMPADD(MINUTE, 30, "
                                                + database.dialect().utcNow()
                                                + ")")
                                .query(Integer.class)
                                .single())
                .isEqualTo(1);
    }

    @Test
    void readsOverMessagesThatWaitBehindADeadLetterWithoutHoldingThem() {
        database.transactions()
                .executeWithoutResult(_ -> {
                    for (int i = 0; i < 5000; i++) {
                        outbox.write("order.paid", "BLOCKED", "" + i);
                    }
                });
        write("FREE", "1");
        database.jdbc().sql("UPDATE outbox SET dead_at = created_at WHERE payload = '0'").update();

        List<Waiting.Head> heads = new Waiting(database, MessageTable.OUTBOX).heads(0, 10);
        Round round = round(_ -> TAKEN);

        assertThat(heads).singleElement().extracting(Waiting.Head::key).isEqualTo("FREE");
        assertThat(round.published()).isEqualTo(1);
        assertThat(received).containsExactly("FREE:1");
        assertThat(letters.count()).isEqualTo(new Letters.Count(4999, 1));
    }

    @Test
    void readsNoMoreKeysAtOnceThanItWasTold() {
        for (int i = 0; i < 120; i++) {
            write("S" + i, "1");
        }

        assertThat(new Waiting(database, MessageTable.OUTBOX).heads(0, 50)).hasSize(50);
        assertThat(round(_ -> TAKEN).published()).isEqualTo(120);
    }

    @Test
    void sendsNothingMoreOnceTheLeaseIsLost() {
        for (int i = 0; i < 20; i++) {
            write("S1", "" + i);
        }
        AtomicInteger asked = new AtomicInteger();
        Runnable held =
                () -> {
                    if (asked.incrementAndGet() > 3) {
                        throw new IllegalStateException("lost");
                    }
                };

        try (Relay relay = relay(remembering(_ -> TAKEN), HOUR, held, () -> false)) {
            assertThatThrownBy(relay::round).hasMessage("lost");
        }

        assertThat(received).containsExactly("S1:0", "S1:1", "S1:2");
        assertThat(letters.count()).isEqualTo(new Letters.Count(17, 0));
    }

    @Test
    void finishesAndMarksTheMessageInHandWhenItIsAskedToStop() {
        write("S1", "1");
        write("S1", "2");
        AtomicBoolean stopping = new AtomicBoolean();
        Sink sink =
                remembering(_ -> {
                    stopping.set(true);
                    return TAKEN;
                });

        Round round;
        try (Relay relay = relay(sink, HOUR, () -> {}, stopping::get)) {
            round = relay.round();
        }

        assertThat(round).isEqualTo(new Round(1, 0, Round.End.STOPPED, ""));
        assertThat(received).containsExactly("S1:1");
        assertThat(unpublished()).containsExactly("S1 DUE 0");
    }

    @Test
    void losesAndReordersNothingWhenTwoRelaysAreAtWork() throws Exception {
        for (int i = 0; i < 300; i++) {
            write("S" + i % 10, "" + i);
        }
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Round>> rounds = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            for (int i = 0; i < 2; i++) {
                rounds.add(
                        executor.submit(() -> {
                            awaited(start);
                            return round(_ -> TAKEN);
                        }));
            }
            start.countDown();
            for (Future<Round> round : rounds) {
                round.get();
            }
        }

        assertThat(letters.count()).isEqualTo(new Letters.Count(0, 0));
        assertThat(receivedOnce()).hasSize(300);
        for (int key = 0; key < 10; key++) {
            int k = key;
            assertThat(receivedOnce().stream().filter(m -> m.startsWith("S" + k + ":")))
                    .isEqualTo(
                            IntStream.range(0, 30)
                                    .mapToObj(n -> "S" + k + ":" + (n * 10 + k))
                                    .toList());
        }
    }

    /** A sink that fails, takes and fails, or stays silent, as chance will have it. */
    void publishesEachKeysSequenceThroughARandomSink(int messages, int keys) {
        long seed = System.nanoTime();
        System.out.println("outbox relay: " + messages + " messages, seed " + seed);
        Random random = new Random(seed);
        Map<String, List<String>> written = new HashMap<>();
        database.transactions()
                .executeWithoutResult(_ -> {
                    for (int i = 0; i < messages; i++) {
                        String key = "S" + random.nextInt(keys);
                        outbox.write("order.paid", key, "" + i);
                        written.computeIfAbsent(key, _ -> new ArrayList<>()).add("" + i);
                    }
                });
        Map<String, List<String>> got = new ConcurrentHashMap<>();
        Set<String> once = ConcurrentHashMap.newKeySet();
        Sink sink =
                message -> {
                    int chance;
                    synchronized (random) {
                        chance = random.nextInt(1000);
                    }
                    if (chance >= 200 && once.add(message.payload())) {
                        got.computeIfAbsent(message.key(), _ -> new ArrayList<>())
                                .add(message.payload());
                    }
                    if (chance >= 998) {
                        throw new IllegalStateException("killed after it was taken");
                    }
                    return chance < 300 ? UNKNOWN : TAKEN;
                };

        int rounds = 0;
        while (letters.count().waiting() + letters.count().dead() > 0) {
            assertThat(rounds++).as("seed " + seed).isLessThan(messages);
            try (Relay relay = relay(sink, Duration.ofMillis(1))) {
                relay.round();
            } catch (IllegalStateException killed) {
                assertThat(killed).hasMessage("killed after it was taken");
            }
            letters.requeueAllDead();
        }

        assertThat(got).as("seed " + seed).isEqualTo(written);
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
