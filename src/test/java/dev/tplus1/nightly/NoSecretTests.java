package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.provider.stripe.StripeFake;

import mockwebserver3.MockResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.stream.Stream;

/**
 * No secret of any setting is anywhere, at whatever level it is logged, whatever fails, even where
 * the other side says it back.
 */
class NoSecretTests {
    private static final String WEBHOOK = "whsec_TWFya2VyTWFya2VyTWFya2VyTWFya2VyTWFya2Vy";
    private static final String QUERY = "MarkerOfTheQuery";
    private static final String PASSWORD = "MarkerOfTheDatabase";

    @TempDir private Path folder;
    private final NightClock clock = new NightClock("2026-11-29T02:07:00Z");
    private final Log log = new Log();
    private final Set<String> secrets = new TreeSet<>();
    private ThreeProviders providers;
    private Path job;

    /** All that is logged, with its exceptions, by either way of logging. */
    private static final class Log extends AppenderBase<ILoggingEvent> {
        private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
        private final Logger root =
                (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        private final Handler handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord line) {
                        lines.add(line.getLoggerName() + " " + line.getMessage());
                        Object[] values = line.getParameters();
                        lines.add(values == null ? "" : Arrays.toString(values));
                        lines.add(String.valueOf(line.getThrown()));
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        private Level level = Level.OFF;

        void open() {
            level = root.getLevel();
            setContext(root.getLoggerContext());
            start();
            root.addAppender(this);
            root.setLevel(Level.TRACE);
            java.util.logging.Logger all = LogManager.getLogManager().getLogger("");
            all.setLevel(java.util.logging.Level.ALL);
            all.addHandler(handler);
        }

        void end() {
            root.setLevel(level);
            root.detachAppender(this);
            java.util.logging.Logger all = LogManager.getLogManager().getLogger("");
            all.setLevel(java.util.logging.Level.INFO);
            all.removeHandler(handler);
            stop();
        }

        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getLoggerName() + " " + event.getFormattedMessage());
            if (event.getThrowableProxy() != null) {
                lines.add(ThrowableProxyUtil.asString(event.getThrowableProxy()));
            }
        }

        String text() {
            return String.join("\n", List.copyOf(lines));
        }
    }

    @BeforeEach
    void open() throws IOException {
        providers = new ThreeProviders(clock);
        providers.served();
        String text = providers.asking(folder, providers.unpacked(folder));
        job =
                Files.writeString(
                        folder.resolve("job.yaml"),
                        text.replace(
                                                "/demo\", username: sa, password: \"\"",
                                                "/demo;USER=sa;PASSWORD=" + PASSWORD + "\"")
                                        .replace("${DEMO}", folder.toString())
                                        .replace(
                                                "  replay: {mode: books}",
                                                "  outbox: {endpoint: {url:"
                                                        + " \"https://localhost:9/hook?key="
                                                        + QUERY
                                                        + "\", secret: "
                                                        + WEBHOOK
                                                        + ", timeout: 1s}, tries: 1}\n"
                                                        + "  replay: {mode: books}")
                                + "\n");
        Collections.addAll(secrets, StripeFake.KEY, WEBHOOK.substring(6), QUERY, PASSWORD);
        secrets.add(
                providers.alipay.settings().getOrDefault("private-key", "").substring(100, 140));
        secrets.add(
                Files.readString(folder.resolve("apiclient_key.pem")).substring(100, 140).strip());
        books();
        log.open();
    }

    @AfterEach
    void close() {
        log.end();
        providers.close();
    }

    @Test
    void isShownWhenAllGoesWellOrAnythingFails() throws IOException {
        StringBuilder said = new StringBuilder();

        said.append(run("check"));
        providers.stripe.spoil(
                _ -> StripeFake.error(401, "invalid", "Invalid API Key: " + StripeFake.KEY));
        said.append(run("fetch", "--date", "2026-11-28", "--account", "stripe-shop"));
        providers.stripe.spoil(_ -> StripeFake.error(404, "gone", "no " + StripeFake.KEY));
        said.append(run("fetch", "--date", "2026-11-28", "--account", "stripe-shop"));
        providers.alipay.hostAnswers(new MockResponse.Builder().code(302).build());
        said.append(run("reconcile", "--date", "2026-11-28", "--account", "alipay-shop"));
        said.append(run("fetch", "--date", "2026-11-27", "--account", "wechat-shop"));
        said.append(run("reconcile", "--date", "2026-11-28"));
        said.append(run("reconcile", "--date", "2026-11-28", "--rerun"));
        said.append(run("outbox", "relay"));
        said.append(run("breaks", "list"));
        Files.writeString(job, Files.readString(job).replace(PASSWORD, PASSWORD + "No"));
        said.append(run("reconcile", "--date", "2026-11-27"));
        said.append(run("check"));

        assertThat(said).contains("wechat-shop", "exit 0", "exit 1", "exit 2");
        // nothing ended for a reason of the test's own
        assertThat(log.text()).doesNotContain("NullPointerException", "UnsupportedOperation");
        for (String secret : secrets) {
            assertThat(said.toString().contains(secret)).as("said: " + secret).isFalse();
            assertThat(lines(log.text(), secret)).as("logged: " + secret).isEmpty();
            assertThat(lines(rows(), secret)).as("in the database: " + secret).isEmpty();
            assertThat(holding(secret)).as("in files: " + secret).isEmpty();
        }
    }

    /** The log itself is heard: what is no secret is found by the same means. */
    @Test
    void isLookedForWhereSomethingIs() throws IOException {
        run("reconcile", "--date", "2026-11-28", "--account", "wechat-shop");

        assertThat(log.text()).contains("tplus1_revision");
        assertThat(rows()).contains("4200002849202611280000000005");
        assertThat(holding("4200002849202611280000000005")).isNotEmpty();
    }

    private String run(String... args) {
        Spoken spoken = new Spoken();
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--job", job.toString(), "--verbose"));
        int code =
                Cli.run(
                        all.toArray(String[]::new),
                        spoken.terminal(),
                        Map.of(),
                        () -> new CommandWork(clock));
        return String.join(" ", args) + ": exit " + code + "\n" + spoken.out() + spoken.err();
    }

    private static List<String> lines(String text, String secret) {
        return text.lines().filter(line -> line.contains(secret)).limit(5).toList();
    }

    private DatabaseSettings settings() {
        return new DatabaseSettings("jdbc:h2:file:" + folder.resolve("demo"), "sa", PASSWORD);
    }

    private void books() {
        try (Database database = Database.open("database", settings())) {
            database.migrate(Schema.OWN, Schema.BOOKS, Schema.CALLBACK);
            new ResourceDatabasePopulator(
                            false,
                            false,
                            "UTF-8",
                            new FileSystemResource(folder.resolve("books.sql")))
                    .execute(database.dataSource());
        }
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

    /** Files that a run left: reports, archive, what lies about; not the settings themselves. */
    private List<String> holding(String secret) throws IOException {
        List<String> holding = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder.resolve("reports"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
                if (bytes.contains(secret)) {
                    holding.add(file.toString());
                }
            }
        }
        return holding;
    }
}
