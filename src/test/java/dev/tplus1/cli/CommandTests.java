package dev.tplus1.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.cli.FakeWork.Ended;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.CheckLine;
import dev.tplus1.cli.speech.ReconcileBlock;
import dev.tplus1.entry.Money;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

class CommandTests {
    private static final String ONE_FINE = "1 of 1 fine.\n";
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

    private static ReconcileBlock block(int toDecide) {
        return new ReconcileBlock(
                "one",
                DATE,
                false,
                1,
                List.of(),
                List.of(),
                1,
                List.of(),
                1,
                0,
                0,
                List.of(),
                toDecide == 0 ? Map.of() : Map.of(BreakType.UNKNOWN_ORDER, toDecide),
                List.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(new Money(0, Money.currency("CNY"))),
                "",
                Map.of(),
                "r.html");
    }

    @Test
    void asksToReconcileWhatTheOptionsSay() throws IOException {
        Path statements = Files.createDirectory(folder.resolve("in"));
        Path second = Files.writeString(statements.resolve("2.csv"), "");
        Path first = Files.writeString(statements.resolve("1.csv"), "");
        Files.writeString(statements.resolve("1.csv.control"), "");
        Files.writeString(statements.resolve(".hidden"), "");

        work.run(
                "reconcile",
                "--job",
                job,
                "--date",
                "2026-11-28",
                "--account",
                "two",
                "--account",
                "two",
                "--statement",
                statements.toString(),
                "--rerun",
                "--dry-run");

        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Reconcile.class,
                        asked -> {
                            assertThat(asked.job().path()).isEqualTo(Path.of(job));
                            assertThat(asked.job().file().database().url())
                                    .isEqualTo("jdbc:h2:mem:x");
                            assertThat(asked.date()).isEqualTo(DATE);
                            assertThat(asked.accounts()).containsExactly("two");
                            assertThat(asked.statements()).containsExactly(first, second);
                            assertThat(asked.rerun()).isTrue();
                            assertThat(asked.dryRun()).isTrue();
                        });
    }

    @Test
    void leavesTheDateToTheAccountWhereNoneIsGiven() {
        work.run("reconcile", "--job", job);

        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Reconcile.class,
                        asked -> {
                            assertThat(asked.date()).isNull();
                            assertThat(asked.accounts()).isEmpty();
                            assertThat(asked.rerun()).isFalse();
                        });
    }

    @Test
    void answersEachAccountAndSumsUp() {
        work.answers.add(new AccountAnswer.Reconciled(block(1)));
        work.answers.add(new AccountAnswer.AlreadyDone("two", DATE, 1, MORNING));
        work.answers.add(new AccountAnswer.NotReady("three", DATE, "no bill yet. Run again."));

        Ended ended = work.run("reconcile", "--job", job);

        assertThat(ended.out())
                .startsWith("one 2026-11-28: reconciled, 1 break to decide\n  statement ")
                .endsWith(
                        """
                        two 2026-11-28: already reconciled as r1 on 29 Nov 10:07. Nothing done; --rerun makes r2.
                        3 accounts: 1 reconciled, 1 already reconciled, 1 not ready
                        """);
        assertThat(ended.err())
                .isEqualTo("tplus1: three 2026-11-28: not ready: no bill yet. Run again.\n");
        assertThat(ended.code()).isEqualTo(4);
    }

    @Test
    void saysWhyAnAccountIsNotReconciled() {
        work.answers.add(new AccountAnswer.Refused("a", DATE, "1.csv: no totals\nline."));
        work.answers.add(new AccountAnswer.Held("b", DATE, "734 missed callbacks.", "Look at it."));
        work.answers.add(new AccountAnswer.Running("c", DATE, "host batch-7."));
        work.answers.add(new AccountAnswer.Failed("d", DATE, "the disk is full."));
        work.answers.add(new AccountAnswer.Stopped("e", DATE));

        Ended ended = work.run("reconcile", "--job", job);

        assertThat(ended.err())
                .isEqualTo(
                        """
                        tplus1: a 2026-11-28: refused: 1.csv: no totals line.
                        tplus1: b 2026-11-28: held: 734 missed callbacks.
                                Look at it.
                        tplus1: c 2026-11-28: running elsewhere: host batch-7.
                        tplus1: d 2026-11-28: failed: the disk is full.
                        tplus1: e 2026-11-28: stopped: by a signal, between two steps; safe to run again.
                        """);
        assertThat(ended.out())
                .isEqualTo(
                        "5 accounts: 1 refused, 1 held, 1 running elsewhere, 1 failed, 1"
                                + " stopped\n");
        assertThat(ended.code()).isEqualTo(143);
    }

    @Test
    void failsOnBreaksOnlyWhereAskedTo() {
        work.answers.add(new AccountAnswer.Reconciled(block(2)));

        assertThat(work.run("reconcile", "--job", job).code()).isZero();
        assertThat(work.run("reconcile", "--job", job, "--fail-on-breaks").code()).isEqualTo(3);

        work.answers.set(0, new AccountAnswer.Reconciled(block(0)));
        assertThat(work.run("reconcile", "--job", job, "--fail-on-breaks").code()).isZero();
    }

    @Test
    void coloursTheVerdictOnATerminal() {
        work.answers.add(new AccountAnswer.Refused("a", DATE, "x"));

        assertThat(work.run(true, "reconcile", "--job", job).err())
                .isEqualTo("tplus1: a 2026-11-28: \u001b[31mrefused\u001b[0m: x\n");
    }

    @Test
    void asksForEachDateOfABackfill() {
        work.answers.add(new AccountAnswer.Reconciled(block(0)));
        work.answers.add(new AccountAnswer.Reconciled(block(0)));

        Ended ended =
                work.run("backfill", "--job", job, "--from", "2025-11-28", "--to", "2026-11-28");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).endsWith("2 runs: 2 reconciled\n");
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Backfill.class,
                        asked -> {
                            assertThat(asked.from()).isEqualTo(LocalDate.of(2025, 11, 28));
                            assertThat(asked.to()).isEqualTo(DATE);
                        });
    }

    @Test
    void asksForADiffWithoutAnyJobFile() {
        work.diff = block(1);

        Ended ended =
                work.run(
                        "diff",
                        "--provider",
                        "csv",
                        "--statement",
                        job,
                        "--ledger",
                        job,
                        "--out",
                        "out",
                        "--zone",
                        "Asia/Tokyo",
                        "--fail-on-breaks");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.out()).startsWith("one 2026-11-28: reconciled, 1 break to decide\n");
        assertThat(work.asked)
                .isEqualTo(
                        new Work.Diff(
                                "csv",
                                List.of(Path.of(job)),
                                Path.of(job),
                                Path.of("out"),
                                null,
                                ZoneId.of("Asia/Tokyo"),
                                Duration.ofMinutes(10)));
    }

    @Test
    void takesBreakFiltersByName() {
        Ended ended =
                work.run(
                        "breaks",
                        "list",
                        "--job",
                        job,
                        "--account",
                        "one",
                        "--status",
                        "closed",
                        "--type",
                        "unknown-order",
                        "--json");

        assertThat(ended.out()).isEqualTo("[]\n");
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.BreaksList.class,
                        asked -> {
                            assertThat(asked.account()).isEqualTo("one");
                            assertThat(asked.statuses()).containsExactly(Status.CLOSED);
                            assertThat(asked.types()).containsExactly(BreakType.UNKNOWN_ORDER);
                        });
    }

    @Test
    void resolvesInTheNameThatIsGiven() {
        Ended ended =
                work.run(
                        "breaks",
                        "resolve",
                        "7k3m9qx2",
                        "--job",
                        job,
                        "--as",
                        "finance-02",
                        "--note",
                        " @booked by hand ");

        assertThat(ended).isEqualTo(new Ended(0, "7K3M9QX2: resolved.\n", ""));
        assertThat(work.asked)
                .isEqualTo(List.of("7K3M9QX2", "other", "@booked by hand", "finance-02"));
    }

    @Test
    void approvesADateOrBreaks() {
        work.answers.add(new AccountAnswer.Reconciled(block(0)));

        work.run(
                "breaks",
                "approve",
                "--job",
                job,
                "--date",
                "2026-11-28",
                "--account",
                "one",
                "--note",
                "looked",
                "--as",
                "x");
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Approve.class,
                        asked -> {
                            assertThat(asked.ids()).isEmpty();
                            assertThat(asked.date()).isEqualTo(DATE);
                            assertThat(asked.account()).isEqualTo("one");
                            assertThat(asked.note()).isEqualTo("looked");
                            assertThat(asked.as()).isEqualTo("x");
                        });

        Ended ended =
                work.run("breaks", "approve", "7K3M9QX2", "7K3M9QX3", "--job", job, "--note", "ok");
        assertThat(ended.out()).startsWith("one 2026-11-28: reconciled");
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.Approve.class,
                        asked -> assertThat(asked.ids()).containsExactly("7K3M9QX2", "7K3M9QX3"));
    }

    @Test
    void saysWhatWasRenderedAndWhatToOpen() {
        work.paths = List.of(Path.of("a/report.html"));

        assertThat(
                        work.run("report", "--job", job, "--date", "2026-11-28", "--revision", "2")
                                .out())
                .isEqualTo("report        a/report.html\n");
        assertThat(work.asked)
                .isInstanceOfSatisfying(
                        Work.ReportRequest.class,
                        asked -> assertThat(asked.revision()).isEqualTo(2));
        assertThat(work.run("demo").out())
                .isEqualTo(
                        """
                        Sample date 2026-11-28: 3 accounts, embedded H2 in a temporary folder.
                        Open a/report.html
                        """);
    }

    @Test
    void tellsOfEachAccountThatCannotBeRenderedAndOfTheReportsOfTheOthers() {
        work.paths = List.of(Path.of("a/report.html"));
        work.unrendered = List.of("b 2026-11-28: not concluded; reconcile it first");

        Ended ended = work.run("report", "--job", job, "--date", "2026-11-28");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEqualTo("report        a/report.html\n");
        assertThat(ended.err())
                .isEqualTo("tplus1: b 2026-11-28: not concluded; reconcile it first\n");
    }

    @Test
    void checksAndEndsByTheWorstFinding() {
        assertThat(work.run("check", "--job", job))
                .isEqualTo(new Ended(0, "ok    job file      2 accounts\n" + ONE_FINE, ""));

        work.checks.add(CheckLine.warning("ledger login", "may also DROP"));
        work.grants.add("GRANT SELECT ON `books`.`orders` TO 'reader'@'%';");
        assertThat(work.run("check", "--job", job))
                .isEqualTo(
                        new Ended(
                                0,
                                """
                                ok    job file      2 accounts
                                warn  ledger login  may also DROP
                                1 of 2 fine.

                                -- the least that this job's logins need (CREATE, ALTER, INDEX and
                                -- REFERENCES make and upgrade tables):
                                GRANT SELECT ON `books`.`orders` TO 'reader'@'%';
                                """,
                                ""));

        work.checks.add(new CheckLine(CheckLine.Failure.SETTINGS, "books", "no such table"));
        assertThat(work.run("check", "--job", job).code()).isEqualTo(2);

        work.checks.add(new CheckLine(CheckLine.Failure.UNREACHABLE, "database", "no answer"));
        assertThat(work.run("check", "--job", job).code()).isEqualTo(1);
    }
}
