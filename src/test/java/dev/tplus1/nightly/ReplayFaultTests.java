package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** Replays that nobody can tell about: then the run fails, and the next one tells. */
class ReplayFaultTests {
    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        ResumeFixture.missed(shop, DATE, 1, 7);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void failsWhereTheDatabaseDoesNotAnswerAndIsFinishedByTheNextStart() {
        during("replaying", "ALTER TABLE outbox RENAME TO outbox_away");

        NightResult failed = shop.run(DATE);
        shop.watcher(Watcher.NOBODY);
        shop.database.jdbc().sql("ALTER TABLE outbox_away RENAME TO outbox").update();
        Summary summary = summaryOf(shop.run(DATE));

        assertThat(failed).isInstanceOf(NightResult.Failed.class);
        assertThat(summary.revision()).isEqualTo(1);
        assertThat(summary.replays()).isEqualTo(new Summary.Replays(7, 0, 0, 0));
        assertThat(shop.count("outbox")).isEqualTo(7);
        assertThat(shop.breaks(DATE)).hasSize(7).allMatch(line -> line.endsWith(" REPAIRED"));
    }

    @Test
    void failsWhereTheCallbackLogSaysOtherwiseThanTheRun() {
        during(
                "checking the replays",
                "UPDATE payment_callback_log SET run_id = 'another' WHERE reference = 'T3'");

        NightResult failed = shop.run(DATE);

        assertThat(failed)
                .isInstanceOfSatisfying(
                        NightResult.Failed.class,
                        night ->
                                assertThat(night.told())
                                        .startsWith(
                                                "the callback log has 6 replays of this run, but 7"
                                                        + " were reported."));
        assertThat(shop.count("tplus1_revision WHERE concluded_at IS NOT NULL")).isZero();
    }

    @Test
    void leavesToAPersonWhatTheBooksLostAfterItWasApplied() {
        during(
                "checking the replays",
                "UPDATE orders SET status = 'PENDING' WHERE order_no = 'O3'");

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.replays()).isEqualTo(new Summary.Replays(6, 0, 0, 1));
        assertThat(shop.breaks(DATE)).contains("MISSED_CALLBACK PAYMENT T3 OPEN");
    }

    private void during(String step, String sql) {
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals(step)) {
                shop.database.jdbc().sql(sql).update();
            }
        });
    }
}
