package dev.tplus1.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Work;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.JobFile;
import dev.tplus1.nightly.NightResult;
import dev.tplus1.report.Outcome;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** What is left of dates for Prometheus, as they are told of. */
class LookersTests {
    private static final Instant T1 = Instant.parse("2026-11-29T02:00:00Z");
    private static final Instant T2 = Instant.parse("2026-11-29T04:00:00Z");
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);

    @TempDir private Path folder;
    private final Hand clock = new Hand();
    private Lookers lookers;
    private Work.Job job;

    /** A clock that is set by hand. */
    private static final class Hand extends Clock {
        private Instant now = T1;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    @BeforeEach
    void begin() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("shop.yaml"),
                        """
                        tplus1:
                          job: shop
                          database: {url: "jdbc:h2:mem:shop"}
                          accounts:
                            - {id: one, provider: csv, statements: {directory: in, file: "*"}}
                            - {id: two, provider: csv, statements: {directory: in, file: "*"}}
                          metrics: {textfile: "FOLDER/shop.prom"}
                        """
                                .replace("FOLDER", folder.toString()));
        job = new Work.Job(file, JobFile.read(file, Map.of()));
        lookers = Lookers.of(job, clock, Pauses.REAL, Map.of());
        lookers.night("reconcile", List.of(), false);
    }

    private static NightResult ended(String account, LocalDate date, Outcome outcome) {
        return new NightResult.NotConcluded(account, date, outcome, "so it is");
    }

    private List<String> left() throws IOException {
        return Files.readAllLines(folder.resolve("shop.prom")).stream()
                .filter(line -> line.startsWith("tplus1_last_run") && !line.endsWith(" 0.0"))
                .map(line -> line.replace(",tplus1_job=\"shop\"", "").replace("\"", ""))
                .toList();
    }

    @Test
    void takeADateWhenItHasEndedThoughNoAnswerIsGivenAnyMore() throws IOException {
        lookers.done(ended("two", DATE, Outcome.REFUSED), job);
        clock.now = T2;

        assertThat(lookers.ended(ExitCode.FAILED.code())).isEmpty();

        assertThat(left())
                .containsExactlyInAnyOrder(
                        "tplus1_last_run_outcome{account=one,outcome=FAILED} 1.0",
                        "tplus1_last_run_outcome{account=two,outcome=REFUSED} 1.0",
                        "tplus1_last_run_timestamp_seconds{account=one} 1.7959248E9",
                        "tplus1_last_run_timestamp_seconds{account=two} 1.7959176E9");
    }

    @Test
    void takeTheLatestDateOfAnAccountAndNoneThatIsOnlyFetchedAgain() throws IOException {
        lookers.done(ended("one", DATE.minusDays(3), Outcome.NOT_READY), job);
        lookers.done(ended("two", DATE, Outcome.NOT_READY), job);
        lookers.done(ended("two", DATE.minusDays(1), Outcome.FAILED), job);
        lookers.through();
        lookers.done(ended("one", DATE.minusDays(1), Outcome.REFUSED), job);

        lookers.ended(ExitCode.NOT_READY.code());

        assertThat(left())
                .contains(
                        "tplus1_last_run_outcome{account=one,outcome=NOT_READY} 1.0",
                        "tplus1_last_run_outcome{account=two,outcome=NOT_READY} 1.0");
    }
}
