package dev.tplus1.nightly;

import static dev.tplus1.nightly.OldShop.LAST;
import static dev.tplus1.nightly.OldShop.OLD;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.entry.SettingException;
import dev.tplus1.nightly.purge.Purged;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a purge does with files, and what it is not begun with. */
class PurgeFilesTests {
    @TempDir private Path folder;
    private OldShop old;
    private Shop shop;

    @BeforeEach
    void open() {
        old = new OldShop(folder, TestDatabases.h2Settings());
        shop = old.shop;
    }

    @AfterEach
    void close() {
        old.close();
    }

    @Test
    void removesNothingOfWhatOtherPeoplePutThere() throws Exception {
        Path mine = Files.writeString(old.reports(OLD).resolve("r1/mine.txt"), "mine");
        Path other = Files.writeString(old.archive(OLD).resolve("mine.txt"), "mine");

        Purged purged = old.purge();

        assertThat(mine).hasContent("mine");
        assertThat(other).hasContent("mine");
        assertThat(old.reports(OLD).resolve("r1/report.html")).doesNotExist();
        assertThat(purged.left()).hasSize(2).allMatch(each -> each.contains("mine.txt is not"));
    }

    @Test
    void followsNoLink() throws Exception {
        Path elsewhere = folder.resolve("elsewhere");
        Files.move(old.reports(OLD), elsewhere);
        Files.createSymbolicLink(old.reports(OLD), elsewhere);
        Path kept = folder.resolve("kept");
        Files.move(old.archive(OLD), kept);
        Files.createSymbolicLink(old.archive(OLD), kept);

        Purged purged = old.purge();

        assertThat(elsewhere.resolve("r1/report.html")).exists();
        assertThat(kept).isNotEmptyDirectory();
        assertThat(old.reports(OLD)).isSymbolicLink();
        assertThat(purged.left()).hasSize(2).allMatch(each -> each.contains("is a link"));
    }

    @Test
    void refusesToPurgeWithoutARetention() {
        old.retention("{}");

        Spoken spoken = new Spoken();

        int code =
                Cli.run(
                        new String[] {"purge", "--job", shop.jobFile().toString()},
                        spoken.terminal(),
                        Map.of(),
                        () -> new CommandWork(shop.clock, shop.pauses));

        assertThat(code).isEqualTo(2);
        assertThat(spoken.err())
                .isEqualTo(
                        "tplus1: "
                                + shop.jobFile()
                                + ": retention: is not there, so nothing is ever deleted; add it,"
                                + " such as retention: {statements: 400d, breaks: 800d}\n");
    }

    @Test
    void refusesToPurgeAnOutboxThatIsNotThere() {
        old.retention("{outbox: 7d}");
        shop.ledger("{entries-sql: a, orders-sql: b, transactions-sql: c, refunds-sql: d}");
        shop.replay("{mode: off}");

        assertThatThrownBy(old::purge)
                .isInstanceOf(SettingException.class)
                .hasMessage("retention.outbox: these books leave no messages behind; leave it out");
    }

    @Test
    void finishesWhatAKilledPurgeWasAboutToRemove() throws Exception {
        Path kept;
        try (var folders = Files.list(old.archive(OLD))) {
            kept = folders.findFirst().orElseThrow();
        }
        Files.move(kept, old.archive(OLD).resolve(".incoming-killed"));

        Purged look = old.look();
        Purged purged = old.purge();

        assertThat(purged).isEqualTo(look);
        assertThat(old.archive(OLD)).doesNotExist();
    }

    @Test
    void rechecksNoDateWhoseStatementIsGoneAndSaysSo() {
        old.retention("{statements: 90d}");
        old.purge();
        List<NightResult> told = new ArrayList<>();

        shop.nightly().recheck(List.of(), LAST.plusDays(1), 31, told::add);

        assertThat(told)
                .filteredOn(each -> each.date().equals(OLD))
                .singleElement()
                .satisfies(each ->
                        assertThat(((NightResult.NotConcluded) each).message())
                                .isEqualTo(
                                        "what it was reconciled with was purged on 2026-11-29, so"
                                                + " there is nothing to compare with"));
        assertThat(old.archive(OLD)).doesNotExist();
        assertThat(old.breakRows(OLD)).isPositive();
    }
}
