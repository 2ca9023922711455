package dev.tplus1.nightly.told;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.AlertSettings;
import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Digest;
import dev.tplus1.alert.RobotUrl;
import dev.tplus1.alert.Rule;
import dev.tplus1.breaks.BreakBook;
import dev.tplus1.breaks.Classification;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Revisions;
import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.job.Alerting;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.ReportFolder;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

class RecordingTests {
    private static final LocalDate DATE = LocalDate.parse("2026-11-28");
    private static final Ended FAILED = new Ended("a", DATE, Outcome.FAILED, "no books");

    @TempDir private Path folder;
    private final Clock clock = Clock.fixed(Instant.parse("2026-11-29T02:00:00Z"), ZoneOffset.UTC);
    private final Database database = TestDatabases.opened(TestDatabases.h2Settings(), Schema.OWN);

    @AfterEach
    void close() {
        database.close();
    }

    private void stage(int number) {
        new Revisions(database, clock)
                .stage(
                        new Revision.Id("a", DATE, number),
                        "run-" + number,
                        "0".repeat(64),
                        clock.instant(),
                        new Classification(List.of(), List.of(), List.of(), "{}"),
                        () -> {});
    }

    private void conclude(int number) {
        new BreakBook(database, clock)
                .conclude(
                        new Revision.Id("a", DATE, number),
                        new BreakBook.Conclusion(
                                Revision.Outcome.RECONCILED,
                                null,
                                "tplus1 run",
                                _ -> "{}",
                                () -> {}));
    }

    /** The revision that is told to be the one that the failed date stays with. */
    private int toldRevision() {
        Alerting alerting =
                new Alerting(
                        new AlertSettings(
                                List.of(
                                        new ChannelSettings.Slack(
                                                "all",
                                                Rule.EVERYTHING,
                                                "en",
                                                RobotUrl.of("https://hooks.slack.com/x")))),
                        2,
                        List.of());
        Recording.Job job =
                new Recording.Job(
                        "shop", "shop.yaml", List.of(new Account("a", "Alipay", ZoneOffset.UTC)));

        int notices =
                new Recording(database, job, alerting, new ReportFolder(folder), clock)
                        .record(List.of(FAILED));

        assertThat(notices).isEqualTo(1);
        return Digest.parse(
                        database.jdbc()
                                .sql("SELECT payload FROM tplus1_notice")
                                .query(String.class)
                                .single())
                .accounts()
                .getFirst()
                .revision();
    }

    @Test
    void tellsWhichRevisionAFailedDateStaysWith() {
        stage(1);
        conclude(1);

        assertThat(toldRevision()).isEqualTo(1);
    }

    @Test
    void tellsNoRevisionWhereOneIsUnderWayThatMayHaveReplayed() {
        stage(1);
        conclude(1);
        stage(2);

        assertThat(toldRevision()).isZero();
    }
}
