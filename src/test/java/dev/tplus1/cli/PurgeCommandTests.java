package dev.tplus1.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.FakeWork.Ended;
import dev.tplus1.cli.speech.purge.PurgeAnswer;
import dev.tplus1.lease.LeaseOutcome.HeldBy;
import dev.tplus1.nightly.purge.Amount;
import dev.tplus1.nightly.purge.Kind;
import dev.tplus1.nightly.purge.Purged;
import dev.tplus1.nightly.purge.Purged.End;
import dev.tplus1.nightly.purge.Stays.Why;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** How a purge speaks, and what it exits with. */
class PurgeCommandTests {
    private static final LocalDate DATE = LocalDate.of(2025, 11, 28);

    @TempDir private Path folder;
    private String job = "";
    private final FakeWork work = new FakeWork();

    @BeforeEach
    void writeAJob() throws IOException {
        job =
                Files.writeString(
                                folder.resolve("shop.yaml"),
                                """
                                tplus1:
                                  job: shop
                                  database: {url: "${URL}"}
                                  accounts:
                                    - {id: one, provider: csv, statements: {directory: in, file: "*"}}
                                  retention: {breaks: 400d}
                                """)
                        .toString();
    }

    private Ended run(boolean dryRun, Purged purged, String... more) {
        work.purge = new PurgeAnswer("shop", dryRun, purged);
        String[] args = new String[3 + more.length];
        System.arraycopy(new String[] {"purge", "--job", job}, 0, args, 0, 3);
        System.arraycopy(more, 0, args, 3, more.length);
        return work.run(args);
    }

    private static Purged purged(End end) {
        return new Purged(
                end,
                List.of(
                        new Amount("one", Kind.STATEMENTS, 31, 0, 93, 1_204_331, DATE, DATE),
                        new Amount("one", Kind.BREAKS, 2, 1203, 0, 0, DATE, DATE.plusDays(1)),
                        new Amount(null, Kind.OUTBOX, 0, 1, 0, 0, DATE, DATE)),
                List.of(
                        new Purged.Staying("one", Why.OPEN_BREAKS, 1, DATE),
                        new Purged.Staying("one", Why.NEIGHBOUR, 4, DATE.minusDays(2))),
                List.of(new Purged.Skipped("one", DATE, "it changed\nmeanwhile", false)),
                List.of("/r/mine.txt is not a report's"),
                "index.html cannot be written.",
                null);
    }

    private static Purged nothing(End end, @Nullable HeldBy holder) {
        return new Purged(end, List.of(), List.of(), List.of(), List.of(), "", holder);
    }

    @Test
    void tellsWhatWentOfEachAccountAndWhatStays() {
        Ended ended = run(false, purged(End.DONE));

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .isEqualTo(
                        """
                        ACCOUNT  KIND        DATES      OLDEST      NEWEST   ROWS  FILES      BYTES
                        one      statements     31  2025-11-28  2025-11-28      -     93  1,204,331
                        one      breaks          2  2025-11-28  2025-11-29  1,203      -          -
                        -        outbox          -  2025-11-28  2025-11-28      1      -          -
                        one: 1 old date stays, with open breaks: 2025-11-28
                        one: 4 old dates stay, beside one that stays, from 2025-11-26
                        1,204 rows and 93 files of 1,204,331 bytes purged.
                        """);
        assertThat(ended.err().lines())
                .containsExactly(
                        "tplus1: purge: one 2025-11-28: it changed meanwhile.",
                        "tplus1: purge: /r/mine.txt is not a report's; left.",
                        "tplus1: purge: index.html cannot be written.");
    }

    @Test
    void tellsOfADryRunThatNothingWasDeleted() {
        Ended ended = run(true, purged(End.DONE), "--dry-run");

        assertThat(ended.out())
                .endsWith(
                        "1,204 rows and 93 files of 1,204,331 bytes would go. Nothing was deleted;"
                                + " without --dry-run they are.\n");
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.PurgeRequest.class, asked -> assertThat(asked.dryRun()).isTrue());
        assertThat(run(true, nothing(End.DONE, null), "--dry-run").out())
                .isEqualTo("Nothing would go.\n");
        assertThat(run(false, nothing(End.DONE, null)).out()).isEqualTo("Nothing to purge.\n");
    }

    @Test
    void tellsProgramsTheSame() {
        Ended ended = run(false, purged(End.DONE), "--json");

        assertThat(ended.out())
                .startsWith("{\"job\":\"shop\",\"dryRun\":false,\"end\":\"DONE\",\"purged\":[")
                .contains(
                        "{\"account\":\"one\",\"kind\":\"STATEMENTS\",\"dates\":31,\"rows\":0,"
                                + "\"files\":93,\"bytes\":1204331,\"oldest\":\"2025-11-28\","
                                + "\"newest\":\"2025-11-28\"}",
                        "{\"account\":null,\"kind\":\"OUTBOX\"",
                        "\"stays\":[{\"account\":\"one\",\"why\":\"OPEN_BREAKS\",\"dates\":1,"
                                + "\"oldest\":\"2025-11-28\"}",
                        "\"businessDate\":\"2025-11-28\"",
                        "\"left\":[\"/r/mine.txt is not a report's\"]");
    }

    @ParameterizedTest
    @CsvSource({"DONE,0", "STOPPED,143", "FAILED,1", "RUNNING_ELSEWHERE,5"})
    void exitsAsItEnded(End end, int code) {
        assertThat(run(false, purged(end)).code()).isEqualTo(code);
    }

    @Test
    void tellsWhoElseIsAtIt() {
        HeldBy holder = new HeldBy("batch-7", 4711, Instant.EPOCH, Duration.ZERO);

        Ended ended = run(false, nothing(End.RUNNING_ELSEWHERE, holder));

        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .isEqualTo("tplus1: purge: running elsewhere: host batch-7, process 4711.\n");
    }

    @Test
    void tellsThatItWasStopped() {
        assertThat(run(false, nothing(End.STOPPED, null)).err())
                .isEqualTo("tplus1: purge: stopped by a signal; safe to run again.\n");
    }
}
