package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.made;
import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Lines.refunded;
import static dev.tplus1.nightly.Shop.ACCOUNT;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Decisions;
import dev.tplus1.breaks.Revision;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.JobFile;
import dev.tplus1.provider.Providers;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;
import dev.tplus1.statement.StatementSettings;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** What became known between a run that ended half-way and the one that goes on with it. */
class KnownSinceTests {
    private static final LocalDate NEXT = DATE.plusDays(1);
    private static final String PAYMENTS = "payment_callback_log WHERE outcome = 'APPLIED'";
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
    void doesNotReplayAPaymentThatALaterStatementReturns() {
        missed(2);
        diesAt("replaying");
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.statement(NEXT, refunded("1", "1", "10.00", "2026-11-29T10:00:00Z"));
        shop.run(NEXT);

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.replays()).isEqualTo(new Summary.Replays(1, 0, 1, 0));
        assertThat(shop.orderStatus("1")).isEqualTo("PENDING");
        assertThat(shop.orderStatus("2")).isEqualTo("PAID");
        assertThat(noteOf("T1"))
                .isEqualTo(
                        "The replay was refused. A later statement has returned money of it. Run"
                                + " the date again with --rerun.");
        shop.rerun(DATE);
        assertThat(shop.breaks(DATE)).contains("PAID_THEN_REFUNDED PAYMENT T1 OPEN");
    }

    @Test
    void doesNotReplayWhatAPersonResolvesWhileARerunOfItIsUnderWay() {
        shop.replay("{mode: off}");
        missed(2);
        shop.run(DATE);
        shop.replay("{mode: books}");
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("replaying")) {
                made(decisions().resolve(shop.breakId("MISSED_CALLBACK", "T1"), "ann", "by hand"));
            }
        });

        Summary summary = summaryOf(shop.rerun(DATE));

        assertThat(summary.replays()).isEqualTo(new Summary.Replays(1, 0, 1, 0));
        assertThat(shop.orderStatus("1")).isEqualTo("PENDING");
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "MISSED_CALLBACK PAYMENT T1 RESOLVED",
                        "MISSED_CALLBACK PAYMENT T2 REPAIRED");
    }

    @Test
    void tellsWhatItHadAppliedBeforeALaterStatementReturnedIt() {
        missed(2);
        shop.clock.dieWhen(() -> shop.count(PAYMENTS) == 2);
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.clock.live();
        shop.restart();
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.statement(NEXT, refunded("1", "1", "10.00", "2026-11-29T10:00:00Z"));
        shop.run(NEXT);

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.replays()).isEqualTo(new Summary.Replays(2, 0, 0, 0));
        assertThat(shop.count(PAYMENTS)).isEqualTo(2);
    }

    @Test
    void classifiesAnewWhatHasReplayedNothing() {
        shop.booked("1", 1000, "2026-11-28T10:00:01Z");
        shop.statement(
                DATE, paid("1", "10.00", "2026-11-28T10:00:01Z"), paid("2", "20.00", late()));
        diesAt("checking the replays");
        shop.booked("2", 2000, late());

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.revision()).isEqualTo(1);
        assertThat(summary.matched()).isEqualTo(2);
        assertThat(shop.breaks(DATE)).isEmpty();
    }

    private static String late() {
        return "2026-11-28T10:00:02Z";
    }

    @Test
    void endsARerunThatHasReplayedBeforeItReplaysWhatWasApprovedMeanwhile() {
        shop.replay("{mode: off}");
        missed(2);
        shop.run(DATE);
        shop.replay("{mode: books, max-amount: {CNY: 15.00}}");
        shop.watcher((_, doing, _, _) -> dieAt("checking the replays", doing));
        assertThat(shop.rerun(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.watcher(Watcher.NOBODY);
        made(
                decisions()
                        .approveBreaks(
                                List.of(shop.breakId("MISSED_CALLBACK", "T2")), "ann", "asked"));

        Summary summary = summaryOf(shop.approved(DATE));

        assertThat(shop.summary(DATE, "r2")).contains("\"applied\": 1");
        assertThat(summary.revision()).isEqualTo(3);
        assertThat(summary.replays()).isEqualTo(new Summary.Replays(1, 0, 0, 0));
    }

    @Test
    void appliesOfAnApprovedDateNoMoreThanWasHeld() {
        missed(4);
        shop.booked("5", 5000, "2026-11-28T10:00:05Z");
        shop.statement(DATE, lines(5));
        assertThat(summaryOf(shop.run(DATE)).outcome()).isEqualTo(Outcome.HELD);
        shop.approve(ACCOUNT, DATE, "late callbacks");
        shop.database
                .jdbc()
                .sql(
                        "UPDATE orders SET status = 'PENDING', transaction_id = NULL, paid_at ="
                                + " NULL WHERE order_no = 'O5'")
                .update();

        NightResult result = shop.approved(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not -> {
                            assertThat(not.outcome()).isEqualTo(Outcome.HELD);
                            assertThat(not.message())
                                    .isEqualTo(
                                            "the books are not what they were when r1 was approved:"
                                                    + " 5 of 5 payments missed their callback, and"
                                                    + " then 4 of 5 payments missed their callback."
                                                    + " Nothing was applied.");
                        });
        assertThat(shop.count("payment_callback_log")).isZero();
        Spoken spoken = new Spoken();
        assertThat(command(spoken)).isEqualTo(7);
        assertThat(spoken.err())
                .startsWith("tplus1: shop 2026-11-28: held: the books are not what they were when")
                .endsWith("then run the date with --rerun, look at its report, and approve that\n");
        assertThat(summaryOf(shop.rerun(DATE)).outcome()).isEqualTo(Outcome.HELD);
        shop.approve(ACCOUNT, DATE, "all of them");
        assertThat(summaryOf(shop.approved(DATE)).replays().applied()).isEqualTo(5);
    }

    @Test
    void writesAReportThatIsMissingWithoutTheArchive() throws IOException {
        missed(2);
        shop.run(DATE);
        shop.database.jdbc().sql("UPDATE tplus1_revision SET published_at = NULL").update();
        FileSystemUtils.deleteRecursively(folder.resolve("reports"));
        shop.restart();

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.replays().applied()).isEqualTo(2);
        assertThat(shop.latest(DATE)).isEqualTo("r1");
    }

    @Test
    void aReportThatIsWrittenLateTellsWhatAnotherProcessConcludedMeanwhile() throws Exception {
        missed(4);
        shop.run(DATE);
        List<AutoCloseable> opened = new ArrayList<>();
        Rooms late = rooms(opened);
        AtomicBoolean approved = new AtomicBoolean();

        late.written(
                new Revision.Id(ACCOUNT, DATE, 1),
                Providers.format(StatementSettings.of("csv")),
                report -> {
                    if (!approved.getAndSet(true)) {
                        shop.approve(ACCOUNT, DATE, "late callbacks");
                        shop.approved(DATE);
                    }
                    return late.reports().render(report);
                });

        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        assertThat(Shop.read(shop.dateFolder(DATE).resolve("r1/summary.json")))
                .contains("\"outcome\": \"RECONCILED\"");
    }

    @Test
    void aCutOffIsExplainedByANeighbourThatWasConcludedBeforeIt() {
        shop.booked("1", 1000, "2026-11-28T23:59:58Z");
        shop.pending("2", 2000);
        shop.statement(DATE, paid("2", "20.00", late()));
        diesAt("checking the replays");
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.statement(NEXT, paid("1", "10.00", "2026-11-29T00:00:01Z"));
        assertThat(summaryOf(shop.run(NEXT)).matchedAcrossCutoff()).isEqualTo(1);
        shop.run(DATE);
        assertThat(shop.breaks(DATE)).contains("CUT_OFF PAYMENT T1 SUSPENSE");
        shop.clock.set("2026-12-01T02:00:00Z");
        shop.statement(NEXT.plusDays(1), new String[0]);

        shop.run(NEXT.plusDays(1));

        assertThat(shop.breaks(DATE)).contains("CUT_OFF PAYMENT T1 RESOLVED");
        assertThat(shop.rows("tplus1_audit_event"))
                .anyMatch(row -> row.contains("The statement of 2026-11-29 carries it."));
    }

    @Test
    void letsNoApprovalOfUnknownOrdersReplayWhatNobodySaw() {
        shop.replay("{mode: books, min-count: 3, max-share: 0.04}");
        shop.booked("1", 1000, Shop.at(DATE, 1));
        shop.statement(DATE, lines(120));
        assertThat(summaryOf(shop.run(DATE)).held())
                .extracting(Summary.Hold::by)
                .isEqualTo(Summary.Breaker.SUSPECT_BOOKS);
        shop.approve(ACCOUNT, DATE, "orders come late");
        for (int n = 2; n <= 7; n++) {
            shop.pending("" + n, 1000L * n);
        }

        NightResult result = shop.approved(DATE);

        assertThat(((NightResult.NotConcluded) result).message())
                .contains(
                        "6 of 120 payments missed their callback, and then the books do not know"
                                + " 119");
        assertThat(shop.count("payment_callback_log")).isZero();
    }

    @Test
    void tellsThatTheBooksHaveWhatItHadAppliedBeforeReplayWasTurnedOff() {
        missed(3);
        shop.clock.dieWhen(() -> shop.count(PAYMENTS) == 3);
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.clock.live();
        shop.replay("{mode: off}");

        assertThat(summaryOf(shop.run(DATE)).replays()).isEqualTo(new Summary.Replays(0, 3, 0, 0));
        assertThat(shop.breaks(DATE)).hasSize(3).allMatch(each -> each.endsWith(" REPAIRED"));
    }

    @Test
    void goesOnWithTheStatementItBeganWithThoughItsSourceHasItNoMore() throws IOException {
        shop.statement(DATE, paid("2", "20.00", late()));
        diesAt("replaying");
        FileSystemUtils.deleteRecursively(folder.resolve(ACCOUNT));

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(summary.revision()).isEqualTo(1);
        assertThat(shop.breaks(DATE)).containsExactly("UNKNOWN_ORDER PAYMENT T2 OPEN");
    }

    @Test
    void replaysWhatWasApprovedWhileTheApprovalOfItsDateWasUnderWay() {
        shop.replay("{mode: books, min-count: 3, max-share: 0.2, max-amount: {CNY: 35.00}}");
        missed(4);
        shop.run(DATE);
        shop.approve(ACCOUNT, DATE, "late callbacks");
        diesAt("checking the replays");
        made(
                decisions()
                        .approveBreaks(
                                List.of(shop.breakId("MISSED_CALLBACK", "T4")), "ann", "asked"));

        Summary summary = summaryOf(shop.approved(DATE));

        assertThat(shop.summary(DATE, "r1")).contains("\"applied\": 3");
        assertThat(summary.revision()).isEqualTo(2);
        assertThat(summary.replays()).isEqualTo(new Summary.Replays(1, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"replaying", "checking the replays"})
    void goesOnWithAnApprovalThatWasBegun(String step) {
        missed(4);
        shop.run(DATE);
        shop.approve(ACCOUNT, DATE, "late callbacks");
        diesAt(step);
        made(decisions().resolve(shop.breakId("MISSED_CALLBACK", "T1"), "ann", "by hand"));

        Summary summary = summaryOf(shop.run(DATE));

        int open = step.equals("replaying") ? 1 : 0;
        assertThat(summary.outcome()).isEqualTo(Outcome.RECONCILED);
        assertThat(summary.replays()).isEqualTo(new Summary.Replays(4 - open, 0, open, 0));
        assertThat(shop.count(PAYMENTS)).isEqualTo(4 - open);
    }

    private int command(Spoken spoken) {
        shop.restart();
        String[] args = {
            "reconcile", "--job", shop.jobFile().toString(), "--date", DATE.toString()
        };
        return Cli.run(args, spoken.terminal(), Map.of(), () -> new CommandWork(shop.clock));
    }

    /** A process of its own that only writes reports. */
    private Rooms rooms(List<AutoCloseable> opened) {
        return new Opening(
                        JobFile.read(shop.jobFile(), Map.of()),
                        "job.yaml",
                        new ApiMeans(shop.clock, Pauses.REAL, () -> false),
                        Watcher.NOBODY,
                        opened)
                .rooms();
    }

    private void missed(int count) {
        for (int n = 1; n <= count; n++) {
            shop.pending("" + n, 1000L * n);
        }
        shop.statement(DATE, lines(count));
    }

    private static String[] lines(int count) {
        String[] lines = new String[count];
        for (int n = 1; n <= count; n++) {
            lines[n - 1] = paid("" + n, n * 10 + ".00", Shop.at(DATE, n));
        }
        return lines;
    }

    /** A run of the date, whose process is gone before this step. */
    private void diesAt(String step) {
        shop.watcher((_, doing, _, _) -> dieAt(step, doing));
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.watcher(Watcher.NOBODY);
        shop.restart();
    }

    private static void dieAt(String step, String doing) {
        if (doing.equals(step)) {
            throw new IllegalStateException("killed here");
        }
    }

    private String noteOf(String key) {
        return shop.database
                .jdbc()
                .sql("SELECT note FROM tplus1_break WHERE key_value = ?")
                .param(key)
                .query(String.class)
                .single();
    }

    private Decisions decisions() {
        return new Decisions(shop.database, shop.clock);
    }
}
