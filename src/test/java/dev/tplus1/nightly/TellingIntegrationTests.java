package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.Digest;
import dev.tplus1.database.TestServer;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** What is told on a real server, by several processes and by those that are killed. */
class TellingIntegrationTests {
    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder, TestServer.newDatabase());
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void twoProcessesAtOnceRecordItOnce() throws Exception {
        shop.alerts("{channels: [{name: a, type: slack, url: \"https://hooks.slack.com/x\"}]}");
        shop.run(DATE);
        CyclicBarrier together = new CyclicBarrier(2);

        try (Nightly one = shop.open();
                Nightly two = shop.open();
                ExecutorService executor = Executors.newFixedThreadPool(2)) {
            List<Future<Integer>> recorded =
                    executor.invokeAll(
                            List.of(
                                    () -> {
                                        together.await();
                                        return one.recording().record(List.of());
                                    },
                                    () -> {
                                        together.await();
                                        return two.recording().record(List.of());
                                    }));

            assertThat(recorded.get(0).get() + recorded.get(1).get()).isEqualTo(1);
        }
        assertThat(shop.count("tplus1_notice")).isEqualTo(1);
        assertThat(shop.count("tplus1_revision WHERE told_at IS NULL")).isZero();
    }

    @Test
    void theNextProcessTellsWhatAKilledOneConcluded() {
        try (Told told = new Told()) {
            shop.alerts(told.alerts(told.channel("a", "")));
            shop.run(DATE);
            shop.restart();
            String job = shop.jobFile().toString();

            Child next = Child.run(folder, "reconcile", "--job", job, "--date", DATE.toString());
            Child again = Child.run(folder, "reconcile", "--job", job, "--date", DATE.toString());

            assertThat(next.err()).isEmpty();
            assertThat(next.out()).contains("already reconciled");
            assertThat(again.code()).isZero();
            assertThat(told.only().accounts())
                    .extracting(Digest.Line::businessDate)
                    .containsExactly(DATE);
        }
    }

    @Test
    void sendsAgainUnderTheSameIdWhatAKillLeftBetweenSendingAndMarking() throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.start();
            server.enqueue(
                    new MockResponse.Builder().code(204).headersDelay(8, TimeUnit.SECONDS).build());
            server.enqueue(new MockResponse.Builder().code(204).build());
            shop.alerts(
                    "{channels: [{name: a, type: webhook, url: \""
                            + server.url("/hook")
                            + "\", secret: "
                            + Told.SECRET
                            + "}]}");
            shop.run(DATE);
            shop.nightly().recording().record(List.of());
            String job = shop.jobFile().toString();
            Child killed = Child.start(folder, List.of(), "alert", "send", "--job", job);
            RecordedRequest first = taken(server);
            killed.kill();

            Child child = Child.run(folder, "alert", "send", "--job", job);

            assertThat(child.err()).isEmpty();
            assertThat(child.out()).isEqualTo("alerts: delivered 1 notice; 0 waiting, 0 dead\n");
            RecordedRequest again = taken(server);
            assertThat(again.getHeaders().get("webhook-id"))
                    .startsWith("dg_")
                    .isEqualTo(first.getHeaders().get("webhook-id"));
            assertThat(again.getBody()).isEqualTo(first.getBody());
        }
    }

    private static RecordedRequest taken(MockWebServer server) throws InterruptedException {
        return Objects.requireNonNull(server.takeRequest(60, TimeUnit.SECONDS), "no request");
    }
}
