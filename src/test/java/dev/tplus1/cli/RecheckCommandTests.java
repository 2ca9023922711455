package dev.tplus1.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.FakeWork.Ended;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.report.ReportException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;

class RecheckCommandTests {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    private static final ZonedDateTime MORNING =
            ZonedDateTime.of(2026, 11, 29, 10, 7, 3, 0, ZoneId.of("Asia/Shanghai"));

    @TempDir private Path folder;
    private String job = "";
    private final FakeWork work = new FakeWork();

    @BeforeEach
    void writeAJob() throws IOException {
        Path written =
                Files.writeString(
                        folder.resolve("shop.yaml"),
                        """
                        tplus1:
                          job: shop
                          database: {url: "${URL}"}
                          accounts:
                            - {id: one, provider: csv, statements: {directory: in, file: "*"}}
                            - {id: two, provider: csv, statements: {directory: in, file: "*"}}
                        """);
        job = written.toString();
    }

    @Test
    void asksToFetchConcludedDatesAgain() {
        work.run("reconcile", "--job", job, "--recheck", "31");

        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Reconcile.class, asked -> assertThat(asked.recheck()).isEqualTo(31));
    }

    @Test
    void takesNoOtherNumberOfDatesToFetchAgain() {
        for (String number : List.of("0", "32", "-1", "x", "99999999999")) {
            Ended ended = work.run("reconcile", "--job", job, "--recheck", number);

            assertThat(ended.code()).as(number).isEqualTo(2);
            assertThat(ended.err())
                    .contains("--recheck " + number + ": not a number from 1 to 31.");
        }
        Ended dry = work.run("reconcile", "--job", job, "--recheck", "1", "--dry-run");
        assertThat(dry.code()).isEqualTo(2);
        assertThat(work.asked).isNull();
    }

    @Test
    void saysWhatTheProviderRevisedAndSumsUpWithoutFailingForIt() {
        work.answers.add(new AccountAnswer.AlreadyDone("one", DATE, 1, MORNING));
        again(1, AccountAnswer.Again.REVISED, "2 added against r1");
        again(2, AccountAnswer.Again.SAME, "");
        again(3, AccountAnswer.Again.NOT_READY, "gone.");
        again(4, AccountAnswer.Again.RUNNING, "host a");

        Ended ended = work.run("reconcile", "--job", job, "--recheck", "4");

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .endsWith(
                        """
                        one 2026-11-27: revised: 2 added against r1
                        4 dates rechecked: 1 revised, 1 the same, 1 not ready, 1 running elsewhere
                        """);
        assertThat(ended.err())
                .isEqualTo(
                        """
                        tplus1: one 2026-11-25: not ready: gone.
                        tplus1: one 2026-11-24: running elsewhere: host a
                        """);
    }

    @Test
    void exitsForWhatWentWrongWhileConcludedDatesWereFetchedAgain() {
        work.answers.add(new AccountAnswer.AlreadyDone("one", DATE, 1, MORNING));
        again(1, AccountAnswer.Again.REFUSED, "cut");

        assertThat(work.run("reconcile", "--job", job, "--recheck", "4").code()).isEqualTo(6);

        again(2, AccountAnswer.Again.FAILED, "no disk");

        assertThat(work.run("reconcile", "--job", job, "--recheck", "4").code()).isEqualTo(1);
    }

    @Test
    void aPageThatCannotBeWrittenTakesNothingFromAReconciledNight() {
        work.answers.add(new AccountAnswer.AlreadyDone("one", DATE, 1, MORNING));
        work.answers.add(new AccountAnswer.NoIndex(new ReportException("report: /r is full.")));

        Ended ended = work.run("reconcile", "--job", job);

        assertThat(ended.code()).isZero();
        assertThat(ended.err()).isEqualTo("tplus1: index.html not written: report: /r is full.\n");
    }

    private void again(int daysAgo, AccountAnswer.Again again, String what) {
        work.answers.add(new AccountAnswer.Rechecked("one", DATE.minusDays(daysAgo), again, what));
    }
}
