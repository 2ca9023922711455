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

/** A run that died in the middle of its replays and goes on when its date is too old for more. */
class LateReplayTests {
    private static final String LOG = "payment_callback_log WHERE outcome = 'APPLIED'";
    private static final int PAYMENTS = 3;

    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        ResumeFixture.fill(shop);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void tellsWhatWasAppliedInTimeAndAppliesNoMore() {
        shop.clock.dieWhen(() ->
                shop.count(LOG) == PAYMENTS
                        && shop.count("tplus1_revision WHERE staged_at IS NOT NULL") == 1);
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.clock.live();
        shop.restart();
        shop.clock.set("2026-12-09T02:00:00Z");

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.replays().applied()).isEqualTo(PAYMENTS);
        assertThat(summary.replays().refused()).isPositive();
        assertThat(shop.count(LOG)).isEqualTo(PAYMENTS);
        assertThat(shop.breaks(DATE))
                .contains(
                        "MISSED_CALLBACK PAYMENT T2 REPAIRED",
                        "MISSED_CALLBACK PAYMENT T3 REPAIRED",
                        "MISSED_CALLBACK PAYMENT T4 REPAIRED",
                        "MISSED_CALLBACK REFUND R5 OPEN");
        assertThat(shop.count("refunds WHERE status = 'PENDING'")).isEqualTo(1);
    }
}
