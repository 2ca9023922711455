package dev.tplus1.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.SettingException;
import dev.tplus1.statement.StatementSource.NotReady;
import dev.tplus1.statement.StatementSource.Ready;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

class StatementSourceTests {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);

    @TempDir Path folder;

    /** A format whose files hold nothing but their day. */
    private static final class DayFormat implements StatementFormat {
        @Override
        public String provider() {
            return "day";
        }

        @Override
        public String providerName() {
            return "Day";
        }

        @Override
        public ZoneId zone() {
            return ZoneOffset.UTC;
        }

        @Override
        public KeyRule keys() {
            return KeyRule.REFUND_NO;
        }

        @Override
        public Statement read(List<Path> files, StatementRows rows) {
            throw new IllegalStateException("only the day is asked for");
        }

        @Override
        public @Nullable LocalDate dayOf(Path file, Scratch scratch)
                throws RefusedException, IOException {
            String text = Files.readString(file);
            if (text.equals("broken")) {
                throw new RefusedException(Fingerprint.name(file), 1, "it is broken");
            }
            return text.isEmpty() ? null : LocalDate.parse(text);
        }
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    @Test
    void takesAFolderOfTheArchiveWithoutItsOrigin() throws Exception {
        write("a.csv", "2026-11-28");
        write("origin.json", "{}");

        StatementSource source = StatementSource.given(List.of(folder));

        assertThat(source.find(DATE, new DayFormat(), Statements.scratch()))
                .isEqualTo(new StatementSource.Ready(List.of(folder.resolve("a.csv"))));
        assertThat(source.from()).isEqualTo(folder.toString());
    }

    @Test
    void tellsOfManyPathsTheFirstAndHowManyMore() {
        StatementSource source =
                StatementSource.given(
                        Stream.of("/1", "/2", "/3", "/4", "/5").map(Path::of).toList());

        assertThat(source.from()).isEqualTo("/1, /2, /3 and 2 more");
    }

    private StatementSource.Found find(String pattern) throws Exception {
        return StatementSource.folder(folder, pattern)
                .find(DATE, new DayFormat(), Statements.scratch());
    }

    private List<String> names(StatementSource.Found found) {
        assertThat(found).isInstanceOf(Ready.class);
        return ((Ready) found).files().stream().map(Fingerprint::name).toList();
    }

    @Test
    void fillsTheDateIntoThePattern() throws Exception {
        write("bill-2026-11-28.csv", "");
        write("bill-20261128.csv", "");
        write("bill-2026-11-29.csv", "");

        assertThat(names(find("*{date}*"))).containsExactly("bill-2026-11-28.csv");
        assertThat(names(find("bill-{date:yyyyMMdd}.???"))).containsExactly("bill-20261128.csv");
    }

    @Test
    void sortsByTheBytesOfTheNames() throws Exception {
        for (String name :
                List.of(
                        "b-2026-11-28",
                        "B-2026-11-28",
                        "é-2026-11-28",
                        "10-2026-11-28",
                        "9-2026-11-28")) {
            write(name, "");
        }

        assertThat(names(find("*{date}")))
                .containsExactly(
                        "10-2026-11-28",
                        "9-2026-11-28",
                        "B-2026-11-28",
                        "b-2026-11-28",
                        "é-2026-11-28");
    }

    @Test
    void neverTakesHiddenUnfinishedOrControlFilesOrFolders() throws Exception {
        for (String name : List.of(".x", "x.tmp", "x.part", "x.csv.control", "x.PART")) {
            write(name, "2026-11-28");
        }
        Files.createDirectory(folder.resolve("x.csv"));

        assertThat(find("*")).isInstanceOf(NotReady.class);
    }

    @Test
    void isNotReadyWithoutAFileOrAFolder() throws Exception {
        assertThat(find("*{date}*")).isInstanceOf(NotReady.class);
        assertThat(((NotReady) find("*{date}*")).reason()).contains("*2026-11-28*");
        assertThat(
                        StatementSource.folder(folder.resolve("none"), "*")
                                .find(DATE, new DayFormat(), Statements.scratch()))
                .isEqualTo(
                        new NotReady(
                                "the folder "
                                        + folder.resolve("none")
                                        + " does not exist; make it, or mend the path"));
    }

    @Test
    void takesTheOneFileThatFitsAPatternWithoutDateWhateverItHolds() throws Exception {
        write("bill.csv", "broken");

        assertThat(names(find("*.csv"))).containsExactly("bill.csv");
    }

    @Test
    void takesThoseOfSeveralFilesWhoseContentIsOfTheDate() throws Exception {
        write("a.csv", "2026-11-28");
        write("b.csv", "2026-11-27");
        write("c.csv", "2026-11-28");
        write("d.csv", "");

        assertThat(names(find("*"))).containsExactly("a.csv", "c.csv");
    }

    @Test
    void refusesSeveralFilesOfWhichNoneIsOfTheDateOrOneCannotBeRead() throws Exception {
        write("a.csv", "2026-11-26");
        write("b.csv", "2026-11-27");
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> find("*"))
                .withMessageContaining("none of the 2 files")
                .withMessageContaining("2026-11-28");

        write("c.csv", "broken");
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> find("*"))
                .withMessageContaining("c.csv, line 1: it is broken");
    }

    @Test
    void refusesPatternsThatAreNone() {
        for (String pattern :
                List.of(
                        "",
                        "a/b",
                        "{day}",
                        "{date:}",
                        "{date:QQQQQQQQ!}",
                        "{date",
                        "{date:HH}",
                        "{date:yyyy/MM}")) {
            assertThatExceptionOfType(SettingException.class)
                    .isThrownBy(() -> StatementSource.folder(folder, pattern));
        }
    }

    @Test
    void takesFilesAndFoldersThatWereNamed() throws Exception {
        write("b.csv", "");
        write("a.csv", "");
        Path single =
                Files.writeString(Files.createDirectory(folder.resolve("more")).resolve("c"), "");

        StatementSource.Found found =
                StatementSource.given(List.of(single, folder))
                        .find(DATE, new DayFormat(), Statements.scratch());

        assertThat(names(found)).containsExactly("a.csv", "b.csv", "c");
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() ->
                        StatementSource.given(List.of(folder.resolve("none")))
                                .find(DATE, new DayFormat(), Statements.scratch()))
                .withMessageContaining("no such file");
    }

    @Test
    void saysThatAFileStandsWhereAFolderIsExpected() throws Exception {
        write("bill.csv", "2026-11-28");

        assertThat(
                        StatementSource.folder(folder.resolve("bill.csv"), "*")
                                .find(DATE, new DayFormat(), Statements.scratch()))
                .isInstanceOfSatisfying(
                        NotReady.class,
                        found -> assertThat(found.reason()).endsWith("a folder is expected"));
    }

    /** Downloads what it is told to. */
    private interface Downloading {
        StatementSource.Found into(Path folder) throws RefusedException, IOException;
    }

    private static StatementSource downloading(Downloading downloading) {
        return StatementSource.download(
                new StatementDownload() {
                    @Override
                    public String from() {
                        return "https://api.example.com";
                    }

                    @Override
                    public StatementSource.Found download(LocalDate date, Path to)
                            throws RefusedException, IOException {
                        return downloading.into(to);
                    }
                });
    }

    @Test
    void hasAStatementDownloadedIntoTheRunsTemporaryFolder() throws Exception {
        Path into;
        try (Scratch scratch = Scratch.open(folder, "r1", Scratch.LIMIT)) {
            StatementSource.Found found =
                    downloading(to -> new Ready(List.of(page(to, "p-2"), page(to, "p-1"))))
                            .find(DATE, new DayFormat(), scratch);

            assertThat(names(found)).containsExactly("p-1", "p-2");
            into = ((Ready) found).files().getFirst().getParent();
            assertThat(into).startsWith(folder);
        }
        assertThat(into).doesNotExist();
    }

    @Test
    void saysWhyThereIsNothingToDownloadAndStartsAnewWhenItIsAskedAgain() throws Exception {
        try (Scratch scratch = Scratch.open(folder, "r1", Scratch.LIMIT)) {
            StatementSource source =
                    downloading(to -> {
                        assertThat(to).isEmptyDirectory();
                        page(to, "half");
                        return new NotReady("STATEMENT_CREATING");
                    });

            assertThat(source.find(DATE, new DayFormat(), scratch))
                    .isEqualTo(new NotReady("STATEMENT_CREATING"));
            assertThat(source.find(DATE, new DayFormat(), scratch))
                    .isEqualTo(new NotReady("STATEMENT_CREATING"));
        }
    }

    private static Path page(Path folder, String name) throws IOException {
        return Files.writeString(folder.resolve(name), name);
    }
}
