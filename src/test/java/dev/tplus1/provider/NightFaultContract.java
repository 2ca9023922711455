package dev.tplus1.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whole nights, run by their command, whose provider fails: what they end with, say, change and
 * leave. Every fault has an account of its own, whose provider fails so; all accounts that must end
 * with one exit code have one night together. No pause takes time.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class NightFaultContract {
    protected static final Path SAMPLES = Path.of("sample-statements");
    protected static final LocalDate DATE = LocalDate.of(2026, 11, 28);

    /** On the next morning, when every provider has its statement. */
    protected static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-29T03:00:00Z"), ZoneOffset.UTC);

    private static final String REVISIONS = "tplus1_revision";
    private static final String SUMMARY = "summary.json";

    /** What tells of an attempt, which knows no line of a statement. */
    private static final List<String> ATTEMPT = List.of(SUMMARY, "report.html", "report.xlsx");

    private static final List<String> TABLES =
            List.of(
                    "orders",
                    "refunds",
                    "payment_callback_log",
                    "outbox",
                    REVISIONS,
                    "tplus1_finding",
                    "tplus1_crossed",
                    "tplus1_change",
                    "tplus1_break",
                    "tplus1_audit_event",
                    "tplus1_replay_try",
                    "tplus1_statement_return",
                    "tplus1_revised_statement");

    /** The word with which an account's line begins, by the exit code that comes of it. */
    private static final Map<Integer, String> WORDS =
            Map.of(1, "failed", 2, "not run", 4, "not ready", 6, "refused");

    /** So short is only the pace at which Stripe is asked. */
    private static final Duration PACE = Duration.ofMillis(100);

    /** Of all nights. */
    protected Path folder;

    private final String account;
    private final String id;
    private final List<String> secrets;
    private final DatabaseSettings settings = TestDatabases.h2Settings();
    private final List<Duration> pauses = Collections.synchronizedList(new ArrayList<>());
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Map<Integer, Ended> nights = new TreeMap<>();
    private Database database;
    private Map<String, List<String>> before;
    private Map<String, List<String>> after;
    private List<String> left;

    /**
     * One fault.
     *
     * @param stage of a download at which it comes
     * @param code with which it ends
     * @param why a part of what is said
     */
    public record Row(String stage, String fault, int code, String why) {
        static Row of(String line) {
            String[] cells = line.split("\\|", 4);
            return new Row(
                    cells[0].strip(),
                    cells[1].strip(),
                    Integer.parseInt(cells[2].strip()),
                    cells[3].strip());
        }

        String account() {
            return (stage + " " + fault).replace(' ', '-');
        }
    }

    /** How a night ended, and what it said. */
    private record Ended(int code, String out, List<String> err) {}

    /**
     * Has nights of one account.
     *
     * @param id of the account that the sample books are of
     * @param account its further lines in a job file
     * @param secrets nothing that is said holds one
     */
    protected NightFaultContract(String id, String account, String... secrets) {
        this.id = id;
        this.account = account;
        this.secrets = List.of(secrets);
    }

    /** All faults, each as {@code stage | fault | exit code | why}. */
    protected abstract List<String> faults();

    /** The {@code api} block of a provider that fails once. */
    protected abstract Map<String, Object> failing(String stage, String fault) throws IOException;

    /** The {@code api} block of a provider that asks twice to be left alone. */
    protected abstract Map<String, Object> busy(String retryAfter) throws IOException;

    /** The {@code api} block of a provider that fails in four ways, and then does not. */
    protected abstract Map<String, Object> recovering() throws IOException;

    /** Is closed in the end. */
    protected final <T extends AutoCloseable> T closing(T fake) {
        opened.add(fake);
        return fake;
    }

    @BeforeAll
    void runTheNights(@TempDir Path temporary) throws IOException {
        folder = temporary;
        database = Database.open("database", settings);
        database.migrate(Schema.OWN, Schema.BOOKS, Schema.CALLBACK);
        new ResourceDatabasePopulator(
                        false, false, "UTF-8", new FileSystemResource(SAMPLES.resolve("books.sql")))
                .execute(database.dataSource());
        before = rows();
        Map<Integer, List<Row>> byCode = matrix().collect(Collectors.groupingBy(Row::code));
        for (Map.Entry<Integer, List<Row>> same : byCode.entrySet()) {
            Map<String, Map<String, Object>> accounts = new LinkedHashMap<>();
            for (Row row : same.getValue()) {
                accounts.put(row.account(), hasty(failing(row.stage(), row.fault()), row.fault()));
            }
            nights.put(same.getKey(), reconcile(accounts));
        }
        after = rows();
        left = files("").toList();
    }

    /** By such settings it is seen at once. */
    private static Map<String, Object> hasty(Map<String, Object> block, String fault) {
        Map<String, Object> api = new TreeMap<>(block);
        api.put("tries", 1);
        if (fault.equals("trickle")) {
            api.put("call-timeout", "1s");
            api.put("download-timeout", "1s");
        }
        if (fault.equals("endless")) {
            api.put("max-size-mib", 1);
        }
        return api;
    }

    @AfterAll
    void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        database.close();
    }

    Stream<Row> matrix() {
        return faults().stream().map(Row::of);
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void endsWithItsCodeInOneLineAndNothingOfTheStatementIsKept(Row row) {
        String begin = "tplus1: " + row.account() + " " + DATE + ": ";

        Ended night = Objects.requireNonNull(nights.get(row.code()));

        assertThat(night.code()).isEqualTo(row.code());
        assertThat(night.err().stream().filter(line -> line.startsWith(begin)))
                .singleElement()
                .satisfies(line ->
                        assertThat(line)
                                .startsWith(begin + WORDS.get(row.code()) + ": ")
                                .contains(row.why())
                                .doesNotContain(secrets));
        String attempt = "reports/night/" + row.account() + "/" + DATE + "/attempt/";
        assertThat(left.stream().filter(name -> name.contains("/" + row.account() + "/")))
                .allMatch(name -> ATTEMPT.contains(name.replace(attempt, "")));
        if (left.contains(attempt + SUMMARY)) {
            assertThat(folder.resolve(attempt + SUMMARY))
                    .content()
                    .contains("\"entries\": 0")
                    .doesNotContain(secrets);
        }
    }

    @Test
    void noFaultChangesARowOrLeavesATemporaryFile() {
        assertThat(after).isEqualTo(before);
        assertThat(left)
                .noneMatch(name -> name.startsWith("scratch/") || name.contains(".archive/"))
                .noneMatch(name -> name.matches(".*\\.(part|tmp)"));
        assertThat(nights.values().stream().mapToLong(night -> night.err().size()).sum())
                .isEqualTo(faults().size());
        assertThat(nights.values())
                .allSatisfy(night -> assertThat(night.out()).doesNotContain(secrets));
    }

    @Test
    void heedsAWishToBeLeftAlone() throws IOException {
        List<String> wishes = List.of("20", "Sun, 29 Nov 2026 03:00:20 GMT", "soon", "86400");
        Map<String, Map<String, Object>> accounts = new LinkedHashMap<>();
        for (String wish : wishes) {
            Map<String, Object> api = new TreeMap<>(busy(wish));
            api.put("tries", 2);
            accounts.put("wish-" + accounts.size(), api);
        }
        pauses.clear();

        Ended night = reconcile(accounts);

        assertThat(night.code()).isEqualTo(1);
        assertThat(night.err())
                .hasSize(4)
                .allMatch(line -> line.contains("answered 429: ") && line.endsWith(" 2 times)"));
        List<Duration> waited = pauses.stream().sorted().toList();
        assertThat(waited).hasSize(4);
        assertThat(waited.getFirst()).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
        assertThat(waited.subList(1, 4))
                .containsExactly(
                        Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMinutes(2));
    }

    @Test
    void goesOnWhereAnotherTryIsEnough() throws IOException {
        Map<String, Object> api = new TreeMap<>(recovering());
        api.put("tries", 5);
        pauses.clear();

        Ended night = reconcile(Map.of(id, api));

        assertThat(night.err()).isEmpty();
        assertThat(night.code()).isZero();
        assertThat(pauses).hasSize(4);
        assertThat(rows().get(REVISIONS)).hasSize(1);
        assertThat(rows().get("payment_callback_log")).isNotEmpty();
        assertThat(files("reports/night/.archive/" + id)).anyMatch(n -> n.endsWith("/origin.json"));
        assertThat(files("scratch")).isEmpty();
    }

    private Ended reconcile(Map<String, Map<String, Object>> accounts) throws IOException {
        Files.createDirectories(folder.resolve("scratch"));
        StringBuilder job =
                new StringBuilder(
                        """
                        tplus1:
                          job: night
                          database: {url: "%s", username: "%s", password: "%s"}
                          scratch: {directory: "%s"}
                          replay: {mode: books, confirm: false}
                          reports: {directory: "%s"}
                          accounts:
                        """
                                .formatted(
                                        settings.url(),
                                        settings.username(),
                                        settings.password(),
                                        folder.resolve("scratch"),
                                        folder.resolve("reports")));
        accounts.forEach((name, api) ->
                job.append("    - {id: ")
                        .append(name)
                        .append(", ")
                        .append(account)
                        .append(", statements: {api: ")
                        .append(JsonMapper.shared().writeValueAsString(api))
                        .append("}}\n"));
        Path file = Files.writeString(folder.resolve("job.yaml"), job);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code =
                Cli.run(
                        new String[] {
                            "reconcile", "--job", file.toString(), "--date", DATE.toString()
                        },
                        new Terminal(
                                new PrintStream(out, true, StandardCharsets.UTF_8),
                                new PrintStream(err, true, StandardCharsets.UTF_8),
                                false,
                                false),
                        Map.of(),
                        () -> new CommandWork(CLOCK, this::pause));
        return new Ended(
                code,
                out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8).lines().toList());
    }

    private void pause(Duration length, BooleanSupplier over) {
        if (length.compareTo(PACE) > 0) {
            pauses.add(length);
        }
    }

    /** What a statement that was believed would have changed. */
    private Map<String, List<String>> rows() {
        JdbcTemplate jdbc = new JdbcTemplate(database.dataSource());
        return TABLES.stream()
                .collect(
                        Collectors.toMap(
                                table -> table,
                                table ->
                                        jdbc.queryForList("SELECT * FROM " + table).stream()
                                                .map(Map::toString)
                                                .sorted()
                                                .toList()));
    }

    /** All files in a folder, at any depth. */
    private Stream<String> files(String name) throws IOException {
        Path root = folder.resolve(name);
        try (Stream<Path> files = Files.walk(root)) {
            return files
                    .filter(file -> !file.equals(root) && !Files.isDirectory(file))
                    .map(file -> folder.relativize(file).toString())
                    .toList()
                    .stream();
        }
    }
}
