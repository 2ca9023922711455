package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.JobFile;
import dev.tplus1.report.Summary;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The sample date: what it must find stands beside it. */
class SampleDateTests {
    private static final Path SAMPLES = Path.of("sample-statements");
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    private static final List<String> IDS =
            List.of("type", "kind", "transaction_id", "order_no", "refund_no", "status");

    @TempDir private Path folder;
    private JobFile job;

    @BeforeEach
    void unpack() throws IOException {
        for (String name : listed()) {
            Path to = folder.resolve(name);
            Files.createDirectories(to.resolveSibling("."));
            Files.copy(SAMPLES.resolve(name), to);
        }
        job = JobFile.read(folder.resolve("demo.yaml"), Map.of("DEMO", folder.toString()));
        try (Database database =
                TestDatabases.opened(job.database(), Schema.OWN, Schema.BOOKS, Schema.CALLBACK)) {
            new ResourceDatabasePopulator(
                            false,
                            false,
                            "UTF-8",
                            new FileSystemResource(folder.resolve("books.sql")))
                    .execute(database.dataSource());
        }
    }

    @Test
    void isWhatStandsBesideIt() throws IOException {
        List<NightResult> results;
        try (Nightly nightly =
                Nightly.open(
                        job,
                        "demo.yaml",
                        new NightClock("2026-11-29T02:07:00Z"),
                        Pauses.REAL,
                        Watcher.NOBODY)) {
            results =
                    nightly.reconcile(
                            new NightRequest(
                                    DATE, List.of(), List.of(), false, false, Duration.ZERO));
        }

        assertThat(results)
                .extracting(NightResult::account)
                .containsExactly("wechat-shop", "alipay-shop", "stripe-shop");
        for (NightResult result : results) {
            NightResult.Ran ran = (NightResult.Ran) result;
            JsonNode expected = json(SAMPLES.resolve("expected/" + ran.account() + ".json"));
            JsonNode summary = json(ran.folder().resolve("summary.json"));
            assertThat(summary.path("outcome").asString()).isEqualTo("RECONCILED");
            assertThat(summary.path("businessDate")).isEqualTo(expected.path("businessDate"));
            assertThat(summary.path("statement").path("entries"))
                    .isEqualTo(expected.path("statementEntries"));
            assertThat(summary.path("statement").path("ignored"))
                    .isEqualTo(expected.path("ignored"));
            assertThat(summary.path("matched")).isEqualTo(expected.path("matched"));
            assertThat(summary.path("matchedAcrossCutoff"))
                    .isEqualTo(expected.path("matchedAcrossCutoff"));
            assertThat(summary.path("replays").path("applied"))
                    .isEqualTo(expected.path("replaysApplied"));
            assertThat(summary.path("proof")).isEqualTo(expected.path("proof"));
            assertThat(breaks(ran.folder().resolve("breaks.csv"))).isEqualTo(breaks(expected));
        }
    }

    @Test
    void findsTheSameBreaksWithoutAReplayWhenItIsRunAgain() {
        try (Nightly nightly =
                Nightly.open(
                        job,
                        "demo.yaml",
                        new NightClock("2026-11-29T02:07:00Z"),
                        Pauses.REAL,
                        Watcher.NOBODY)) {
            nightly.reconcile(
                    new NightRequest(DATE, List.of(), List.of(), false, false, Duration.ZERO));

            List<NightResult> again =
                    nightly.reconcile(
                            new NightRequest(
                                    DATE, List.of(), List.of(), true, false, Duration.ZERO));

            for (NightResult result : again) {
                Summary summary = HeldDateTests.summaryOf(result);
                assertThat(summary.revision()).isEqualTo(2);
                assertThat(summary.replays()).isEqualTo(Summary.Replays.none());
                assertThat(summary.breaks().toString()).doesNotContain("MISSED_CALLBACK");
                assertThat(summary.alerts().opened()).isZero();
                assertThat(summary.alerts().closed()).isZero();
                assertThat(summary.proof()).allMatch(row -> row.unexplained() == 0);
            }
        }
    }

    @Test
    void listsExactlyItsFiles() throws IOException {
        Set<String> there = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SAMPLES)) {
            files.filter(Files::isRegularFile)
                    .map(file -> SAMPLES.relativize(file).toString())
                    .filter(name -> !name.equals("files.txt") && !name.endsWith(".md"))
                    .forEach(there::add);
        }

        assertThat(listed()).containsExactlyElementsOf(there);
    }

    @Test
    void isWhatTheDemoRunsOn() {
        Spoken spoken = new Spoken();

        int code =
                Cli.run(
                        new String[] {"demo"},
                        spoken.terminal(),
                        Map.of(),
                        () -> new CommandWork(Clock.systemUTC()));

        assertThat(spoken.err()).isEmpty();
        assertThat(code).isZero();
        assertThat(spoken.out()).contains("wechat-shop", "alipay-shop", "stripe-shop");
        assertThat(spoken.out().lines().filter(line -> line.contains("report.html"))).isNotEmpty();
    }

    private static List<String> listed() throws IOException {
        return Files.readAllLines(SAMPLES.resolve("files.txt"));
    }

    private static JsonNode json(Path file) {
        return JsonMapper.shared().readTree(file.toFile());
    }

    private static List<String> breaks(JsonNode expected) {
        List<String> rows = new ArrayList<>();
        for (JsonNode each : expected.path("breaks")) {
            rows.add(String.join("|", IDS.stream().map(id -> each.path(id).asString()).toList()));
        }
        return rows;
    }

    private static List<String> breaks(Path csv) throws IOException {
        List<String> lines = Files.readAllLines(csv);
        List<String> header = List.of(lines.getFirst().split(",", -1));
        return lines.stream()
                .skip(1)
                .map(line -> List.of(line.split(",", -1)))
                .map(row ->
                        String.join(
                                "|", IDS.stream().map(id -> row.get(header.indexOf(id))).toList()))
                .toList();
    }
}
