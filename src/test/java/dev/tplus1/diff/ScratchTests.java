package dev.tplus1.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.diff.scratch.ScratchException;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.StatementEntry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

class ScratchTests {
    private static final long LIMIT = 1 << 20;

    @TempDir Path folder;

    /** Another process: it says when its file is there, and then lives until it is killed. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws IOException {
            if (args.length > 1) {
                fill(Path.of(args[0]));
                return;
            }
            Scratch scratch = Scratch.open(Path.of(args[0]), "child", LIMIT);
            scratch.file().append(new byte[100], 100);
            System.out.println("there");
            System.in.read();
            scratch.close();
        }

        private static void fill(Path folder) {
            try (Scratch scratch = Scratch.open(folder, "child", 64 * LIMIT)) {
                Scratch.Spill file = scratch.file();
                while (true) {
                    file.append(new byte[1000], 1000);
                }
            } catch (ScratchException e) {
                System.out.println(e.getMessage());
            }
        }

        static Process start(Path folder) throws IOException {
            Process process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Child.class.getName(),
                                    folder.toString())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
            assertThat(said.readLine()).isEqualTo("there");
            return process;
        }
    }

    @Test
    void takesARunWhoseNameIsLongerThanAFolderMayBe() throws Exception {
        String run =
                "j".repeat(64) + "_" + "a".repeat(64) + "_2026-11-28_r10_report" + "x".repeat(300);

        try (Scratch one = Scratch.open(folder, run, 1000);
                Scratch other = Scratch.open(folder, run, 1000)) {
            one.file().append(new byte[] {1}, 1);
            other.file().append(new byte[] {1, 2}, 2);

            assertThat(one.bytes()).isEqualTo(1);
            assertThat(other.bytes()).isEqualTo(2);
        }
    }

    @Test
    void isMadeWithItsFirstFileAndRemovedWhenClosed() {
        Scratch scratch = Scratch.open(folder, "r1", LIMIT);
        assertThat(below(folder)).isEmpty();

        Scratch.Spill file = scratch.file();
        file.append(new byte[] {1, 2, 3}, 2);

        assertThat(below(folder))
                .anyMatch(path -> path.matches(".tplus1-scratch-[^/]+/r1-.*/spool-0"));
        assertThat(scratch.bytes()).isEqualTo(2);
        scratch.close();
        scratch.close();
        assertThat(below(folder)).isEmpty();
        assertThat(scratch.bytes()).isZero();
    }

    @Test
    void isRemovedWhenTheRunFails() {
        assertThatThrownBy(
                        () -> {
                            try (Scratch scratch = Scratch.open(folder, "r1", LIMIT)) {
                                scratch.file().append(new byte[10], 10);
                                throw new IllegalStateException("failed");
                            }
                        })
                .hasMessage("failed");

        assertThat(below(folder)).isEmpty();
    }

    @Test
    void hasFoldersForTheFilesOfOthersAndRemovesThemWithItself() throws Exception {
        try (Scratch scratch = Scratch.open(folder, "r1", LIMIT)) {
            Path inside = scratch.folder("downloaded");
            Path elsewhere = Files.writeString(folder.resolve("kept"), "kept");
            Files.writeString(inside.resolve("bill.csv"), "x");
            Files.createDirectories(inside.resolve("a/b"));
            Files.writeString(inside.resolve("a/b/page"), "x");
            Files.createSymbolicLink(inside.resolve("link"), elsewhere);
            scratch.file().append(new byte[1], 1);

            Path again = scratch.folder("downloaded");

            assertThat(again).isEqualTo(inside).isEmptyDirectory();
            assertThat(scratch.bytes()).isEqualTo(1);
            Files.createDirectories(inside.resolve("a"));
            Files.writeString(inside.resolve("a/page"), "x");
            assertThatThrownBy(() -> scratch.folder("../out"))
                    .isInstanceOf(IllegalArgumentException.class);
        }

        assertThat(below(folder)).containsExactly("kept");
    }

    @Test
    void givesBackTheBytesOfAFileThatIsClosed() {
        try (Scratch scratch = Scratch.open(folder, "r1", 10)) {
            Scratch.Spill first = scratch.file();
            first.append(new byte[10], 10);
            first.close();

            Scratch.Spill second = scratch.file();
            second.append(new byte[10], 10);

            assertThat(scratch.bytes()).isEqualTo(10);
            assertThat(below(folder)).anyMatch(path -> path.endsWith("spool-1"));
            assertThat(below(folder)).noneMatch(path -> path.endsWith("spool-0"));
        }
    }

    @Test
    void readsWhatWasAppendedWhereItStands() {
        try (Scratch scratch = Scratch.open(folder, "r1", LIMIT)) {
            Scratch.Spill file = scratch.file();
            file.append(new byte[] {1, 2, 3}, 3);
            long at = file.append(new byte[] {4, 5, 6}, 2);
            byte[] into = new byte[4];

            file.read(at, into, 1, 2);

            assertThat(into).containsExactly(0, 4, 5, 0);
            assertThatThrownBy(() -> file.read(at, into, 0, 3))
                    .isInstanceOf(ScratchException.class)
                    .hasMessageContaining("spool-0 was cut short");
        }
    }

    @Test
    void takesNoMoreBytesThanItsLimit() {
        Spool.Tuning small = new Spool.Tuning(2, 1024, LIMIT, 4, -1L);
        RowDraft draft = new RowDraft();
        try (Scratch scratch = Scratch.open(folder, "r1", 10_000);
                Spool<StatementEntry> spool = Spool.ofStatement(scratch, small)) {
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < 1_000; i++) {
                                    spool.add(
                                            draft.of(Line.payment("T" + i, "O", "1 CNY").entry()));
                                }
                            })
                    .isInstanceOf(ScratchException.class)
                    .hasMessageMatching(
                            "the temporary folder \\S+ would need \\d+ more bytes after 9\\d\\d\\d,"
                                    + " over 10000, the most that one run may take; compare fewer"
                                    + " rows at once");
            assertThat(scratch.bytes()).isBetween(9_000L, 10_000L);
            assertThatThrownBy(() -> spool.find(List.of(), List.of("O"), List.of(), 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("lost to an earlier failure");
        }
    }

    /** A process that may write files of 512 KB is as good as a disk with no more space. */
    @Test
    void saysHowMuchADiskLacks() throws Exception {
        Process child =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "ulimit -f 1024; exec \"$@\"",
                                "sh",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Child.class.getName(),
                                folder.toString(),
                                "fill")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();

        assertThat(child.inputReader(StandardCharsets.UTF_8).readLine())
                .matches(
                        "the temporary folder \\S+ failed at \\d+ more bytes after \\d+"
                                + " \\(IOException: .*\\); free space there, or name a folder with"
                                + " more of it");
        assertThat(child.waitFor()).isZero();
        assertThat(below(folder)).isEmpty();
    }

    @Test
    void saysWhichFolderCannotBeUsed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Scratch scratch = Scratch.open(file, "r1", LIMIT);

        assertThatThrownBy(scratch::file)
                .isInstanceOf(ScratchException.class)
                .hasMessageStartingWith("the temporary folder " + file + " cannot be used (")
                .hasMessageEndingWith("; name one that can be written");
        scratch.close();
        assertThat(below(folder)).containsExactly("file");
    }

    @Test
    void removesWhatADeadProcessLeft() throws Exception {
        Process child = Child.start(folder);
        child.destroyForcibly().waitFor();
        assertThat(below(folder)).anyMatch(path -> path.contains("child-"));

        Scratch.open(folder, "r1", LIMIT).close();

        assertThat(below(folder)).isEmpty();
    }

    @Test
    void letsTheFoldersOfLivingRunsBe() throws Exception {
        try (Scratch mine = Scratch.open(folder, "mine", LIMIT)) {
            mine.file().append(new byte[10], 10);
            Process child = Child.start(folder);
            Process second = Child.start(folder);
            List<String> before = below(folder);

            Scratch.open(folder, "r1", LIMIT).close();

            assertThat(before).filteredOn(path -> path.endsWith("spool-0")).hasSize(3);
            assertThat(below(folder)).isEqualTo(before);
            child.outputWriter().close();
            assertThat(child.waitFor()).isZero();
            second.destroyForcibly().waitFor();
            Scratch.open(folder, "r1", LIMIT).close();
            assertThat(below(folder)).hasSize(4).allMatch(path -> !path.contains("child-"));
        }
        assertThat(below(folder)).isEmpty();
    }

    @Test
    void removesLinksWithoutFollowingThem() throws IOException {
        Path kept = Files.createFile(folder.resolve("kept"));
        Path root =
                Files.createDirectory(
                        folder.resolve(".tplus1-scratch-" + System.getProperty("user.name")));
        Path dead = Files.createDirectory(root.resolve("dead"));
        Files.createFile(root.resolve("dead.lock"));
        Files.createSymbolicLink(dead.resolve("spool-0"), kept);
        Files.createSymbolicLink(root.resolve("link"), folder);
        Files.createFile(root.resolve("link.lock"));

        Scratch.open(folder, "r1", LIMIT).close();

        assertThat(below(folder)).containsExactly("kept");
    }

    @Test
    void letsNobodyElseReadItsFiles() throws IOException {
        try (Scratch scratch = Scratch.open(folder, "r1", LIMIT)) {
            scratch.file();

            Path root = folder.resolve(".tplus1-scratch-" + System.getProperty("user.name"));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root)))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void refusesAFolderThatALinkWasPutInPlaceOf() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createSymbolicLink(
                folder.resolve(".tplus1-scratch-" + System.getProperty("user.name")), elsewhere);

        try (Scratch scratch = Scratch.open(folder, "r1", LIMIT)) {
            assertThatThrownBy(scratch::file)
                    .isInstanceOf(ScratchException.class)
                    .hasMessageContaining(folder.toString());
        }
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void refusesARunThatIsAPath() {
        assertThatThrownBy(() -> Scratch.open(folder, "../r1", LIMIT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<String> below(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(path -> !path.equals(folder))
                    .map(path -> folder.relativize(path).toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
