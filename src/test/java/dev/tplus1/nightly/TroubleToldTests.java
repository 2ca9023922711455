package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.alert.Digest;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.Progress;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.job.JobFile;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.BadSqlGrammarException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What people are told where a run, its report, a channel or the database itself is in trouble. */
class TroubleToldTests {
    @TempDir private Path folder;
    private final Told told = new Told();
    private final List<AccountAnswer> answers = new ArrayList<>();
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.alerts(told.alerts(told.channel("finance", "")));
    }

    @AfterEach
    void close() {
        shop.close();
        told.close();
    }

    private int reconcile(String... more) {
        List<String> command = new ArrayList<>(List.of("reconcile", "--date", DATE.toString()));
        command.addAll(List.of(more));
        return Told.run(shop, new Spoken(), command.toArray(String[]::new));
    }

    private Work.Job job() {
        shop.restart();
        Path file = shop.jobFile();
        return new Work.Job(file, JobFile.read(file, Map.of()));
    }

    @Test
    void aDateWhoseReportCannotBeWrittenIsToldWhenItIsOut() throws IOException {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        Path blocked = shop.dateFolder(DATE).resolve("r1");
        Shop.write(blocked, "a file where a folder must be");

        int failed = reconcile();
        int again = reconcile();
        Files.delete(blocked);
        int out = reconcile();

        assertThat(List.of(failed, again, out)).containsExactly(1, 1, 0);
        assertThat(told.taken)
                .extracting(digest -> digest.accounts().getFirst().outcome())
                .containsExactly(Digest.Ended.FAILED, Digest.Ended.RECONCILED);
        // the date is concluded all the same, which its line says
        assertThat(told.taken.getFirst().accounts().getFirst().revision()).isEqualTo(1);
        assertThat(told.taken.getFirst().accounts().getFirst().reason()).contains("r1");
    }

    @Test
    void aRunThatConcludedNothingSaysWhichRevisionStands() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        reconcile();
        shop.statement(DATE, "not,a,statement");

        assertThat(reconcile("--rerun")).isEqualTo(6);

        Digest.Line line = told.taken.getLast().accounts().getFirst();
        assertThat(line.outcome()).isEqualTo(Digest.Ended.REFUSED);
        assertThat(line.revision()).isEqualTo(1);
    }

    @Test
    void aChannelsDeadNoticesAreInItsOwnNextDigestAndItsWaitingOnesAreNot() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        told.answers.put("finance", 410);
        reconcile();
        told.answers.put("finance", 503);
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.statement(DATE.plusDays(1), paid("2", "7.00", "2026-11-29T10:00:00Z"));
        Told.run(shop, new Spoken(), "reconcile", "--date", DATE.plusDays(1).toString());
        told.answers.clear();
        shop.database.jdbc().sql("UPDATE tplus1_notice SET next_attempt_at = NULL").update();
        shop.clock.set("2026-12-01T02:00:00Z");
        shop.statement(DATE.plusDays(2), paid("3", "7.00", "2026-11-30T10:00:00Z"));

        Told.run(shop, new Spoken(), "reconcile", "--date", DATE.plusDays(2).toString());

        assertThat(told.taken.getLast().failing())
                .singleElement()
                .satisfies(failing -> {
                    assertThat(failing.channel()).isEqualTo("finance");
                    assertThat(failing.dead()).isEqualTo(1);
                    assertThat(failing.waiting()).isZero();
                    assertThat(failing.reason()).isEqualTo("webhook answered 410");
                });
    }

    @Test
    void whatFailsAfterTheDatesAreReconciledTakesNothingBack() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        Work.Reconcile request =
                new Work.Reconcile(
                        job(), DATE, List.of(), List.of(), false, false, Duration.ZERO, 1, 0);
        Work work = new CommandWork(shop.clock, shop.pauses);

        assertThatThrownBy(() ->
                        work.reconcile(
                                request,
                                Progress.silent(),
                                answer -> {
                                    if (answers.isEmpty()) {
                                        shop.database
                                                .jdbc()
                                                .sql("ALTER TABLE tplus1_revision RENAME TO gone")
                                                .update();
                                    }
                                    answers.add(answer);
                                }))
                .isInstanceOf(BadSqlGrammarException.class);

        assertThat(answers.getFirst()).isInstanceOf(AccountAnswer.Reconciled.class);
        assertThat(told.posted).isEmpty();
    }

    @Test
    void aBackfillThatFailsTellsTheDateInHandAndWhatItCameToBefore() {
        shop.statement(DATE, "not,a,statement");
        shop.statement(DATE.plusDays(1), paid("2", "7.00", "2026-11-29T10:00:00Z"));
        shop.clock.set("2026-11-30T02:00:00Z");
        Work.Backfill request =
                new Work.Backfill(
                        job(),
                        DATE,
                        DATE.plusDays(1),
                        List.of(),
                        false,
                        false,
                        Duration.ZERO,
                        true);
        Work work = new CommandWork(shop.clock, shop.pauses);

        assertThatThrownBy(() ->
                        work.backfill(
                                request,
                                Progress.silent(),
                                answer -> {
                                    answers.add(answer);
                                    if (answers.size() == 1) {
                                        shop.clock.whenAsked(this::failOnce);
                                    }
                                }))
                .hasMessage("no time");

        Digest.Line direct = told.only().accounts().getFirst();
        assertThat(direct.outcome()).isEqualTo(Digest.Ended.FAILED);
        assertThat(direct.businessDate()).isEqualTo(DATE.plusDays(1));
        assertThat(told.only().accounts()).hasSize(1);
        Told.run(shop, new Spoken(), "alert", "send");
        assertThat(told.taken.getLast().accounts())
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.outcome()).isEqualTo(Digest.Ended.REFUSED);
                    assertThat(line.businessDate()).isEqualTo(DATE);
                });
    }

    private void failOnce() {
        shop.clock.live();
        throw new IllegalStateException("no time");
    }
}
