package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * A run that dies somewhere: the next one of its date ends as if nothing had happened, and all that
 * was done was done once.
 */
class ResumeTests {
    private static final int APPLIED = 4;

    /** Of those that are applied; they come before the refund, in one transaction. */
    private static final int PAYMENTS = 3;

    /** As many callbacks as one transaction takes. */
    private static final int AT_ONCE = 100;

    private static final LocalDate NEXT = DATE.plusDays(1);
    private static final String LOG = "payment_callback_log WHERE outcome = 'APPLIED'";

    @TempDir private Path folder;
    private Shop shop;
    private Shop undisturbed;

    @BeforeEach
    void open() {
        undisturbed = night("undisturbed");
        summaryOf(undisturbed.run(DATE));
        shop = night("shop");
    }

    @AfterEach
    void close() {
        undisturbed.close();
        shop.close();
    }

    private Shop night(String name) {
        Shop night = new Shop(folder.resolve(name));
        ResumeFixture.fill(night);
        return night;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fetching",
                "reading the statement",
                "comparing",
                "replaying",
                "checking the replays",
                "concluding"
            })
    void goesOnAfterAnyStep(String step) {
        shop.watcher((_, doing, _, _) -> dieAt(step, doing));
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.watcher(Watcher.NOBODY);
        shop.restart();

        shop.run(DATE);

        endsAsIfUndisturbed();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, PAYMENTS})
    void goesOnInTheMiddleOfTheReplays(int applied) {
        shop.clock.dieWhen(
                () -> shop.count("orders") > 0 && shop.count(LOG) == applied && staged());
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        assertThat(shop.count(LOG)).isEqualTo(applied);
        shop.clock.live();
        shop.restart();

        shop.run(DATE);

        endsAsIfUndisturbed();
    }

    @Test
    void goesOnWhenTheConclusionDied() {
        shop.database.jdbc().sql("ALTER TABLE tplus1_audit_event RENAME TO elsewhere").update();
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        assertThat(shop.count(LOG)).isEqualTo(APPLIED);
        assertThat(shop.count("tplus1_break")).isZero();
        shop.database.jdbc().sql("ALTER TABLE elsewhere RENAME TO tplus1_audit_event").update();
        shop.restart();

        shop.run(DATE);

        endsAsIfUndisturbed();
    }

    @Test
    void countsARefusedReplayThoughTheConclusionDied() {
        for (Shop each : List.of(undisturbed, shop)) {
            each.clock.set("2026-11-30T02:00:00Z");
            ResumeFixture.missed(each, NEXT, 100, 3);
            each.watcher((_, doing, _, _) -> closeOrder(each, "O101", doing));
        }
        Summary expected = summaryOf(undisturbed.run(NEXT));
        assertThat(expected.replays()).isEqualTo(new Summary.Replays(2, 0, 1, 0));
        shop.database.jdbc().sql("ALTER TABLE tplus1_audit_event RENAME TO elsewhere").update();
        assertThat(shop.run(NEXT)).isInstanceOf(NightResult.Failed.class);
        shop.database.jdbc().sql("ALTER TABLE elsewhere RENAME TO tplus1_audit_event").update();
        shop.restart();

        shop.run(NEXT);

        assertThat(shop.summary(NEXT, "r1")).isEqualTo(undisturbed.summary(NEXT, "r1"));
        assertThat(shop.breaks(NEXT))
                .isEqualTo(undisturbed.breaks(NEXT))
                .contains("MISSED_CALLBACK PAYMENT T101 OPEN");
    }

    private static void closeOrder(Shop shop, String orderNo, String doing) {
        if (doing.equals("replaying")) {
            shop.database
                    .jdbc()
                    .sql("UPDATE orders SET status = 'CLOSED' WHERE order_no = ?")
                    .param(orderNo)
                    .update();
        }
    }

    @Test
    void leavesNoAttemptBesideTheReportOfAConcludedDate() {
        shop.database
                .jdbc()
                .sql(
                        "ALTER TABLE tplus1_revision ADD CONSTRAINT unpublished CHECK (published_at"
                                + " IS NULL)")
                .update();

        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);

        assertThat(shop.latest(DATE)).isEqualTo("r1");
        assertThat(shop.dateFolder(DATE).resolve("attempt")).doesNotExist();
        shop.database
                .jdbc()
                .sql("ALTER TABLE tplus1_revision DROP CONSTRAINT unpublished")
                .update();
        shop.run(DATE);
        endsAsIfUndisturbed();
    }

    @Test
    void publishesWhatWasConcludedBeforeItsReportCouldBeWritten() throws IOException {
        Path blocked = shop.dateFolder(DATE).resolve("r1");
        Shop.write(blocked, "a file where a folder must be");
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        assertThat(shop.dateFolder(DATE).resolve("latest")).doesNotExist();
        Map<String, List<String>> concluded = shop.everything();
        Files.delete(blocked);
        shop.restart();
        shop.statement(DATE, "nobody reads this any more");

        shop.run(DATE);

        assertThat(shop.rows("tplus1_audit_event")).isEqualTo(concluded.get("tplus1_audit_event"));
        endsAsIfUndisturbed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"STARTED", "STARTING", "UNKNOWN"})
    void recoversAFailedExecutionWhoseStepCouldNotBeToldSo(String status) {
        shop.watcher((_, doing, _, _) -> dieAt("checking the replays", doing));
        shop.run(DATE);
        shop.watcher(Watcher.NOBODY);
        shop.restart();
        int left =
                shop.database
                        .jdbc()
                        .sql(
                                "UPDATE TPLUS1_BATCH_STEP_EXECUTION SET STATUS = ?, EXIT_CODE ="
                                        + " 'EXECUTING', END_TIME = NULL WHERE STATUS = 'FAILED'")
                        .param(status)
                        .update();
        assertThat(left).isEqualTo(1);

        shop.run(DATE);

        endsAsIfUndisturbed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"STARTED", "STARTING", "STOPPING", "UNKNOWN"})
    void recoversAnExecutionThatItsProcessLeftBehind(String status) {
        shop.watcher((_, doing, _, _) -> dieAt("checking the replays", doing));
        shop.run(DATE);
        shop.watcher(Watcher.NOBODY);
        shop.restart();
        for (String table : List.of("JOB", "STEP")) {
            shop.database
                    .jdbc()
                    .sql(
                            "UPDATE TPLUS1_BATCH_"
                                    + table
                                    + "_EXECUTION SET STATUS = ?, EXIT_CODE = 'UNKNOWN', END_TIME ="
                                    + " NULL WHERE STATUS = 'FAILED'")
                    .param(status)
                    .update();
        }

        shop.run(DATE);

        endsAsIfUndisturbed();
    }

    @Test
    void startsAnInstanceThatHasNoExecutionYet() {
        shop.watcher((_, doing, _, _) -> dieAt("fetching", doing));
        shop.run(DATE);
        shop.watcher(Watcher.NOBODY);
        shop.restart();
        for (String table :
                List.of(
                        "STEP_EXECUTION_CONTEXT",
                        "STEP_EXECUTION",
                        "JOB_EXECUTION_CONTEXT",
                        "JOB_EXECUTION_PARAMS",
                        "JOB_EXECUTION")) {
            shop.database.jdbc().sql("DELETE FROM TPLUS1_BATCH_" + table).update();
        }

        shop.run(DATE);

        endsAsIfUndisturbed();
    }

    @Test
    void stopsBetweenTwoReplaysWhenAskedTo() {
        shop.clock.whenAsked(this::stopInTheFirstReplays);
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Stopped.class);
        assertThat(shop.count(LOG)).isEqualTo(PAYMENTS);
        assertThat(shop.dateFolder(DATE).resolve("attempt")).doesNotExist();
        shop.clock.live();
        shop.restart();

        shop.run(DATE);

        endsAsIfUndisturbed();
    }

    @Test
    void finishesAnApprovedDateThatDiedInTheMiddleOfItsReplays() {
        approvalDied();

        shop.run(NEXT);

        assertThat(shop.summary(NEXT, "r1")).isEqualTo(undisturbed.summary(NEXT, "r1"));
        assertThat(shop.breaks(NEXT)).isEqualTo(undisturbed.breaks(NEXT));
    }

    @Test
    void finishesAnApprovedDateThatDiedInTheMiddleOfItsReplaysBeforeItIsRunAgain() {
        approvalDied();

        Summary second = summaryOf(shop.rerun(NEXT));

        assertThat(second.replays().applied()).isZero();
        assertThat(shop.summary(NEXT, "r1")).isEqualTo(undisturbed.summary(NEXT, "r1"));
        assertThat(shop.nightly().render(Shop.ACCOUNT, NEXT, 1)).isPresent();
    }

    @Test
    void publishesAnApprovedDateWhoseReportCouldNotBeWritten() throws IOException {
        for (Shop each : List.of(undisturbed, shop)) {
            held(each);
        }
        summaryOf(undisturbed.approved(NEXT));
        Path html = shop.dateFolder(NEXT).resolve("r1/report.html");
        Files.delete(html);
        Files.createDirectories(html.resolve("blocked"));
        assertThat(shop.approved(NEXT)).isInstanceOf(NightResult.Failed.class);
        Files.delete(html.resolve("blocked"));
        Files.delete(html);
        shop.restart();

        shop.run(NEXT);

        assertThat(shop.summary(NEXT, "r1")).isEqualTo(undisturbed.summary(NEXT, "r1"));
        assertThat(shop.breaks(NEXT)).isEqualTo(undisturbed.breaks(NEXT));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void finishesARerunThatDiedInTheMiddleOfItsReplaysWhoeverStartsTheDateNext(boolean rerun) {
        for (Shop each : List.of(undisturbed, shop)) {
            held(each);
            each.replay("{mode: books, min-count: 200}");
        }
        summaryOf(undisturbed.rerun(NEXT));
        long before = shop.count(LOG);
        shop.clock.dieWhen(() -> shop.count(LOG) == before + AT_ONCE);
        assertThat(shop.rerun(NEXT)).isInstanceOf(NightResult.Failed.class);
        shop.clock.live();
        shop.restart();

        Summary summary = summaryOf(rerun ? shop.rerun(NEXT) : shop.run(NEXT));

        assertThat(summary.revision()).isEqualTo(2);
        assertThat(shop.latest(NEXT)).isEqualTo("r2");
        assertThat(shop.summary(NEXT, "r2")).isEqualTo(undisturbed.summary(NEXT, "r2"));
        assertThat(shop.breaks(NEXT)).isEqualTo(undisturbed.breaks(NEXT));
    }

    @Test
    void looksAnewInARerunThatDiedBeforeItsReplays() {
        shop.run(DATE);
        shop.statement(DATE, Lines.paid("1", "10.00", "2026-11-28T10:00:01Z"));
        shop.watcher((_, doing, _, _) -> dieAt("comparing", doing));
        assertThat(shop.rerun(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.watcher(Watcher.NOBODY);
        ResumeFixture.statement(shop);

        Summary summary = summaryOf(shop.rerun(DATE));

        assertThat(summary.statement().entries()).isEqualTo(7);
    }

    /** In the middle of its replays; the other shop's did not. */
    private void approvalDied() {
        for (Shop each : List.of(undisturbed, shop)) {
            held(each);
        }
        summaryOf(undisturbed.approved(NEXT));
        long before = shop.count(LOG);
        shop.clock.dieWhen(() -> shop.count(LOG) == before + AT_ONCE);
        assertThat(shop.approved(NEXT)).isInstanceOf(NightResult.Failed.class);
        shop.clock.live();
        shop.restart();
    }

    /** A date after the first, with more missed callbacks than one transaction takes, held. */
    private static void held(Shop shop) {
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.replay("{mode: books, min-count: 3, max-share: 0.2}");
        ResumeFixture.missed(shop, NEXT, 100, AT_ONCE + 4);
        assertThat(summaryOf(shop.run(NEXT)).held()).isNotNull();
        if (shop.count("tplus1_revision WHERE approved_by IS NOT NULL") == 0) {
            shop.approve(Shop.ACCOUNT, NEXT, "checked");
        }
    }

    private boolean staged() {
        return shop.count("tplus1_revision WHERE staged_at IS NOT NULL") > 0;
    }

    private void stopInTheFirstReplays() {
        if (shop.count(LOG) == 0 && staged()) {
            shop.nightly().stop();
        }
    }

    private static void dieAt(String step, String doing) {
        if (doing.equals(step)) {
            throw new IllegalStateException("killed while " + doing);
        }
    }

    private void endsAsIfUndisturbed() {
        assertThat(shop.latest(DATE)).isEqualTo("r1");
        assertThat(shop.summary(DATE, "r1")).isEqualTo(undisturbed.summary(DATE, "r1"));
        assertThat(Shop.read(shop.dateFolder(DATE).resolve("r1/breaks.csv")))
                .isEqualTo(Shop.read(undisturbed.dateFolder(DATE).resolve("r1/breaks.csv")));
        for (String table : List.of("orders", "refunds", "tplus1_break", "tplus1_audit_event")) {
            assertThat(shop.rows(table)).as(table).isEqualTo(undisturbed.rows(table));
        }
        assertThat(shop.count(LOG)).isEqualTo(APPLIED);
        assertThat(shop.count("payment_callback_log"))
                .isEqualTo(undisturbed.count("payment_callback_log"));
        assertThat(shop.count("outbox")).isEqualTo(APPLIED);
        assertThat(shop.dateFolder(DATE).resolve("attempt")).doesNotExist();
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Already.class);
    }
}
