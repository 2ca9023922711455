package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.ACCOUNT;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Looking only, and the statement that somebody names. */
class DryRunTests {
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
    void writesItsReportAndNothingElse() {
        Map<String, List<String>> before = shop.everything();

        Summary summary = summaryOf(look(DATE));

        assertThat(summary.mode()).isEqualTo(Summary.Mode.DRY_RUN);
        assertThat(summary.revision()).isZero();
        assertThat(summary.replays()).isEqualTo(Summary.Replays.none());
        assertThat(summary.breaks().values()).containsExactly(4L, 1L, 1L);
        assertThat(shop.everything()).isEqualTo(before);
        assertThat(shop.count("tplus1_statement_return")).isZero();
        assertThat(shop.count("tplus1_lease")).isZero();
        assertThat(shop.count("TPLUS1_BATCH_JOB_INSTANCE")).isZero();
        assertThat(shop.files().keySet())
                .allMatch(file -> file.startsWith("night/shop/2026-11-28/dry-run/"))
                .hasSize(4);
    }

    @Test
    void leavesAConcludedDateAlone() {
        shop.run(DATE);
        Map<String, List<String>> before = shop.everything();

        Summary summary = summaryOf(look(DATE));

        assertThat(summary.breaks().toString()).doesNotContain("MISSED_CALLBACK");
        assertThat(shop.everything()).isEqualTo(before);
        assertThat(shop.latest(DATE)).isEqualTo("r1");
        assertThat(shop.dateFolder(DATE).resolve("r2")).doesNotExist();
    }

    @Test
    void tellsThatTheDateWouldBeHeld() {
        shop.replay("{mode: books, min-count: 1, max-share: 0}");

        Summary summary = summaryOf(look(DATE));

        assertThat(summary.outcome()).isEqualTo(Outcome.HELD);
        assertThat(shop.count("tplus1_break")).isZero();
    }

    @Test
    void leavesNoAttemptBehindWhenTheStatementIsRefused() {
        shop.statement(DATE, "cut");

        NightResult result = look(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not -> assertThat(not.outcome()).isEqualTo(Outcome.REFUSED));
        assertThat(shop.files()).isEmpty();
    }

    @Test
    void asksHowFarTheBooksAreAndLeavesNoAttemptBehind() {
        shop.ledger("{freshness-sql: SELECT 3601, max-lag: 1h}");

        NightResult result = look(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not ->
                                assertThat(not.message())
                                        .isEqualTo(
                                                "the books are not ready: they are 3601 s behind,"
                                                        + " more than the 1h of ledger.max-lag. Run"
                                                        + " again later."));
        assertThat(shop.files()).isEmpty();
    }

    @Test
    void readsTheStatementThatSomebodyNamed() {
        Path named = folder.resolve("elsewhere.csv");
        Shop.write(named, Lines.HEADER + "\n" + paid("1", "10.00", "2026-11-28T10:00:01Z") + "\n");

        NightResult result =
                shop.nightly()
                        .reconcile(
                                new NightRequest(
                                        DATE,
                                        List.of(ACCOUNT),
                                        List.of(named),
                                        false,
                                        false,
                                        Duration.ZERO))
                        .getFirst();

        assertThat(summaryOf(result).statement().files()).containsExactly("elsewhere.csv");
        assertThat(summaryOf(result).statement().entries()).isEqualTo(1);
    }

    @Test
    void takesYesterdayInTheAccountsZoneWithoutADate() {
        shop.clock.set("2026-11-29T00:30:00Z");

        NightResult result =
                shop.nightly()
                        .reconcile(
                                new NightRequest(
                                        null, List.of(), List.of(), false, false, Duration.ZERO))
                        .getFirst();

        assertThat(result.date()).isEqualTo(DATE);
    }

    private NightResult look(java.time.LocalDate date) {
        return shop.nightly()
                .reconcile(new NightRequest(date, List.of(), List.of(), false, true, Duration.ZERO))
                .getFirst();
    }
}
