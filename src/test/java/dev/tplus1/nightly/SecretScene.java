package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.TraceLog;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.http.BrokenAnswers;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;

/**
 * Runs commands on jobs that have a secret in every setting that can hold one, beside others that
 * say these secrets back; and looks for them in all that the commands say, log, write and leave.
 */
final class SecretScene implements AutoCloseable {
    /** What the jobs themselves are in. */
    private static final Set<String> SETTINGS = Set.of("keys", "secrets", "jobs");

    private static final int FAULTS = 5;

    final NightClock clock = new NightClock("2026-11-29T02:07:00Z");
    final ThreeProviders providers;
    final SecretJobs jobs;
    private final Path folder;
    private final MockWebServer endpoint = new MockWebServer();
    private final AtomicInteger asked = new AtomicInteger();
    private final StringBuilder said = new StringBuilder();
    private final TraceLog log;

    SecretScene(Path folder) throws IOException {
        this.folder = folder;
        providers = new ThreeProviders(clock);
        providers.served();
        endpoint.setDispatcher(
                new Dispatcher() {
                    @Override
                    public MockResponse dispatch(RecordedRequest request) {
                        return refused(request);
                    }
                });
        endpoint.start();
        jobs = new SecretJobs(folder, providers, "http://localhost:" + endpoint.getPort());
        fill();
        log = TraceLog.open();
    }

    /** The merchant's endpoint takes nothing, and tells what it was sent and is set to. */
    private MockResponse refused(RecordedRequest request) {
        if (request.getTarget().startsWith("/alert")) {
            return BrokenAnswers.sends(
                            "not " + SecretJobs.ALERT.substring(6) + " at " + request.getTarget())
                    .addHeader("x-secret", SecretJobs.ALERT)
                    .code(403)
                    .build();
        }
        String secret =
                request.getTarget().startsWith("/outbox")
                        ? SecretJobs.OUTBOX
                        : SecretJobs.REPLAY.substring(6);
        MockResponse.Builder echo =
                BrokenAnswers.sends("not " + secret + " at " + request.getTarget())
                        .addHeader("x-secret", secret)
                        .addHeader("location", request.getUrl());
        return switch (asked.getAndIncrement() % FAULTS) {
            case 0 -> echo.code(500).build();
            case 1 -> echo.code(403).build();
            case 2 -> echo.code(302).build();
            case 3 -> echo.onResponseStart(BrokenAnswers.CLOSE).build();
            default -> echo.headersDelay(2, TimeUnit.SECONDS).build();
        };
    }

    private void fill() {
        try (Database database =
                Database.open(
                        "database",
                        new DatabaseSettings("jdbc:h2:file:" + folder.resolve("demo"), "sa", ""))) {
            TestDatabases.fill(database, Schema.values());
            new ResourceDatabasePopulator(
                            false,
                            false,
                            "UTF-8",
                            new FileSystemResource("sample-statements/books.sql"))
                    .execute(database.dataSource());
            for (String login : SecretJobs.logins()) {
                database.jdbc().sql(login).update();
            }
        }
    }

    /** What a command says to whoever watches it, and ends with. */
    String run(Path job, String... command) {
        Spoken spoken = new Spoken();
        List<String> args = new ArrayList<>(List.of(command));
        args.addAll(List.of("--job", job.toString(), "--verbose"));
        int code =
                Cli.run(
                        args.toArray(String[]::new),
                        spoken.terminal(),
                        SecretJobs.ENVIRONMENT,
                        () -> new CommandWork(clock, (_, _) -> {}));
        String text =
                "%s: exit %d\n%s%s"
                        .formatted(String.join(" ", command), code, spoken.out(), spoken.err());
        said.append(text);
        return text;
    }

    /** A job file of its own, with other text. */
    Path job(String name, String text) throws IOException {
        return Files.writeString(
                Files.createDirectories(folder.resolve("jobs")).resolve(name), text);
    }

    /** Looks at all that is there. */
    void assertNoneIsShown(List<String> secrets) throws IOException {
        String rows = rows();
        Map<Path, List<String>> files = files();
        assertThat(log.listens()).isTrue();
        for (String secret : secrets) {
            assertThat(holding(said.toString(), secret)).as("said: " + secret).isEmpty();
            assertThat(log.holding(secret)).as("logged: " + secret).isEmpty();
            assertThat(holding(rows, secret)).as("in the database: " + secret).isEmpty();
            assertThat(holding(files, secret)).as("in files: " + secret).isEmpty();
        }
    }

    /** What is no secret is found by the same means in every place. */
    void assertIsFound(String said, String logged, String inRows, String inFiles)
            throws IOException {
        assertThat(holding(this.said.toString(), said)).isNotEmpty();
        assertThat(log.holding(logged)).isNotEmpty();
        assertThat(holding(rows(), inRows)).isNotEmpty();
        assertThat(holding(files(), inFiles)).isNotEmpty();
    }

    private static List<String> holding(String text, String part) {
        return text.lines().filter(line -> line.contains(part)).limit(5).toList();
    }

    private static List<Path> holding(Map<Path, List<String>> files, String part) {
        return files.entrySet().stream()
                .filter(file -> file.getValue().stream().anyMatch(text -> text.contains(part)))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The whole database, as statements that would make it again. */
    private String rows() {
        try (Database database = Database.open("database", settings())) {
            return String.join(
                    "\n",
                    new JdbcTemplate(database.dataSource())
                            .queryForList("SCRIPT NOPASSWORDS", String.class));
        }
    }

    private DatabaseSettings settings() {
        return new DatabaseSettings("jdbc:h2:file:" + folder.resolve("demo"), "sa", "");
    }

    /** All that lies about but the settings: as it is, and unpacked. */
    private Map<Path, List<String>> files() throws IOException {
        Map<Path, List<String>> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!SETTINGS.contains(folder.relativize(file).getName(0).toString())) {
                    found.put(file, texts(Files.readAllBytes(file)));
                }
            }
        }
        return found;
    }

    private static List<String> texts(byte[] bytes) throws IOException {
        List<String> texts = new ArrayList<>();
        texts.add(new String(bytes, StandardCharsets.ISO_8859_1));
        if (texts.getFirst().startsWith("PK\3\4")) {
            try (ZipInputStream zip =
                    new ZipInputStream(
                            new ByteArrayInputStream(bytes), StandardCharsets.ISO_8859_1)) {
                while (zip.getNextEntry() != null) {
                    texts.add(new String(zip.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        if (texts.getFirst().startsWith("\37\213")) {
            try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                texts.add(new String(gzip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return texts;
    }

    @Override
    public void close() {
        log.close();
        endpoint.close();
        providers.close();
    }
}
