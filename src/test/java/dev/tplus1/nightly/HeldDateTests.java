package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Decisions;
import dev.tplus1.breaks.Decisions.Decision;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Dates that a circuit breaker holds back, and what a person may do about them. */
class HeldDateTests {
    private static final int MISSED = 4;

    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.replay("{mode: books, min-count: 3, max-share: 0.2}");
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void holdsTooManyMissedCallbacksBackAndAppliesNothing() {
        missedCallbacks();

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.outcome()).isEqualTo(Outcome.HELD);
        assertThat(summary.replays()).isEqualTo(Summary.Replays.none());
        assertThat(summary.alerts()).isEqualTo(new Summary.Alerts(1, 0, 0));
        Summary.Hold held = Objects.requireNonNull(summary.held());
        assertThat(held.by()).isEqualTo(Summary.Breaker.MISSED_CALLBACKS);
        assertThat(held.count()).isEqualTo(MISSED);
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "MISSED_CALLBACK PAYMENT T1 HELD",
                        "MISSED_CALLBACK PAYMENT T2 HELD",
                        "MISSED_CALLBACK PAYMENT T3 HELD",
                        "MISSED_CALLBACK PAYMENT T4 HELD",
                        "UNKNOWN_ORDER PAYMENT T9 OPEN");
        assertThat(shop.count("payment_callback_log")).isZero();
        assertThat(shop.count("outbox")).isZero();
        assertThat(shop.count("orders WHERE status = 'PENDING'")).isEqualTo(MISSED);
        assertThat(shop.latest(DATE)).isEqualTo("r1");
    }

    @Test
    void answersHeldAgainUntilSomebodyDecides() {
        missedCallbacks();
        shop.run(DATE);
        var before = shop.everything();

        NightResult again = shop.run(DATE);

        assertThat(again)
                .isInstanceOfSatisfying(
                        NightResult.Already.class,
                        already -> assertThat(already.summary().outcome()).isEqualTo(Outcome.HELD));
        assertThat(shop.everything()).isEqualTo(before);
    }

    @Test
    void appliesAnApprovedDateUnderItsOwnRevision() {
        missedCallbacks();
        shop.run(DATE);
        approveDate();

        Summary summary = summaryOf(shop.approved(DATE));

        assertThat(summary.outcome()).isEqualTo(Outcome.RECONCILED);
        assertThat(summary.revision()).isEqualTo(1);
        assertThat(summary.held()).isNull();
        assertThat(summary.replays()).isEqualTo(new Summary.Replays(MISSED, 0, 0, 0));
        assertThat(summary.alerts()).isEqualTo(new Summary.Alerts(1, 0, 0));
        assertThat(shop.breaks(DATE)).filteredOn(b -> b.endsWith(" REPAIRED")).hasSize(MISSED);
        assertThat(shop.count("orders WHERE status = 'PAID'")).isEqualTo(MISSED);
        assertThat(shop.dateFolder(DATE).resolve("r2")).doesNotExist();
        assertThat(Shop.read(shop.dateFolder(DATE).resolve("r1/summary.json")))
                .contains("\"outcome\": \"RECONCILED\"");
        assertThat(shop.run(DATE))
                .isInstanceOfSatisfying(
                        NightResult.Already.class,
                        already ->
                                assertThat(already.summary().outcome())
                                        .isEqualTo(Outcome.RECONCILED));
    }

    @Test
    void appliesAnApprovedDateInTheNextNightToo() {
        missedCallbacks();
        shop.run(DATE);
        approveDate();

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.outcome()).isEqualTo(Outcome.RECONCILED);
        assertThat(summary.replays().applied()).isEqualTo(MISSED);
    }

    @Test
    void readsTheStatementThatWasKeptWhateverTheFolderHoldsNow() {
        missedCallbacks();
        shop.run(DATE);
        shop.statement(DATE, "cut");
        approveDate();

        assertThat(summaryOf(shop.approved(DATE)).replays().applied()).isEqualTo(MISSED);
    }

    @Test
    void goesOnWithAnApprovalThatDidNotEndWhateverIsFetchedMeanwhile() {
        missedCallbacks();
        shop.run(DATE);
        approveDate();
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("concluding")) {
                throw new IllegalStateException("killed");
            }
        });
        assertThat(shop.approved(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.watcher(Watcher.NOBODY);

        NightResult fetched = shop.nightly().fetch(Shop.request(DATE, false)).getFirst();

        assertThat(((NightResult.Fetched) fetched).underWay())
                .isEqualTo(new NightResult.UnderWay(1, true));
        assertThat(summaryOf(shop.run(DATE)).replays().applied()).isEqualTo(MISSED);
    }

    @Test
    void checksAnApprovedDateAgain() {
        missedCallbacks();
        shop.run(DATE);
        shop.database
                .jdbc()
                .sql("UPDATE orders SET status = 'CLOSED' WHERE order_no = 'O1'")
                .update();
        shop.database
                .jdbc()
                .sql(
                        "UPDATE orders SET status = 'PAID', transaction_id = 'T2', paid_at ="
                                + " TIMESTAMP '2026-11-28 10:00:02' WHERE order_no = 'O2'")
                .update();
        approveDate();

        Summary summary = summaryOf(shop.approved(DATE));

        assertThat(summary.replays().applied()).isEqualTo(2);
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "MISSED_CALLBACK PAYMENT T1 CLOSED",
                        "MISSED_CALLBACK PAYMENT T2 CLOSED",
                        "MISSED_CALLBACK PAYMENT T3 REPAIRED",
                        "MISSED_CALLBACK PAYMENT T4 REPAIRED",
                        "PAID_AFTER_CLOSE PAYMENT T1 OPEN",
                        "UNKNOWN_ORDER PAYMENT T9 OPEN");
    }

    @Test
    void doesNotReplayWhatAPersonResolvedBeforeTheDateWasApproved() {
        missedCallbacks();
        shop.run(DATE);
        decisions().resolve(shop.breakId("MISSED_CALLBACK", "T1"), "ann", "returned by hand");
        approveDate();

        Summary summary = summaryOf(shop.approved(DATE));

        assertThat(summary.replays().applied()).isEqualTo(MISSED - 1);
        assertThat(shop.orderStatus("1")).isEqualTo("PENDING");
        assertThat(shop.breaks(DATE)).contains("MISSED_CALLBACK PAYMENT T1 RESOLVED");
    }

    @Test
    void looksAnewWhenAHeldDateIsRunAgain() {
        missedCallbacks();
        shop.run(DATE);
        for (int n = 1; n <= 2; n++) {
            shop.database
                    .jdbc()
                    .sql(
                            "UPDATE orders SET status = 'PAID', transaction_id = ?, paid_at ="
                                    + " TIMESTAMP '2026-11-28 10:00:02' WHERE order_no = ?")
                    .params("T" + n, "O" + n)
                    .update();
        }

        Summary summary = summaryOf(shop.rerun(DATE));

        assertThat(summary.revision()).isEqualTo(2);
        assertThat(summary.outcome()).isEqualTo(Outcome.RECONCILED);
        assertThat(summary.replays().applied()).isEqualTo(2);
        assertThat(shop.latest(DATE)).isEqualTo("r2");
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "MISSED_CALLBACK PAYMENT T1 CLOSED",
                        "MISSED_CALLBACK PAYMENT T2 CLOSED",
                        "MISSED_CALLBACK PAYMENT T3 REPAIRED",
                        "MISSED_CALLBACK PAYMENT T4 REPAIRED",
                        "UNKNOWN_ORDER PAYMENT T9 OPEN");
    }

    @Test
    void holdsADateWhoseBooksAreOfAnotherMerchant() {
        foreignBooks();

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.outcome()).isEqualTo(Outcome.HELD);
        assertThat(Objects.requireNonNull(summary.held()).by())
                .isEqualTo(Summary.Breaker.SUSPECT_BOOKS);
        assertThat(summary.alerts()).isEqualTo(new Summary.Alerts(1, 0, 0));
        assertThat(summary.proof()).allMatch(row -> row.unexplained() == 0);
        assertThat(shop.breaks(DATE)).hasSize(104).allMatch(b -> b.endsWith(" HELD"));
        assertThat(shop.count("payment_callback_log")).isZero();
    }

    @Test
    void changesNothingThatWasFoundBeforeWhileTheDateIsHeld() {
        shop.statement(DATE, paid("9", "9.00", "2026-11-28T12:00:00Z"));
        shop.run(DATE);
        foreignBooks();

        Summary summary = summaryOf(shop.rerun(DATE));

        assertThat(summary.outcome()).isEqualTo(Outcome.HELD);
        assertThat(shop.breaks(DATE)).contains("UNKNOWN_ORDER PAYMENT T9 OPEN");
    }

    @Test
    void endsWhatIsNoLongerSoWhenSuspectBooksAreApprovedAsTheyAre() {
        foreignBooks();
        shop.run(DATE);
        shop.booked("500", 1000, "2026-11-28T10:00:00Z");
        approveDate();

        Summary summary = summaryOf(shop.approved(DATE));

        assertThat(summary.outcome()).isEqualTo(Outcome.RECONCILED);
        assertThat(shop.breaks(DATE))
                .noneMatch(b -> b.endsWith(" HELD"))
                .contains(
                        "UNKNOWN_ORDER PAYMENT T500 CLOSED", "MISSED_CALLBACK PAYMENT T1 REPAIRED");
        assertThat(summary.alerts().opened()).isEqualTo(102);
    }

    private void missedCallbacks() {
        List<String> lines = new ArrayList<>(Arrays.asList(Shop.payments(DATE, MISSED)));
        lines.add(paid("9", "9.00", "2026-11-28T12:00:00Z"));
        IntStream.rangeClosed(1, MISSED).forEach(n -> shop.pending("" + n, 1000));
        shop.statement(DATE, lines.toArray(String[]::new));
    }

    private void foreignBooks() {
        List<String> lines = new ArrayList<>();
        for (int n = 500; n < 603; n++) {
            lines.add(paid("" + n, "10.00", "2026-11-28T10:00:00Z"));
        }
        lines.add(paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.pending("1", 1000);
        shop.statement(DATE, lines.toArray(String[]::new));
    }

    private void approveDate() {
        shop.approve(Shop.ACCOUNT, DATE, "checked with the provider");
    }

    private Decisions decisions() {
        return new Decisions(shop.database, shop.clock);
    }

    static Summary summaryOf(NightResult result) {
        assertThat(result).isInstanceOf(NightResult.Ran.class);
        return ((NightResult.Ran) result).summary();
    }

    static void made(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Made.class);
    }
}
