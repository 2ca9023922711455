package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

class ReportFolderTests {
    @TempDir Path temporary;
    private Path root;
    private ReportFolder reports;
    private Path date;

    @BeforeEach
    void open() {
        root = temporary.resolve("reports");
        reports = new ReportFolder(root);
        date = root.resolve("shop/wechat-shop/2026-11-28");
    }

    @Test
    void concludesADateWithItsFilesAndTheNewestRevisionsName() throws IOException {
        Path folder = reports.conclude(Reports.day()).folder();

        assertThat(folder).isEqualTo(date.resolve("r2"));
        assertThat(names(folder))
                .containsExactly("breaks.csv", "report.html", "report.xlsx", "summary.json");
        assertThat(date.resolve("latest")).hasContent("r2");
        assertThat(Files.size(date.resolve("latest"))).isEqualTo(2);
        assertThat(reports.latest("shop", "wechat-shop", Reports.DATE)).contains("r2");
        assertThat(names(date)).containsExactly("latest", "r2");
    }

    @Test
    void writesTheSameBytesAgain() throws IOException {
        Path folder = reports.conclude(Reports.day()).folder();
        String first = Files.readString(folder.resolve("report.html"));
        String summary = Files.readString(folder.resolve("summary.json"));

        reports.conclude(Reports.day());

        assertThat(folder.resolve("report.html")).hasContent(first);
        assertThat(folder.resolve("summary.json")).hasContent(summary);
        assertThat(folder.resolve("breaks.csv")).content().isEqualTo(csv());
    }

    @Test
    void rendersAgainFromTheStoredSummary() throws IOException {
        RunReport day = Reports.day();
        Path folder = reports.conclude(day).folder();
        String before = Files.readString(folder.resolve("report.html"));
        Summary stored = Summary.fromJson(Files.readString(folder.resolve("summary.json")));

        reports.render(new RunReport(stored, day.breaks(), day.providerName(), day.jobFile()));

        assertThat(folder.resolve("report.html")).hasContent(before);
    }

    @Test
    void leavesLatestWhereANewerRevisionIs() {
        Reports.Change older = new Reports.Change();
        older.revision = 1;
        reports.conclude(Reports.day());

        Path folder = reports.conclude(older.report(List.of())).folder();

        assertThat(folder).isEqualTo(date.resolve("r1"));
        assertThat(date.resolve("latest")).hasContent("r2");
    }

    @Test
    void keepsAnAttemptBesideTheLatestUntilTheDateIsConcluded() throws IOException {
        reports.conclude(Reports.day());
        RunReport refused =
                Reports.attemptReport(Outcome.REFUSED, new Summary.Problem("cut", "a.csv", 1));

        Path attempt = reports.attempt(refused).folder();

        assertThat(attempt).isEqualTo(date.resolve("attempt"));
        assertThat(names(attempt)).containsExactly("report.html", "report.xlsx", "summary.json");
        assertThat(date.resolve("latest")).hasContent("r2");

        reports.conclude(Reports.day());

        assertThat(names(date)).containsExactly("latest", "r2");
    }

    @Test
    void writesADryRunApart() throws IOException {
        Reports.Change change = new Reports.Change();
        change.mode = Summary.Mode.DRY_RUN;
        change.revision = 0;

        Path folder = reports.dryRun(change.report(Reports.breaks())).folder();

        assertThat(folder).isEqualTo(date.resolve("dry-run"));
        assertThat(names(folder))
                .containsExactly("breaks.csv", "report.html", "report.xlsx", "summary.json");
        assertThat(names(date)).containsExactly("dry-run");
    }

    @Test
    void dropsTheBreaksOfAnEarlierDryRunThatADifferentOutcomeWouldContradict() throws IOException {
        Reports.Change change = new Reports.Change();
        change.mode = Summary.Mode.DRY_RUN;
        change.revision = 0;
        reports.dryRun(change.report(Reports.breaks()));

        Path folder = reports.dryRun(Reports.attemptReport(Outcome.NOT_READY, null)).folder();

        assertThat(names(folder)).containsExactly("report.html", "report.xlsx", "summary.json");
    }

    @Test
    void writesStraightIntoAFolderOfTheUsers() throws IOException {
        Path out = temporary.resolve("a/b");

        ReportFolder.writeInto(out, Reports.day());

        assertThat(names(out))
                .containsExactly("breaks.csv", "report.html", "report.xlsx", "summary.json");
    }

    @Test
    void removesWhatAKilledRunLeftHalfWritten() throws IOException {
        Path folder = reports.conclude(Reports.day()).folder();
        Files.writeString(folder.resolve(".tplus1-0000.tmp"), "half");
        Files.writeString(date.resolve(".tplus1-0001.tmp"), "half");
        Files.writeString(folder.resolve("notes.txt"), "mine");

        reports.conclude(Reports.day());

        assertThat(names(folder))
                .containsExactly(
                        "breaks.csv", "notes.txt", "report.html", "report.xlsx", "summary.json");
        assertThat(names(date)).containsExactly("latest", "r2");
    }

    @Test
    void replacesALinkInsteadOfWritingThroughIt() throws IOException {
        Path victim = Files.writeString(temporary.resolve("victim"), "untouched");
        Path folder = Files.createDirectories(date.resolve("r2"));
        Files.createSymbolicLink(folder.resolve("report.html"), victim);

        reports.conclude(Reports.day());

        assertThat(victim).hasContent("untouched");
        assertThat(folder.resolve("report.html")).isRegularFile();
        assertThat(Files.isSymbolicLink(folder.resolve("report.html"))).isFalse();
    }

    @Test
    void refusesAFolderThatIsALink() throws IOException {
        Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere"));
        Files.createDirectories(root.resolve("shop"));
        Files.createSymbolicLink(root.resolve("shop/wechat-shop"), elsewhere);

        assertThatThrownBy(() -> reports.conclude(Reports.day()))
                .isInstanceOf(ReportException.class)
                .hasMessage(
                        "report: "
                                + root.resolve("shop/wechat-shop")
                                + " cannot be written: a link or a file stands where a folder must."
                                + " Check the folder's owner and free space, then run again.");
        assertThat(names(elsewhere)).isEmpty();
    }

    @Test
    void refusesIdsThatAreNoFolderNames() {
        for (String id : List.of("..", ".", "", "a/b", "/etc", ".hidden", "a\u0000b", "é")) {
            assertThatThrownBy(() -> reports.dateFolder("shop", id, Reports.DATE))
                    .as(id)
                    .isInstanceOf(ReportException.class)
                    .hasMessageStartingWith("account id \"");
            assertThatThrownBy(() -> reports.dateFolder(id, "wechat-shop", Reports.DATE))
                    .as(id)
                    .isInstanceOf(ReportException.class)
                    .hasMessageStartingWith("job id \"");
        }
    }

    @Test
    void refusesALatestThatNamesNoRevision() throws IOException {
        Files.createDirectories(date);
        Files.writeString(date.resolve("latest"), "../../etc");

        assertThatThrownBy(() -> reports.latest("shop", "wechat-shop", Reports.DATE))
                .isInstanceOf(ReportException.class)
                .hasMessageContaining("expected a revision such as r2");
    }

    @Test
    void hasNoLatestBeforeTheFirstRevision() {
        assertThat(reports.latest("shop", "wechat-shop", Reports.DATE)).isEmpty();
    }

    private static String csv() throws IOException {
        return SummaryTests.golden("breaks.csv");
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }
}
