package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.History.Standing;
import dev.tplus1.report.index.ReportIndex;
import dev.tplus1.report.words.Language;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** The page after runs that had nothing to do. */
class ReportIndexSparingTests {
    private static final Instant FIRST = Reports.FINISHED;
    private static final Instant LATER = FIRST.plus(Duration.ofMinutes(3));

    @TempDir private Path temporary;
    private ReportFolder reports;
    private Path page;
    private String before;

    @BeforeEach
    void writeOnce() throws IOException {
        reports = new ReportFolder(temporary);
        reports.conclude(Reports.day());
        index("shop", FIRST).write(false, () -> accounts("5894.01"));
        page = temporary.resolve("index.html");
        before = Files.readString(page);
    }

    @Test
    void staysAsItIsWhereItWouldSayTheSame() throws IOException {
        index("shop", LATER).write(true, () -> accounts("5894.01"));

        assertThat(page).hasContent(before);
    }

    @Test
    void isWrittenWhereSomethingWasDecidedSince() throws IOException {
        index("shop", LATER).write(true, () -> accounts("5000.00"));

        assertThat(Files.readString(page)).contains("5,000.00").doesNotContain("5,894.01");
    }

    @Test
    void isWrittenWhereADateWasConcludedAndItsRunDiedBefore() throws IOException {
        reports = new ReportFolder(temporary.resolve("died"));
        page = temporary.resolve("died").resolve("index.html");
        index("shop", FIRST).write(false, () -> accounts("5894.01"));
        assertThat(Files.readString(page)).doesNotContain("report.html");
        reports.conclude(Reports.day());

        index("shop", LATER).write(true, () -> accounts("5894.01"));

        assertThat(Files.readString(page)).contains("2026-11-28/r2/report.html");
    }

    @Test
    void isWrittenOnAnotherDayBecauseAllIsOlderThen() throws IOException {
        index("shop", FIRST.plus(Duration.ofDays(1))).write(true, () -> accounts("5894.01"));

        assertThat(before).contains("The oldest is 1 day old.");
        assertThat(Files.readString(page)).contains("The oldest is 2 days old.");
    }

    @Test
    void isWrittenWhereItIsMissing() throws IOException {
        Files.delete(page);

        index("shop", LATER).write(true, () -> accounts("5894.01"));

        assertThat(page).isRegularFile();
    }

    @Test
    void isWrittenWhereAJobLeftAStateAndDiedBeforeIt() throws IOException {
        index("other", LATER).write(false, () -> accounts("1.00"));
        Files.writeString(page, before);

        index("shop", LATER).write(true, () -> accounts("5894.01"));

        assertThat(Files.readString(page)).contains("other");
    }

    @Test
    void isWrittenWhereAnotherJobsFolderWasRemoved() throws IOException {
        index("other", LATER).write(false, () -> accounts("1.00"));
        assertThat(Files.readString(page)).contains("Jobs other and shop");
        Files.delete(temporary.resolve("other").resolve(".index.json"));
        Files.delete(temporary.resolve("other"));

        index("shop", LATER).write(true, () -> accounts("5894.01"));

        assertThat(Files.readString(page)).contains("Job shop").doesNotContain("other and shop");
    }

    @Test
    void isWrittenWhereStatesWereRestoredWithTheirOlderTimes() throws IOException {
        index("other", FIRST).write(false, () -> accounts("1.00"));
        Path state = temporary.resolve("other").resolve(".index.json");
        String saved = Files.readString(state);
        index("other", LATER).write(false, () -> accounts("2.00"));
        assertThat(Files.readString(page)).contains("CNY\u00a05,896.01");
        Files.writeString(state, saved);
        FileTime written = Files.getLastModifiedTime(page);
        Files.setLastModifiedTime(state, FileTime.from(written.toInstant().minusSeconds(60)));

        index("shop", LATER).write(true, () -> accounts("5894.01"));

        assertThat(Files.readString(page)).contains("CNY\u00a05,895.01");
    }

    @Test
    void isWrittenWhereAnotherReleaseMadeIt() throws IOException {
        String made = before.substring(before.lastIndexOf("<!-- made of "));
        String other = "<!-- made of " + "0".repeat(64) + " -->\n";
        assertThat(made).matches("<!-- made of [0-9a-f]{64} -->\n");
        Files.writeString(page, before.replace("Overview", "Survey").replace(made, other));

        index("shop", LATER).write(true, () -> accounts("5894.01"));

        assertThat(Files.readString(page)).contains("Overview").doesNotContain("Survey");
    }

    @Test
    void isWrittenWhereItsEndIsMissing() throws IOException {
        Files.writeString(page, "");

        index("shop", LATER).write(true, () -> accounts("5894.01"));

        assertThat(Files.readString(page)).contains("5,894.01");
    }

    @Test
    void staysWithAnotherJobThatCannotBeRead() throws IOException {
        Path other = Files.createDirectories(temporary.resolve("other"));
        Files.createSymbolicLink(
                other.resolve(".index.json"), temporary.resolve("shop/.index.json"));
        index("shop", FIRST).write(false, () -> accounts("5894.01"));
        before = Files.readString(page);

        index("shop", LATER).write(true, () -> accounts("5894.01"));

        assertThat(before).contains("Job other: how it stands cannot");
        assertThat(page).hasContent(before);
    }

    @Test
    void isWrittenInTheLanguageThatTheJobHasNow() throws IOException {
        ReportFolder chinese =
                new ReportFolder(new ReportSettings(temporary, Language.CHINESE, false));

        new ReportIndex(chinese, "shop", Clock.fixed(LATER, ZoneOffset.UTC))
                .write(true, () -> accounts("5894.01"));

        assertThat(before).contains("<html lang=\"en\">");
        assertThat(Files.readString(page)).contains("<html lang=\"zh");
    }

    private ReportIndex index(String job, Instant at) {
        return new ReportIndex(reports, job, Clock.fixed(at, ZoneOffset.UTC));
    }

    private static List<ReportIndex.Account> accounts(String amount) {
        Standing open = ReportIndexTests.standing("2026-11-28", 6, amount);
        return List.of(ReportIndexTests.account("wechat-shop", open));
    }
}
