package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The overview after a command that found its date done. */
class DonePageTests {
    @TempDir private Path folder;
    private Shop shop;
    private Path page;
    private String first;

    @BeforeEach
    void reconcileOnce() throws IOException {
        shop = new Shop(folder);
        page = folder.resolve("reports").resolve("index.html");
        shop.statement(DATE, paid("7", "70.00", "2026-11-28T10:00:00Z"));
        assertThat(reconcile().out()).contains("reconciled, 1 break to decide");
        first = Files.readString(page);
        shop.clock.set("2026-11-29T05:00:00Z");
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Spoken reconcile(String... more) {
        Spoken spoken = new Spoken();
        String[] command = new String[more.length + 3];
        command[0] = "reconcile";
        command[1] = "--date";
        command[2] = DATE.toString();
        System.arraycopy(more, 0, command, 3, more.length);
        assertThat(Told.run(shop, spoken, command)).isZero();
        return spoken;
    }

    @Test
    void isLeftAloneWhereItWouldSayTheSame() {
        Spoken spoken = reconcile();

        assertThat(spoken.out())
                .isEqualTo(
                        "shop 2026-11-28: already reconciled as r1 on 29 Nov 02:00. Nothing done;"
                                + " --rerun makes r2.\n");
        assertThat(page).hasContent(first);
    }

    @Test
    void isWrittenWhereTheRunBeforeDiedWithoutIt() throws IOException {
        Files.delete(page);

        reconcile();

        assertThat(Files.readString(page)).contains("2026-11-28/r1/report.html");
    }

    @Test
    void isWrittenWhereAPersonDecidedSince() throws IOException {
        String id = shop.breakId("UNKNOWN_ORDER", "T7");
        Spoken spoken = new Spoken();
        Told.run(shop, spoken, "breaks", "resolve", id, "--note", "n", "--as", "ann");

        reconcile();

        assertThat(first).contains("1 to decide");
        assertThat(Files.readString(page)).doesNotContain("1 to decide");
    }

    @Test
    void isWrittenWhereTheReportWasStillToBePublished() throws IOException {
        shop.database.jdbc().sql("UPDATE tplus1_revision SET published_at = NULL").update();

        Spoken spoken = reconcile();

        assertThat(spoken.out()).contains("reconciled, 1 break to decide");
        assertThat(Files.readString(page)).isNotEqualTo(first);
    }

    @Test
    void isWrittenAfterEveryRunThatHadSomethingToDo() throws IOException {
        reconcile("--rerun");

        assertThat(Files.readString(page)).contains("2026-11-28/r2/report.html");
    }
}
