package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Lines.refundInProgress;
import static dev.tplus1.nightly.Lines.refunded;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.JobFile;
import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Running a date again that was concluded before. */
class ConcludedDateTests {
    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void reconcileOnce() {
        shop = new Shop(folder);
        shop.booked("1", 1000, "2026-11-28T10:00:00Z");
        shop.pending("2", 2000);
        shop.booked("3", 3000, "2026-11-20T10:00:00Z");
        shop.refund("3", "3", 500, "PENDING", null);
        shop.refund("4", "3", 100, "PENDING", null);
        shop.booked("5", 5000, "2026-11-28T15:00:00Z");
        shop.booked("6", 6000, "2026-11-28T23:59:00Z");
        shop.statement(
                DATE,
                paid("1", "10.00", "2026-11-28T10:00:00Z"),
                paid("2", "20.00", "2026-11-28T11:00:00Z"),
                refunded("3", "3", "5.00", "2026-11-28T12:00:00Z"),
                refundInProgress("4", "3", "1.00", "2026-11-28T12:30:00Z"),
                paid("7", "70.00", "2026-11-28T13:00:00Z"));
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Ran.class);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void usesUpNoNumberForAReportThatCannotBeWritten() throws IOException {
        Path blocked = shop.dateFolder(DATE).resolve("r2");
        Shop.write(blocked, "a file where a folder must be");
        assertThat(shop.rerun(DATE)).isInstanceOf(NightResult.Failed.class);
        assertThat(shop.rerun(DATE)).isInstanceOf(NightResult.Failed.class);
        Files.delete(blocked);

        shop.rerun(DATE);

        assertThat(shop.dateFolder(DATE).resolve("r2/summary.json")).exists();
        assertThat(shop.dateFolder(DATE).resolve("latest")).hasContent("r3");
        assertThat(shop.count("tplus1_revision")).isEqualTo(3);
    }

    @Test
    void leavesAnAccountToTheJobThatReconcilesIt() throws IOException {
        Map<String, List<String>> rows = shop.everything();
        String file = Files.readString(shop.jobFile()).replace("job: night", "job: other");
        JobFile other =
                JobFile.read(Files.writeString(folder.resolve("other.yaml"), file), Map.of());

        try (Nightly nightly =
                Nightly.open(other, "other.yaml", shop.clock, Pauses.REAL, Watcher.NOBODY)) {
            NightResult result = nightly.reconcile(Shop.request(DATE, true)).getFirst();

            assertThat(result)
                    .isInstanceOfSatisfying(
                            NightResult.Failed.class,
                            failed ->
                                    assertThat(failed.cause())
                                            .isInstanceOf(SettingException.class)
                                            .hasMessageContaining("night/shop/2026-11-28/r1"));
        }
        assertThat(shop.everything()).isEqualTo(rows);
    }

    @Test
    void saysSoAndChangesNothing() {
        Map<String, List<String>> rows = shop.everything();
        Map<String, String> files = shop.files();
        long executions = shop.count("TPLUS1_BATCH_JOB_EXECUTION");

        NightResult result = shop.run(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.Already.class,
                        already -> {
                            assertThat(already.summary().revision()).isEqualTo(1);
                            assertThat(already.folder())
                                    .isEqualTo(shop.dateFolder(DATE).resolve("r1"));
                        });
        assertThat(shop.everything()).isEqualTo(rows);
        assertThat(shop.files()).isEqualTo(files);
        assertThat(shop.count("TPLUS1_BATCH_JOB_EXECUTION")).isEqualTo(executions);
    }

    @Test
    void makesTheNextRevisionWhenAskedToRunAgain() {
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "CUT_OFF PAYMENT T6 SUSPENSE",
                        "MISSED_CALLBACK PAYMENT T2 REPAIRED",
                        "MISSED_CALLBACK REFUND R3 REPAIRED",
                        "MISSING_AT_PROVIDER PAYMENT T5 OPEN",
                        "REFUND_IN_PROGRESS REFUND R4 SUSPENSE",
                        "UNKNOWN_ORDER PAYMENT T7 OPEN");
        List<String> audit = shop.rows("tplus1_audit_event");
        List<String> breaks = shop.breaks(DATE);
        List<String> orders = shop.rows("orders");

        NightResult result = shop.rerun(DATE);

        Summary summary = ((NightResult.Ran) result).summary();
        assertThat(summary.revision()).isEqualTo(2);
        assertThat(summary.breaks().toString()).doesNotContain("MISSED_CALLBACK");
        assertThat(summary.replays()).isEqualTo(Summary.Replays.none());
        assertThat(summary.alerts()).isEqualTo(new Summary.Alerts(0, 2, 0));
        assertThat(summary.proof()).allMatch(row -> row.unexplained() == 0);
        assertThat(shop.rows("tplus1_audit_event")).isEqualTo(audit);
        assertThat(shop.breaks(DATE)).isEqualTo(breaks);
        assertThat(shop.rows("orders")).isEqualTo(orders);
        assertThat(shop.latest(DATE)).isEqualTo("r2");
    }

    @Test
    void changesNothingMoreHoweverOftenItIsRunAgain() {
        shop.rerun(DATE);
        Map<String, List<String>> rows = comparable();
        String summary = shop.summary(DATE, "r2").replace("\"revision\": 2", "\"revision\": N");

        for (int n = 3; n <= 6; n++) {
            shop.rerun(DATE);

            assertThat(comparable()).isEqualTo(rows);
            assertThat(shop.latest(DATE)).isEqualTo("r" + n);
            assertThat(shop.summary(DATE, "r" + n).replace("\"revision\": " + n, "\"revision\": N"))
                    .isEqualTo(summary);
        }
    }

    /** Everything but the revisions themselves, and which of them saw a break last. */
    private Map<String, List<String>> comparable() {
        Map<String, List<String>> rows = new java.util.TreeMap<>(shop.everything());
        rows.keySet().removeIf(t -> List.of("tplus1_revision", "tplus1_finding").contains(t));
        rows.keySet().removeIf(t -> List.of("tplus1_crossed", "tplus1_change").contains(t));
        rows.computeIfPresent(
                "tplus1_break",
                (_, all) ->
                        all.stream()
                                .map(row -> row.replaceAll("(?i)last_revision=\\d+", ""))
                                .toList());
        return rows;
    }

    @Test
    void rendersARevisionAgainTheSameAsBefore() {
        Map<String, String> files = shop.files();
        Shop.write(shop.dateFolder(DATE).resolve("r1").resolve("report.html"), "spoiled");

        shop.nightly().render(Shop.ACCOUNT, DATE, 0);

        assertThat(shop.files()).isEqualTo(files);
    }
}
