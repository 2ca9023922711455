package dev.tplus1.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** All files of a day on which every entry is a break, by the program in a small heap. */
class LargeReportIntegrationTests {
    private static final int BREAKS = 200_000;
    private static final int MOST_ROWS_OF_A_PAGE = 50_000;
    private static final long PATIENCE_SECONDS = 300;

    @TempDir private Path folder;

    @Test
    void areWrittenWithoutHoldingTheirRows() throws Exception {
        write();

        Process process = diff();

        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(folder.resolve("said"))).isZero();
        Path out = folder.resolve("out");
        assertThat(names(out))
                .containsExactly("breaks.csv", "report.html", "report.xlsx", "summary.json");
        assertThat(names(folder.resolve("tmp"))).isEmpty();
        assertThat(Files.readString(out.resolve("summary.json")))
                .containsPattern("\"UNKNOWN_ORDER\" ?: ?" + BREAKS);
        try (Stream<String> lines = Files.lines(out.resolve("breaks.csv"))) {
            assertThat(lines.filter(line -> line.contains(",UNKNOWN_ORDER,"))).hasSize(BREAKS);
        }
        try (Reader page = Files.newBufferedReader(out.resolve("report.html"))) {
            assertThat(count(page, "<tr id=\"b")).isEqualTo(MOST_ROWS_OF_A_PAGE);
        }
        try (ZipFile book = new ZipFile(out.resolve("report.xlsx").toFile())) {
            long most = 0;
            for (var part :
                    book.stream().filter(each -> each.getName().contains("sheet")).toList()) {
                try (Reader sheet =
                        new InputStreamReader(book.getInputStream(part), StandardCharsets.UTF_8)) {
                    most = Math.max(most, count(sheet, "<row "));
                }
            }
            assertThat(most).isEqualTo(BREAKS + 1);
        }
    }

    private void write() throws IOException {
        Files.createDirectory(folder.resolve("tmp"));
        try (PrintWriter lines =
                new PrintWriter(Files.newBufferedWriter(folder.resolve("statement.csv")))) {
            lines.print(
                    "transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at\n");
            for (int i = 0; i < BREAKS; i++) {
                lines.print(
                        "%028d,S%020d,,PAYMENT,%d.25,CNY,SUCCESS,2026-11-28T04:00:00Z\n"
                                .formatted(i, i, 1 + i % 1000));
            }
        }
        Files.writeString(
                folder.resolve("books.csv"),
                "kind,transaction_id,order_no,refund_no,amount,currency,status,occurred_at\n");
    }

    private Process diff() throws IOException {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-Djava.io.tmpdir=" + folder.resolve("tmp"),
                        "dev.tplus1.Tplus1",
                        "diff",
                        "--provider",
                        "csv",
                        "--statement",
                        folder.resolve("statement.csv").toString(),
                        "--ledger",
                        folder.resolve("books.csv").toString(),
                        "--out",
                        folder.resolve("out").toString());
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("said").toFile());
        builder.environment()
                .put(
                        "CLASSPATH",
                        Arrays.stream(
                                        System.getProperty("java.class.path")
                                                .split(File.pathSeparator, -1))
                                .filter(part -> !part.endsWith("test-classes"))
                                .collect(Collectors.joining(File.pathSeparator)));
        return builder.start();
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        }
    }

    private static long count(Reader text, String word) throws IOException {
        BufferedReader in = new BufferedReader(text);
        long count = 0;
        int matched = 0;
        for (int c = in.read(); c >= 0; c = in.read()) {
            matched = c == word.charAt(matched) ? matched + 1 : c == word.charAt(0) ? 1 : 0;
            if (matched == word.length()) {
                count++;
                matched = 0;
            }
        }
        return count;
    }
}
