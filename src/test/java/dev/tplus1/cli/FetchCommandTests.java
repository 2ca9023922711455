package dev.tplus1.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.FakeWork.Ended;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.FetchBlock;
import dev.tplus1.diff.Total;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.http.CallException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;

/** The command fetch, and the option --wait of those that have it. */
class FetchCommandTests {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);

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

    @Test
    void asksForWhatTheOptionsSay() {
        work.run("fetch", "--job", job, "--date", "2026-11-28", "--account", "two", "--wait", "2h");

        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Fetch.class,
                        asked -> {
                            assertThat(asked.job().path()).isEqualTo(Path.of(job));
                            assertThat(asked.date()).isEqualTo(DATE);
                            assertThat(asked.accounts()).containsExactly("two");
                            assertThat(asked.waiting()).isEqualTo(Duration.ofHours(2));
                        });
    }

    @Test
    void asksOnceForEachAccountsYesterdayWhereNothingIsSaid() {
        work.run("fetch", "--job", job);

        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Fetch.class,
                        asked -> {
                            assertThat(asked.date()).isNull();
                            assertThat(asked.accounts()).isEmpty();
                            assertThat(asked.waiting()).isZero();
                        });
    }

    @Test
    void tellsWhatWasFetchedAndSumsUp() {
        work.answers.add(
                new AccountAnswer.Fetched(
                        new FetchBlock(
                                "one",
                                DATE,
                                "wechatpay/all",
                                12_486,
                                14,
                                List.of(
                                        total(Kind.REFUND, 84, 2_731_840),
                                        total(Kind.PAYMENT, 12_402, 190_327_462)),
                                List.of("rows", "totals"),
                                "9f2c43e07d85a3c1",
                                List.of("a.csv", "b.csv", "c.csv", "d.csv", "e.csv"),
                                "archived",
                                new FetchBlock.Beside(
                                        true, "2 added, 1 changed, 0 withdrawn against r1"),
                                "r2 is not concluded")));
        work.answers.add(
                new AccountAnswer.Fetched(
                        new FetchBlock(
                                "two",
                                DATE,
                                "csv",
                                1,
                                0,
                                List.of(),
                                List.of(),
                                "0000000000000000",
                                List.of("a.csv"),
                                "the same bytes as before",
                                null,
                                "")));
        work.answers.add(new AccountAnswer.NotReady("three", DATE, "creating. Run again later."));

        Ended ended = work.run("fetch", "--job", job);

        assertThat(ended.out())
                .isEqualTo(
                        """
                        one 2026-11-28: fetched, 12,486 entries, archived
                          statement     wechatpay/all, 14 rows ignored, which moved nothing; rows and totals checked
                          payments      12,402, 1,903,274.62 CNY
                          refunds       84, 27,318.40 CNY
                          revised       2 added, 1 changed, 0 withdrawn against r1
                          under way     r2 is not concluded
                          files         a.csv, b.csv, c.csv and 2 more, sha256 9f2c43e07d85
                        two 2026-11-28: fetched, 1 entry, the same bytes as before
                          statement     csv; nothing in or beside it vouches for its being whole
                          files         a.csv, sha256 000000000000
                        3 accounts: 2 fetched, 1 not ready
                        """);
        assertThat(ended.err())
                .isEqualTo("tplus1: three 2026-11-28: not ready: creating. Run again later.\n");
        assertThat(ended.code()).isEqualTo(4);
    }

    @Test
    void waitsAsLongAsItIsTold() {
        work.run("reconcile", "--job", job, "--wait", "90m");
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Reconcile.class,
                        asked -> assertThat(asked.waiting()).isEqualTo(Duration.ofMinutes(90)));

        work.run(
                "backfill",
                "--job",
                job,
                "--from",
                "2026-11-27",
                "--to",
                "2026-11-28",
                "--wait",
                "24h");
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Backfill.class,
                        asked -> assertThat(asked.waiting()).isEqualTo(Duration.ofHours(24)));
    }

    @Test
    void saysInOneLineThatAProviderWasNotReachedAndWhatToDo() {
        CallException broken = new CallException("the bill: https://api.example.com answered 503");

        assertThat(Failure.of(broken))
                .isEqualTo(
                        new Failure(
                                ExitCode.FAILED,
                                "the bill: https://api.example.com answered 503; run again, or see"
                                        + " what tplus1 check says."));
    }

    private static Total total(Kind kind, long count, long minor) {
        return new Total(kind, Money.currency("CNY"), count, minor);
    }
}
