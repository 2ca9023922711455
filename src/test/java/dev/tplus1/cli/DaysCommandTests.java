package dev.tplus1.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.FakeWork.Ended;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.days.StatusAnswer;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.nightly.known.DateStanding;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Objects;

/** The commands that speak of many dates: catching up, backfill and status. */
class DaysCommandTests {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
    private static final ZonedDateTime MORNING =
            ZonedDateTime.of(2026, 11, 29, 10, 7, 3, 0, SHANGHAI);

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
                                    - {id: two, provider: csv, statements: {directory: in, file: "*"}}
                                """)
                        .toString();
    }

    private Ended run(String line) {
        return work.run(line.replace("JOB", job).split(" ", -1));
    }

    private <T> T asked(Class<T> request) {
        return request.cast(Objects.requireNonNull(work.asked));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    reconcile --job JOB --catch-up 0|--catch-up 0: not a number from 1 to 31.
                    reconcile --job JOB --catch-up 32|--catch-up 32: not a number from 1 to 31.
                    reconcile --job JOB --catch-up x|--catch-up x: not a number from 1 to 31.
                    reconcile --job JOB --catch-up|missing parameter for option --catch-up (N); see tplus1 reconcile --help
                    reconcile --job JOB --catch-up 7 --date 2026-11-28|--catch-up is for last night and what was missed before it: leave out --date, or it.
                    reconcile --job JOB --catch-up 7 --account one --statement JOB|--catch-up runs several dates, and --statement is of one: leave out one of them.
                    reconcile --job JOB --catch-up 7 --rerun|--catch-up runs no date again: leave out --rerun, or it.
                    status|missing option: --job=FILE; see tplus1 status --help
                    status --job JOB --days 0|--days 0: not a number from 1 to 366.
                    status --job JOB --days 367|--days 367: not a number from 1 to 366.
                    status --job JOB --days 3 --from 2026-11-01 --to 2026-11-02|status: either --days, or --from and --to; not both.
                    status --job JOB --from 2026-11-01|status: name both, --from and --to.
                    status --job JOB --to 2026-11-01|status: name both, --from and --to.
                    status --job JOB --from 2026-11-02 --to 2026-11-01|--to 2026-11-01: is before --from 2026-11-02.
                    status --job JOB --from 2026-02-30 --to 2026-11-01|--from 2026-02-30: not a date.
                    status --job JOB --account three|--account three: no such account in JOB; it has one, two
                    """)
    void takeNoWrongUsage(String line, String complaint) {
        Ended ended = run(line);

        assertThat(ended.err()).isEqualTo("tplus1: " + complaint.replace("JOB", job) + "\n");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(work.asked).isNull();
    }

    @Test
    void askToCatchUpTogetherWithAllThatGoesWithIt() {
        run(
                "reconcile --job JOB --catch-up 7 --account one --wait 2h --recheck 3"
                        + " --fail-on-breaks");

        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Reconcile.class,
                        asked -> {
                            assertThat(asked.catchUp()).isEqualTo(7);
                            assertThat(asked.date()).isNull();
                            assertThat(asked.recheck()).isEqualTo(3);
                        });
        run("reconcile --job JOB --catch-up 31 --dry-run");
        assertThat(asked(Work.Reconcile.class).dryRun()).isTrue();
        run("reconcile --job JOB");
        assertThat(asked(Work.Reconcile.class).catchUp()).isZero();
    }

    @Test
    void exitForDatesThatAreStillMissed() {
        work.answers.add(
                new AccountAnswer.NotCaughtUp(
                        "one", DATE.minusDays(20), DATE.minusDays(8), "13 dates are too far back"));
        work.answers.add(new AccountAnswer.AlreadyDone("one", DATE.minusDays(1), 1, MORNING));
        work.answers.add(new AccountAnswer.AlreadyDone("one", DATE, 1, MORNING));

        Ended ended = run("reconcile --job JOB --catch-up 7");

        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err())
                .isEqualTo(
                        "tplus1: one 2026-11-08 to 2026-11-20: missed: 13 dates are too far"
                                + " back\n");
        assertThat(ended.out()).endsWith("\n2 runs: 2 already reconciled\n");
    }

    @Test
    void exitForTheWorstOfAllNightsThatWereCaughtUp() {
        work.answers.add(new AccountAnswer.Refused("one", DATE.minusDays(1), "cut"));
        work.answers.add(new AccountAnswer.AlreadyDone("one", DATE, 1, MORNING));

        assertThat(run("reconcile --job JOB --catch-up 7").code()).isEqualTo(6);
    }

    @Test
    void endABackfillThatStoppedWithItsTableAndWhatToDoNext() {
        work.answers.add(new AccountAnswer.AlreadyDone("one", DATE.minusDays(1), 1, MORNING));
        work.answers.add(new AccountAnswer.Refused("two", DATE.minusDays(1), "cut"));

        Ended ended = run("backfill --job JOB --from 2026-11-27 --to 2026-11-29");

        assertThat(ended.code()).isEqualTo(6);
        assertThat(asked(Work.Backfill.class).keepGoing()).isFalse();
        assertThat(ended.out())
                .endsWith(
                        """
                        DATE        ACCOUNT  OUTCOME             EXIT  REPAIRED  DECIDE  AMOUNT
                        2026-11-27  one      already reconciled     0         -       -  -
                        2026-11-27  two      refused                6         -       -  -
                        2026-11-28  -        not run                -         -       -  -
                        2026-11-29  -        not run                -         -       -  -
                        2 runs: 1 already reconciled, 1 refused
                        """);
        assertThat(ended.err())
                .endsWith(
                        "\ntplus1: stopped after 2026-11-27: look at what it says above, then start"
                                + " again with --from 2026-11-27; --keep-going runs the dates after"
                                + " it all the same.\n");
    }

    @Test
    void askABackfillToKeepGoing() {
        work.answers.add(new AccountAnswer.Refused("one", DATE.minusDays(1), "cut"));
        work.answers.add(new AccountAnswer.AlreadyDone("one", DATE, 1, MORNING));

        Ended ended = run("backfill --job JOB --from 2026-11-27 --to 2026-11-28 --keep-going");

        assertThat(asked(Work.Backfill.class).keepGoing()).isTrue();
        assertThat(ended.code()).isEqualTo(6);
        assertThat(ended.err()).doesNotContain("stopped after");
        assertThat(ended.out()).doesNotContain("not run");
    }

    @Test
    void askForTheStatusOfTwoWeeksOrOfAnyDates() {
        work.status =
                new StatusAnswer(
                        "shop.yaml",
                        List.of(
                                new DateStanding(
                                        "one",
                                        new BusinessDate(DATE, SHANGHAI),
                                        DateStanding.State.MISSING,
                                        0,
                                        null,
                                        0,
                                        0,
                                        null,
                                        "",
                                        null)));

        Ended ended = run("status --job JOB");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).startsWith("1 account, 2026-11-28 to 2026-11-28: 1 missing.\n");
        assertThat(asked(Work.StatusRequest.class).days()).isEqualTo(14);
        Ended json = run("status --job JOB --from 2026-11-28 --to 2026-11-28 --json");
        assertThat(json.out()).startsWith("[{\"account\":\"one\"");
        assertThat(asked(Work.StatusRequest.class).from()).isEqualTo(DATE);
        assertThat(asked(Work.StatusRequest.class).to()).isEqualTo(DATE);
    }

    @Test
    void tellsWhatDidTheWorkWithWhichCodeItEnded() {
        work.answers.add(new AccountAnswer.NotReady("one", DATE, "late."));
        work.unseen.add("metrics: no\nfolder");
        Ended late = work.run("reconcile", "--job", job);
        work.failure = new IllegalStateException("lost");
        work.run("reconcile", "--job", job);
        work.run("reconcile", "--job", "nowhere.yaml");

        assertThat(late.err()).endsWith("tplus1: metrics: no folder\n");
        assertThat(work.ends).containsExactly(4, 1);
    }
}
