package dev.tplus1.provider;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whole nights, run by their command on one database, each of any number of accounts of one
 * provider; and what they said, changed and left. No pause takes time. Its tests share the
 * database, so they run one after another.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProviderNights {
    protected static final LocalDate DATE = LocalDate.of(2026, 11, 28);

    /** On the next morning, when every provider has its statement. */
    protected static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-29T03:00:00Z"), ZoneOffset.UTC);

    private static final List<String> TABLES =
            List.of(
                    "orders",
                    "refunds",
                    "payment_callback_log",
                    "outbox",
                    "tplus1_revision",
                    "tplus1_finding",
                    "tplus1_crossed",
                    "tplus1_change",
                    "tplus1_break",
                    "tplus1_audit_event",
                    "tplus1_replay_try",
                    "tplus1_statement_return",
                    "tplus1_revised_statement");

    /** So short is only the pace at which Stripe is asked. */
    private static final Duration PACE = Duration.ofMillis(100);

    /** Of all nights. */
    protected Path folder;

    /** Of all nights so far, but for those that are so short that nobody asked for them. */
    final List<Duration> pauses = Collections.synchronizedList(new ArrayList<>());

    /** Nothing that is said holds one. */
    final List<String> secrets;

    private final String account;
    private final DatabaseSettings settings = TestDatabases.h2Settings();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private Database database;

    /** How a night ended, and what it said. */
    record Ended(int code, String out, List<String> err) {}

    /**
     * @param account the lines of an account in a job file, but for its id and its statements
     */
    ProviderNights(String account, List<String> secrets) {
        this.account = account;
        this.secrets = secrets;
    }

    /** Is closed in the end. */
    protected final <T extends AutoCloseable> T closing(T fake) {
        opened.add(fake);
        return fake;
    }

    @BeforeAll
    void open(@TempDir Path temporary) {
        folder = temporary;
        database = Database.open("database", settings);
        TestDatabases.fill(database, Schema.OWN, Schema.BOOKS, Schema.CALLBACK);
    }

    @AfterAll
    void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        database.close();
    }

    final Database database() {
        return database;
    }

    final JdbcTemplate jdbc() {
        return new JdbcTemplate(database.dataSource());
    }

    /** The {@code api} block with settings by which it is seen at once how often it is tried. */
    static Map<String, Object> tries(int tries, Map<String, Object> block, String fault) {
        Map<String, Object> api = new TreeMap<>(block);
        api.put("tries", tries);
        if (fault.equals("trickle")) {
            api.put("call-timeout", "1s");
            api.put("download-timeout", "1s");
        }
        if (fault.equals("endless")) {
            api.put("max-size-mib", 1);
        }
        return api;
    }

    /**
     * One night.
     *
     * @param confirm whether the provider is asked before each replay
     * @param accounts the {@code api} block of each, by its id
     * @param more options
     */
    final Ended reconcile(
            boolean confirm, Map<String, Map<String, Object>> accounts, String... more)
            throws IOException {
        Files.createDirectories(folder.resolve("scratch"));
        StringBuilder job =
                new StringBuilder(
                        """
                        tplus1:
                          job: night
                          database: {url: "%s", username: "%s", password: "%s"}
                          scratch: {directory: "%s"}
                          replay: {mode: books, confirm: %s}
                          reports: {directory: "%s"}
                          accounts:
                        """
                                .formatted(
                                        settings.url(),
                                        settings.username(),
                                        settings.password(),
                                        folder.resolve("scratch"),
                                        confirm,
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
        List<String> arguments =
                new ArrayList<>(
                        List.of("reconcile", "--job", file.toString(), "--date", DATE.toString()));
        arguments.addAll(List.of(more));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code =
                Cli.run(
                        arguments.toArray(String[]::new),
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

    /** All that a night may change. */
    final Map<String, List<String>> rows() {
        return TABLES.stream().collect(Collectors.toMap(table -> table, this::rows));
    }

    final List<String> rows(String table) {
        return jdbc().queryForList("SELECT * FROM " + table).stream()
                .map(Map::toString)
                .sorted()
                .toList();
    }

    /** How many rows of a table an account has. */
    final int count(String table, String of) {
        Integer count =
                jdbc().queryForObject(
                                "SELECT COUNT(*) FROM " + table + " WHERE account = ?",
                                Integer.class,
                                of);
        return count == null ? 0 : count;
    }

    /** All files in a folder, at any depth. */
    final List<String> files(String name) throws IOException {
        Path root = folder.resolve(name);
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> !Files.isDirectory(file))
                    .map(file -> folder.relativize(file).toString())
                    .toList();
        }
    }
}
