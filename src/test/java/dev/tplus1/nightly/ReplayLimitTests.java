package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.made;
import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Lines.refunded;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Decisions;
import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** Single missed callbacks that a limit keeps from being replayed. */
class ReplayLimitTests {
    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.pending("1", 1000);
        shop.pending("2", 500001);
        shop.pending("3", 300, "USD");
        shop.statement(
                DATE,
                paid("1", "10.00", "2026-11-28T10:00:00Z"),
                paid("2", "5000.01", "2026-11-28T11:00:00Z"),
                paid("3", "3.00", "USD", "2026-11-28T12:00:00Z"));
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void alertsAboveTheAmountAndForACurrencyThatIsNotListed() {
        shop.replay("{mode: books, max-amount: {CNY: 5000.00}}");

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.replays().applied()).isEqualTo(1);
        assertThat(summary.alerts()).isEqualTo(new Summary.Alerts(2, 0, 0));
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "MISSED_CALLBACK PAYMENT T1 REPAIRED",
                        "MISSED_CALLBACK PAYMENT T2 OPEN",
                        "MISSED_CALLBACK PAYMENT T3 OPEN");
        assertThat(shop.orderStatus("2")).isEqualTo("PENDING");
    }

    @Test
    void replaysExactlyTheApprovedOnesAsTheNextRevision() {
        shop.replay("{mode: books, max-amount: {CNY: 5000.00}}");
        shop.run(DATE);
        approve("T2");

        Summary summary = summaryOf(shop.approved(DATE));

        assertThat(summary.revision()).isEqualTo(2);
        assertThat(summary.replays()).isEqualTo(new Summary.Replays(1, 0, 0, 0));
        assertThat(summary.alerts()).isEqualTo(new Summary.Alerts(0, 1, 1));
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "MISSED_CALLBACK PAYMENT T1 REPAIRED",
                        "MISSED_CALLBACK PAYMENT T2 REPAIRED",
                        "MISSED_CALLBACK PAYMENT T3 OPEN");
        assertThat(shop.orderStatus("2")).isEqualTo("PAID");
        assertThat(shop.orderStatus("3")).isEqualTo("PENDING");
        assertThat(shop.latest(DATE)).isEqualTo("r2");
    }

    @Test
    void alertsForAnOldDateUntilApproved() {
        shop.clock.set("2026-12-02T00:00:00Z");
        Summary old = summaryOf(shop.run(DATE));
        assertThat(old.replays()).isEqualTo(Summary.Replays.none());
        assertThat(old.alerts().opened()).isEqualTo(3);
        approve("T1");

        Summary summary = summaryOf(shop.approved(DATE));

        assertThat(summary.replays().applied()).isEqualTo(1);
        assertThat(shop.orderStatus("1")).isEqualTo("PAID");
    }

    @Test
    void replaysADateThatIsJustNotTooOld() {
        shop.clock.set("2026-12-01T23:59:59Z");

        assertThat(summaryOf(shop.run(DATE)).replays().applied()).isEqualTo(3);
    }

    @Test
    void replaysNothingWhereItIsOff() {
        shop.replay("{mode: off}");

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.replays()).isEqualTo(Summary.Replays.none());
        assertThat(summary.alerts().opened()).isEqualTo(3);
        assertThat(shop.count("orders WHERE status <> 'PENDING'")).isZero();
    }

    @Test
    void replaysNothingThatWasApprovedWhereItIsOff() {
        shop.replay("{mode: off}");
        shop.run(DATE);
        approve("T1");

        Summary summary = summaryOf(shop.approved(DATE));

        assertThat(summary.replays()).isEqualTo(Summary.Replays.none());
        assertThat(shop.count("orders WHERE status <> 'PENDING'")).isZero();
        assertThat(shop.breaks(DATE)).allMatch(b -> b.endsWith(" OPEN"));
    }

    @Test
    void doesNotReplayAnAlertThatAPersonResolvedOnceTheLimitIsGone() {
        shop.replay("{mode: books, max-amount: {CNY: 5000.00}}");
        shop.run(DATE);
        made(
                new Decisions(shop.database, shop.clock)
                        .resolve(shop.breakId("MISSED_CALLBACK", "T2"), "ann", "returned by hand"));
        shop.replay("{mode: books}");

        Summary summary = summaryOf(shop.rerun(DATE));

        assertThat(summary.replays().applied()).isEqualTo(1);
        assertThat(shop.orderStatus("2")).isEqualTo("PENDING");
        assertThat(shop.breaks(DATE)).contains("MISSED_CALLBACK PAYMENT T2 RESOLVED");
    }

    @Test
    void appliesWhatWasApprovedThoughTheReportOfTheRevisionBeforeIsMissing() {
        shop.replay("{mode: books, max-amount: {CNY: 5000.00}}");
        shop.run(DATE);
        shop.database.jdbc().sql("UPDATE tplus1_revision SET published_at = NULL").update();
        approve("T2");

        Summary summary = summaryOf(shop.approved(DATE));

        assertThat(summary.replays().applied()).isEqualTo(1);
        assertThat(shop.orderStatus("2")).isEqualTo("PAID");
    }

    @Test
    void movesTheOrderByTheRefundsThatItReplays() {
        shop.booked("7", 1000, "2026-11-20T10:00:00Z");
        shop.refund("7", "7", 400, "PENDING", null);
        shop.refund("8", "7", 600, "PENDING", null);
        shop.pending("9", 100);
        shop.refund("9", "9", 100, "PENDING", null);
        shop.statement(
                DATE,
                refunded("7", "7", "4.00", "2026-11-28T10:00:00Z"),
                refunded("8", "7", "6.00", "2026-11-28T11:00:00Z"),
                paid("9", "1.00", "2026-11-28T09:00:00Z"),
                refunded("9", "9", "1.00", "2026-11-28T12:00:00Z"));

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.replays().applied()).isEqualTo(2);
        assertThat(shop.orderStatus("7")).isEqualTo("REFUNDED");
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "MISSED_CALLBACK REFUND R7 REPAIRED",
                        "MISSED_CALLBACK REFUND R8 REPAIRED",
                        "PAID_THEN_REFUNDED PAYMENT T9 OPEN",
                        "STATUS_MISMATCH REFUND R9 OPEN");
    }

    private void approve(String key) {
        made(
                new Decisions(shop.database, shop.clock)
                        .approveBreaks(
                                List.of(shop.breakId("MISSED_CALLBACK", key)), "ann", "checked"));
    }
}
