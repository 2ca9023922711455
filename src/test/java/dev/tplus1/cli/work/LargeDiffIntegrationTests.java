package dev.tplus1.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A day of many rows in little memory and little room, by the program as it is started. */
class LargeDiffIntegrationTests {
    private static final int ROWS = 400_000;
    private static final long PATIENCE_SECONDS = 180;
    private static final Path JAR = Path.of("target/app/tplus1.jar").toAbsolutePath();

    @TempDir Path folder;
    private Path statement;
    private Path books;

    /** How it ended, and what it said. */
    private record Ended(int code, String said) {}

    @BeforeEach
    void names() throws IOException {
        statement = folder.resolve("statement.csv");
        books = folder.resolve("books.csv");
        Files.createDirectory(folder.resolve("tmp"));
    }

    @Test
    void comparesManyRowsInAHeapThatCouldNotHoldThemAndLeavesNoTemporaryFile() throws Exception {
        write(ROWS, ROWS);

        Ended ended = diff("", "-Xmx40m");

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said()).contains("1 missing at provider", "1 missed callback");
        assertThat(Files.readAllLines(folder.resolve("out/breaks.csv"))).hasSize(3);
        assertThat(left()).isEmpty();
    }

    @Test
    void namesTheFolderAndTheBytesWhenItIsFull() throws Exception {
        write(ROWS, ROWS);

        // no file may be longer than two megabytes
        Ended ended = diff("ulimit -f 4096; ", "-Xmx40m");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.said())
                .contains("the temporary folder " + folder.resolve("tmp"))
                .containsPattern("failed at [0-9]+ more bytes after [0-9]+")
                .contains("free space there, or name a folder with more of it")
                .doesNotContain("\tat ");
        assertThat(folder.resolve("out")).doesNotExist();
        assertThat(left()).isEmpty();
    }

    @Test
    void findsEveryRepetitionOfAKeyThatIsMostOfTheStatement() throws Exception {
        write(1000, 60_000);

        Ended ended = diff("", "-Xmx256m");

        assertThat(ended.code()).as(ended.said()).isZero();
        List<String> breaks = Files.readAllLines(folder.resolve("out/breaks.csv"));
        assertThat(breaks.stream().filter(line -> line.contains("DUPLICATE"))).hasSize(59_000);
        assertThat(left()).isEmpty();
    }

    /**
     * The same rows in another order on both sides, one on each side alone.
     *
     * @param keys how many different ones the statement has; the last is repeated
     * @param rows of the statement
     */
    private void write(int keys, int rows) throws IOException {
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(statement))) {
            lines.print(
                    "transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at\n");
            for (int row : shuffled(rows, 1)) {
                int key = Math.min(row, keys - 1);
                lines.print(
                        "%028d,S%020d,,PAYMENT,%d.25,CNY,SUCCESS,2026-11-28T04:00:00Z\n"
                                .formatted(key, key, 1 + key % 1000));
            }
        }
        try (PrintWriter lines = new PrintWriter(Files.newBufferedWriter(books))) {
            lines.print(
                    "kind,transaction_id,order_no,refund_no,amount,currency,status,occurred_at\n");
            for (int row : shuffled(keys, 2)) {
                int key = row + 1;
                lines.print(
                        "PAYMENT,%028d,S%020d,,%d.25,CNY,PAID,2026-11-28T04:00:00Z\n"
                                .formatted(key, key, 1 + key % 1000));
            }
            lines.print("PAYMENT,,S%020d,,1.25,CNY,PENDING,2026-11-28T04:00:00Z\n".formatted(0));
        }
    }

    private static int[] shuffled(int count, long seed) {
        int[] all = new int[count];
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            all[i] = all[other];
            all[other] = i;
        }
        return all;
    }

    private Ended diff(String before, String heap) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "sh",
                                "-c",
                                before + "exec \"$@\"",
                                "sh",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                heap,
                                "-XX:+UseSerialGC",
                                "-XX:-UsePerfData",
                                "-Djava.io.tmpdir=" + folder.resolve("tmp"),
                                "-jar",
                                JAR.toString(),
                                "diff",
                                "--provider",
                                "csv",
                                "--statement",
                                statement.toString(),
                                "--ledger",
                                books.toString(),
                                "--out",
                                folder.resolve("out").toString()));
        Path said = folder.resolve("said");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(said));
    }

    /** What is left of temporary files. */
    private List<Path> left() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("tmp"))) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !String.valueOf(file.getFileName()).endsWith(".lock"))
                    .toList();
        }
    }
}
