package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.lease.Leases;
import dev.tplus1.report.Outcome;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Several accounts of one job, and two runs of one date. */
class SideBySideTests {
    private static final int MANY = 7;

    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void runsEachAccountToItsOwnEnd() {
        shop.accounts(
                Shop.account("good", ""),
                Shop.account("refused", ""),
                Shop.account("absent", ""),
                Shop.account("empty", ""),
                Shop.account("held", ""));
        shop.replay("{mode: books, min-count: 0, max-share: 0.5}");
        shop.booked("good", "1", 1000, "2026-11-28T10:00:00Z");
        shop.statement("good", DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.statement("refused", DATE, "cut");
        shop.booked("empty", "2", 2000, "2026-11-28T10:00:00Z");
        shop.statement("empty", DATE);
        shop.order("held", "O3", 3000, "CNY", "PENDING", null, null);
        shop.statement("held", DATE, paid("3", "30.00", "2026-11-28T10:00:00Z"));

        List<NightResult> results = shop.nightly().reconcile(Shop.request(DATE, false));

        assertThat(results)
                .extracting(NightResult::account)
                .containsExactly("good", "refused", "absent", "empty", "held");
        assertThat(results)
                .extracting(SideBySideTests::outcome)
                .containsExactly(
                        Outcome.RECONCILED,
                        Outcome.REFUSED,
                        Outcome.NOT_READY,
                        Outcome.SUSPECT_EMPTY,
                        Outcome.HELD);
    }

    @Test
    void runsMoreAccountsThanItHasThreads() {
        String[] ids =
                IntStream.rangeClosed(1, MANY).mapToObj(n -> "shop" + n).toArray(String[]::new);
        String[] blocks = new String[MANY];
        for (int n = 0; n < MANY; n++) {
            blocks[n] = Shop.account(ids[n], "");
            shop.order(ids[n], "O" + n, 1000, "CNY", "PENDING", null, null);
            shop.booked(ids[n], "1" + n, 1000, "2026-11-28T10:00:00Z");
            shop.statement(
                    ids[n],
                    DATE,
                    paid("" + n, "10.00", "2026-11-28T10:00:00Z"),
                    paid("1" + n, "10.00", "2026-11-28T10:00:00Z"),
                    paid("99", "10.00", "2026-11-28T10:00:00Z"));
        }
        shop.accounts(blocks);

        List<NightResult> results = shop.nightly().reconcile(Shop.request(DATE, false));

        assertThat(results).extracting(NightResult::account).containsExactly(ids);
        assertThat(results)
                .allSatisfy(r -> assertThat(summaryOf(r).replays().applied()).isEqualTo(1));
        assertThat(shop.count("payment_callback_log")).isEqualTo(MANY);
    }

    @Test
    void namesWhoHoldsTheDate() {
        shop.statement(DATE);
        try (Leases others = new Leases(shop.database);
                var lease = ((LeaseOutcome.Acquired) others.acquire(Shop.ACCOUNT, DATE)).lease()) {
            NightResult result = shop.run(DATE);

            assertThat(lease.stillHeld()).isTrue();
            assertThat(result)
                    .isInstanceOfSatisfying(
                            NightResult.Busy.class,
                            busy ->
                                    assertThat(busy.holder().process())
                                            .isEqualTo(ProcessHandle.current().pid()));
        }
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Ran.class);
    }

    @Test
    void writesNothingMoreOnceAnotherRunTookTheDateOver() {
        ResumeFixture.fill(shop);
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("concluding")) {
                shop.database
                        .jdbc()
                        .sql("UPDATE tplus1_lease SET owner = 'other', token = token + 1")
                        .update();
            }
        });

        NightResult result = shop.run(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.Failed.class,
                        failed -> assertThat(failed.cause()).hasMessageContaining("took it over"));
        assertThat(shop.count("tplus1_break")).isZero();
        assertThat(shop.count("tplus1_audit_event")).isZero();
        assertThat(shop.count("tplus1_revision WHERE state = 'CONCLUDED'")).isZero();
        assertThat(shop.count("tplus1_lease WHERE owner = 'other'")).isEqualTo(1);
    }

    private static Outcome outcome(NightResult result) {
        return result instanceof NightResult.NotConcluded not
                ? not.outcome()
                : summaryOf(result).outcome();
    }
}
