package dev.tplus1.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;

class ArchiveTests {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    private static final Archive.Source SOURCE =
            new Archive.Source("csv", "/in", Instant.parse("2026-11-29T02:00:00Z"));

    @TempDir Path folder;
    private Archive archive = new Archive(Path.of("unused"));
    private List<Path> files = List.of();
    private String sha256 = "";

    @BeforeEach
    void writeAStatement() throws Exception {
        archive = new Archive(folder.resolve("archive"));
        files =
                List.of(
                        Files.writeString(folder.resolve("b.csv"), "two"),
                        Files.writeString(folder.resolve("a.csv"), "one"));
        Files.writeString(folder.resolve("a.csv.control"), "rows=1");
        sha256 = Fingerprint.of(files).sha256();
    }

    private List<String> everythingKept() throws IOException {
        try (Stream<Path> walk = Files.walk(folder.resolve("archive"))) {
            return walk.filter(Files::isRegularFile)
                    .map(f -> folder.resolve("archive").relativize(f).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void keepsFilesUnderAccountDateAndHash() throws Exception {
        List<Path> kept = archive.keep("shop", DATE, sha256, files, SOURCE);

        String prefix = "shop/2026-11-28/" + sha256;
        assertThat(everythingKept())
                .containsExactly(
                        prefix + "/a.csv",
                        prefix + "/a.csv.control",
                        prefix + "/b.csv",
                        prefix + "/origin.json");
        assertThat(kept).extracting(Fingerprint::name).containsExactly("a.csv", "b.csv");
        assertThat(Files.readString(kept.getFirst())).isEqualTo("one");
        assertThat(Files.getPosixFilePermissions(kept.getFirst()).toString())
                .doesNotContain("WRITE");
        assertThat(archive.list("shop", DATE)).containsExactly(sha256);
        assertThat(archive.open("shop", DATE, sha256)).isEqualTo(kept);
    }

    @Test
    void recognisesTheSameBytesAndDoesNotWriteThemAgain() throws Exception {
        Path kept = archive.keep("shop", DATE, sha256, files, SOURCE).getFirst();
        Object before = Files.getAttribute(kept, "unix:ino");

        List<Path> again = archive.keep("shop", DATE, sha256, files, SOURCE);

        assertThat(again.getFirst()).isEqualTo(kept);
        assertThat(Files.getAttribute(again.getFirst(), "unix:ino")).isEqualTo(before);
    }

    @Test
    void tellsWhenAndFromWhereAStatementCameFirst() throws Exception {
        archive.keep("shop", DATE, sha256, files, SOURCE);
        archive.keep(
                "shop",
                DATE,
                sha256,
                files,
                new Archive.Source("csv", "/elsewhere", Instant.parse("2026-12-01T00:00:00Z")));

        assertThat(archive.origin("shop", DATE, sha256))
                .contains(
                        new Archive.Origin(
                                "csv",
                                "shop",
                                DATE,
                                Instant.parse("2026-11-29T02:00:00Z"),
                                "/in",
                                List.of(
                                        new Archive.KeptFile("a.csv", 3),
                                        new Archive.KeptFile("b.csv", 3)),
                                sha256));
        Path written = originFile();
        assertThat(Files.getPosixFilePermissions(written).toString()).doesNotContain("WRITE");
        assertThat(Files.readString(written))
                .contains("\"receivedAt\" : \"2026-11-29T02:00:00Z\"", "\"date\" : \"2026-11-28\"");
    }

    @Test
    void knowsAStatementThatWasKeptBeforeOriginsWereWrittenDown() throws Exception {
        List<Path> kept = archive.keep("shop", DATE, sha256, files, SOURCE);
        Files.delete(originFile());

        assertThat(archive.origin("shop", DATE, sha256)).isEmpty();
        assertThat(archive.keep("shop", DATE, sha256, files, SOURCE)).isEqualTo(kept);
        assertThat(archive.open("shop", DATE, sha256)).isEqualTo(kept);
        assertThat(originFile()).doesNotExist();
    }

    @Test
    void refusesAStatementWithTheNameOfAnOrigin() throws Exception {
        List<Path> named = List.of(Files.writeString(folder.resolve("origin.json"), "{}"));
        String hash = Fingerprint.of(named).sha256();

        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> archive.keep("shop", DATE, hash, named, SOURCE))
                .withMessageStartingWith("origin.json: a statement's name must not be");
        assertThat(folder.resolve("archive")).doesNotExist();
    }

    private Path originFile() {
        return folder.resolve("archive")
                .resolve("shop")
                .resolve(DATE.toString())
                .resolve(sha256)
                .resolve("origin.json");
    }

    @Test
    void keepsNothingOfFilesThatChangedSinceTheyWereRead() throws Exception {
        Files.writeString(files.getFirst(), "tampered");

        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> archive.keep("shop", DATE, sha256, files, SOURCE))
                .withMessageContaining("changed");
        assertThat(everythingKept()).isEmpty();
        assertThat(archive.list("shop", DATE)).isEmpty();
    }

    @Test
    void refusesAStatementWithTheNameOfAControlFileBeforeItKeepsAnything() throws Exception {
        List<Path> named = List.of(files.getLast(), folder.resolve("a.csv.control"));
        String hash = Fingerprint.of(named).sha256();

        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> archive.keep("shop", DATE, hash, named, SOURCE))
                .withMessage(
                        "a.csv.control: a statement's name must not end in .control, as that of the"
                                + " file that vouches for it does: rename it, or give the statement"
                                + " itself");
        assertThat(folder.resolve("archive")).doesNotExist();
    }

    @Test
    void sweepsWhatAKilledRunLeftUnfinishedAndNothingElse() throws Exception {
        Path kept = archive.keep("shop", DATE, sha256, files, SOURCE).getFirst();
        Path date = folder.resolve("archive").resolve("shop").resolve(DATE.toString());
        Path unfinished = Files.createDirectory(date.resolve(".incoming-0"));
        Files.writeString(unfinished.resolve("half"), "o").toFile().setReadOnly();

        archive.sweep("shop", DATE);
        archive.sweep("shop", DATE.plusDays(1));

        assertThat(unfinished).doesNotExist();
        assertThat(archive.open("shop", DATE, sha256)).contains(kept);
    }

    @Test
    void noticesThatAKeptFileIsNoLongerWhatItWas() throws Exception {
        Path kept = archive.keep("shop", DATE, sha256, files, SOURCE).getFirst();
        Files.delete(kept);
        Files.writeString(kept, "other");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> archive.open("shop", DATE, sha256))
                .withMessageContaining("no longer what was kept");
    }

    @Test
    void hashesFilesInTheOrderOfTheirNames() throws Exception {
        assertThat(Fingerprint.of(files.reversed()).sha256()).isEqualTo(sha256);
        assertThat(sha256)
                .isEqualTo(
                        Fingerprint.of(
                                        List.of(
                                                Files.writeString(
                                                        folder.resolve("whole"), "onetwo")))
                                .sha256());
    }
}
