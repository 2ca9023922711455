package dev.tplus1.nightly.told;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.AlertSettings;
import dev.tplus1.alert.Channel;
import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Digest;
import dev.tplus1.alert.RobotUrl;
import dev.tplus1.alert.Rule;
import dev.tplus1.alert.Samples;
import dev.tplus1.alert.Sent;
import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.Alerting;
import dev.tplus1.lease.Leases;
import dev.tplus1.outbox.Notices;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** Notices on their way to channels that answer what the test wants. */
class DeliveryTests {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-29T02:00:00Z"), ZoneOffset.UTC);

    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final Map<String, Sent> answers = new ConcurrentHashMap<>();
    private Runnable hanging = () -> {};
    private Runnable closed = () -> {};
    private Database database;

    @BeforeEach
    void open() {
        database = TestDatabases.opened(TestDatabases.h2Settings(), Schema.OWN);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private final class FakeChannel implements Channel {
        private final String name;

        FakeChannel(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Sent send(Digest digest) {
            sent.add(name + " " + digest.job());
            if (name.equals("slow")) {
                hanging.run();
            }
            return answers.getOrDefault(name, new Sent.Accepted(""));
        }

        @Override
        public String unreachable() {
            return "";
        }

        @Override
        public void close() {
            closed.run();
        }
    }

    private Delivery delivery(String... channels) {
        List<ChannelSettings> settings =
                Stream.of(channels)
                        .<ChannelSettings>map(name ->
                                new ChannelSettings.Slack(
                                        name,
                                        Rule.EVERYTHING,
                                        "en",
                                        RobotUrl.of("https://hooks.slack.com/x")))
                        .toList();
        return new Delivery(
                database,
                "shop",
                new Alerting(new AlertSettings(settings), 2, List.of()),
                CLOCK,
                Pauses.REAL,
                channel -> new FakeChannel(channel.name()));
    }

    private void write(String job, String channel, String run) {
        Digest digest = Samples.digest(job, channel, "en", CLOCK.instant(), ZoneOffset.UTC);
        Notices notices = new Notices(database, job, CLOCK);
        database.transactions()
                .executeWithoutResult(_ -> notices.write(channel, run, digest.json()));
    }

    private void later() {
        database.jdbc().sql("UPDATE tplus1_notice SET next_attempt_at = NULL").update();
    }

    private Delivered deliver(Delivery delivery) {
        return delivery.deliver(LONG, false, () -> false);
    }

    @Test
    void deliversEachOnceAndOnlyThisJobs() {
        write("shop", "a", "1");
        write("shop", "a", "1");
        write("shop", "b", "1");
        write("other", "a", "1");

        Delivered first = deliver(delivery("a", "b"));
        Delivered again = deliver(delivery("a", "b"));

        assertThat(first.delivered()).isEqualTo(2);
        assertThat(again.delivered()).isZero();
        assertThat(sent).containsExactlyInAnyOrder("a shop", "b shop");
    }

    @Test
    void keepsTheOthersApartFromAChannelThatFails() {
        for (String channel : List.of("a", "b", "c", "d", "e", "f", "g")) {
            write("shop", channel, "1");
            answers.put(channel, new Sent.TryAgain("no answer", Duration.ZERO));
        }
        write("shop", "h", "1");

        Delivered delivered = deliver(delivery("a", "b", "c", "d", "e", "f", "g", "h"));

        assertThat(delivered.delivered()).isEqualTo(1);
        assertThat(sent).hasSize(8).contains("h shop");
        assertThat(delivered.left())
                .hasSize(7)
                .allMatch(each -> each.waiting() == 1 && each.lastError().equals("no answer"));
    }

    @Test
    void isDeadAfterItsTriesAndHoldsBackNoLaterOne() {
        write("shop", "a", "1");
        answers.put("a", new Sent.TryAgain("no answer", Duration.ZERO));
        deliver(delivery("a"));
        write("shop", "a", "2");
        Delivered waiting = deliver(delivery("a"));
        later();
        Delivered dead = deliver(delivery("a"));

        assertThat(sent).hasSize(3);
        // the second is in order behind the first, and was not tried
        assertThat(waiting.left().getFirst().waiting()).isEqualTo(1);
        assertThat(waiting.delivered()).isZero();
        assertThat(dead.left())
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.dead()).isEqualTo(1);
                    assertThat(each.waiting()).isEqualTo(1);
                    assertThat(each.since()).isEqualTo(CLOCK.instant());
                });
    }

    @Test
    void refusesWhatIsForAChannelThatIsNoMore() {
        write("shop", "gone", "1");

        Delivered delivered = deliver(delivery("a"));

        assertThat(delivered.died()).isEqualTo(1);
        assertThat(delivered.left().getFirst().lastError())
                .isEqualTo("the job file has no channel of this name any more");
    }

    @Test
    void leavesASlowChannelWhenItsTimeIsUp() {
        write("shop", "slow", "1");
        write("shop", "a", "1");
        CountDownLatch ended = new CountDownLatch(1);
        hanging =
                () -> {
                    try {
                        ended.await();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                };
        closed = ended::countDown;
        answers.put("slow", new Sent.TryAgain("stopped", Duration.ZERO));

        Delivered delivered =
                delivery("slow", "a").deliver(Duration.ofMillis(500), false, () -> false);

        assertThat(delivered.end()).isEqualTo(Delivered.End.LATE);
        assertThat(sent).contains("a shop");
        assertThat(delivery("slow").letters().count().waiting()).isEqualTo(1);
    }

    @Test
    void leavesItToAnotherProcessThatDelivers() {
        write("shop", "a", "1");
        answers.put("a", new Sent.Refused("410"));
        try (Leases others = new Leases(database)) {
            others.acquire(Delivery.lease("shop"));

            Delivered delivered = deliver(delivery("a"));

            assertThat(delivered.end()).isEqualTo(Delivered.End.RUNNING_ELSEWHERE);
            assertThat(delivered.holder()).startsWith("host ");
            assertThat(sent).isEmpty();
        }
    }

    @Test
    void aChannelThatThrowsIsTriedAgain() {
        write("shop", "slow", "1");
        hanging =
                () -> {
                    throw new IllegalStateException("a bug");
                };

        Delivered delivered = deliver(delivery("slow"));

        assertThat(delivered.left().getFirst().waiting()).isEqualTo(1);
        assertThat(delivered.left().getFirst().lastError()).startsWith("failed unexpectedly");
    }
}
