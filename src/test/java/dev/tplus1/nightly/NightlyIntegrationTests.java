package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestServer;
import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Nights on a real server, from several processes. */
class NightlyIntegrationTests {
    private static final String LOG = "payment_callback_log WHERE outcome = 'APPLIED'";

    /** How many of the missed callbacks of {@link ResumeFixture#fill} are payments. */
    private static final int PAYMENTS = 3;

    @TempDir private Path folder;
    private DatabaseSettings settings;
    private Shop shop;

    @BeforeEach
    void open() {
        settings = TestServer.newDatabase();
        shop = new Shop(folder, settings);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void letsOneOfTwoThatStartTogetherRun() throws Exception {
        ResumeFixture.fill(shop);
        CountDownLatch bothAsked = new CountDownLatch(1);
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("comparing")) {
                await(bothAsked);
            }
        });
        try (Nightly one = shop.open();
                Nightly two = shop.open();
                ExecutorService executor = Executors.newFixedThreadPool(1)) {
            Future<List<NightResult>> first =
                    executor.submit(() -> one.reconcile(Shop.request(DATE, false)));
            while (shop.count("tplus1_lease WHERE owner IS NOT NULL") == 0) {
                Thread.onSpinWait();
            }

            NightResult second = two.reconcile(Shop.request(DATE, false)).getFirst();
            bothAsked.countDown();

            assertThat(second)
                    .isInstanceOfSatisfying(
                            NightResult.Busy.class,
                            busy ->
                                    assertThat(busy.holder().process())
                                            .isEqualTo(ProcessHandle.current().pid()));
            assertThat(summaryOf(first.get().getFirst()).replays().applied()).isEqualTo(4);
        }
        assertThat(shop.count(LOG)).isEqualTo(4);
    }

    @Test
    void changesNothingOnTheSecondRunAndNothingButTheRevisionOnTheThird() {
        ResumeFixture.fill(shop);
        summaryOf(shop.run(DATE));
        Map<String, List<String>> rows = shop.everything();

        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Already.class);

        assertThat(shop.everything()).isEqualTo(rows);

        Summary again = summaryOf(shop.rerun(DATE));

        assertThat(again.replays()).isEqualTo(Summary.Replays.none());
        assertThat(again.proof()).allMatch(row -> row.unexplained() == 0);
        for (String table : List.of("orders", "refunds", "outbox", "tplus1_audit_event")) {
            assertThat(shop.rows(table)).as(table).isEqualTo(rows.get(table));
        }
    }

    @Test
    void goesOnInTheMiddleOfTheReplays() {
        ResumeFixture.fill(shop);
        // its payments share a transaction, its refunds another
        shop.clock.dieWhen(() -> shop.count(LOG) == PAYMENTS);
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.clock.live();
        shop.restart();

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.replays()).isEqualTo(new Summary.Replays(4, 0, 0, 0));
        assertThat(shop.count(LOG)).isEqualTo(4);
        assertThat(shop.count("outbox")).isEqualTo(4);
    }

    @Test
    void stopsWithinItsPatienceOnSigtermAndIsFinishedByTheNextStart() {
        ResumeFixture.missed(shop, DATE, 1, 400);
        shop.replay("{mode: books, min-count: 1000}");
        // each payment waits a little, as behind a slow line
        shop.database
                .jdbc()
                .sql(
                        "CREATE TRIGGER slow BEFORE UPDATE ON orders FOR EACH ROW SET NEW.version ="
                                + " NEW.version + SLEEP(0.05)")
                .update();
        String[] args = {"reconcile", "--job", shop.jobFile().toString(), "--date", "2026-11-28"};
        Child child = Child.start(folder, List.of(), args);
        untilApplied(child, 3);

        child.terminate();
        int code = child.code();

        // it would say a second line if it had not ended within its patience
        assertThat(child.err()).contains("shop 2026-11-28: stopped").hasLineCount(1);
        assertThat(code).isEqualTo(143);
        assertThat(shop.count(LOG)).isBetween(3L, 399L);
        shop.database.jdbc().sql("DROP TRIGGER slow").update();

        Child next = Child.run(folder, args);

        assertThat(next.err()).isEmpty();
        assertThat(next.code()).isZero();
        assertThat(shop.count(LOG)).isEqualTo(400);
        assertThat(shop.count("orders WHERE status = 'PAID' AND version = 1")).isEqualTo(400);
        assertThat(Shop.read(shop.dateFolder(DATE).resolve("r1/summary.json")))
                .contains("\"applied\": 400");
    }

    @Test
    void takesADateOverFromAProcessThatWasKilled() {
        ResumeFixture.missed(shop, DATE, 1, 600);
        shop.replay("{mode: books, min-count: 1000}");
        shop.database
                .jdbc()
                .sql(
                        "CREATE TRIGGER slow BEFORE UPDATE ON orders FOR EACH ROW SET NEW.version ="
                                + " NEW.version + SLEEP(0.05)")
                .update();
        String[] args = {"reconcile", "--job", shop.jobFile().toString(), "--date", "2026-11-28"};
        Child child = Child.start(folder, List.of(), args);
        untilApplied(child, 3);

        Child second = Child.run(folder, args);
        child.kill();
        shop.database.jdbc().sql("DROP TRIGGER slow").update();
        Child third = Child.run(folder, args);

        assertThat(second.code()).isEqualTo(5);
        assertThat(second.err())
                .startsWith("tplus1: shop 2026-11-28: running elsewhere: host ")
                .hasLineCount(1);
        assertThat(third.err()).isEmpty();
        assertThat(third.code()).isZero();
        assertThat(shop.count(LOG)).isEqualTo(600);
        assertThat(shop.count("outbox")).isEqualTo(600);
        assertThat(Shop.read(shop.dateFolder(DATE).resolve("r1/summary.json")))
                .contains("\"applied\": 600");
    }

    private void untilApplied(Child child, int count) {
        while (shop.count(LOG) < count) {
            assertThat(child.alive()).as(child.err()).isTrue();
            Thread.onSpinWait();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
