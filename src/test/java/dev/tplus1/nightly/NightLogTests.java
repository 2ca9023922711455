package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a night logs of itself, read from the file that it leaves. */
class NightLogTests {
    private static final String DATE = "2026-11-28";

    /** The threads that work on one run at a time. */
    private static final String OF_A_RUN = "books|(account|confirm|replay)-\\d+";

    @TempDir private Path folder;
    private final NightClock clock = new NightClock("2026-11-29T02:07:00Z");
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final List<Appender<ILoggingEvent>> others = new ArrayList<>();

    @BeforeEach
    void keepTheConsoleEmpty() {
        root.iteratorForAppenders().forEachRemaining(others::add);
        others.forEach(root::detachAppender);
    }

    @AfterEach
    void giveTheConsoleBack() {
        others.forEach(root::addAppender);
    }

    @BeforeEach
    void unpack() throws IOException {
        Path samples = Path.of("sample-statements");
        try (Stream<Path> files = Files.walk(samples)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(samples.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private String run(String logs, String... command) throws IOException {
        Path job = folder.resolve("demo.yaml");
        String text = Files.readString(Path.of("sample-statements/demo.yaml"));
        Files.writeString(job, text + "  logs: " + logs + "\n");
        Spoken spoken = new Spoken();
        int code =
                Cli.run(
                        Stream.concat(Stream.of(command), Stream.of("--job", job.toString()))
                                .toArray(String[]::new),
                        spoken.terminal(),
                        Map.of("DEMO", folder.toString()),
                        () -> new CommandWork(clock, (_, _) -> {}));
        return "exit " + code + "\n" + spoken.out() + spoken.err();
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(folder.resolve("night.log"));
    }

    private List<JsonNode> events() throws IOException {
        return lines().stream().map(line -> JsonMapper.shared().readTree(line)).toList();
    }

    private static String field(JsonNode event, String name) {
        return event.path(name).asString("");
    }

    @Test
    void isToldFromItsBeginToOneLineAtItsEnd() throws IOException {
        Files.delete(folder.resolve("alipay/alipay-2026-11-28.csv"));

        String said = run("{file: '${DEMO}/night.log'}", "reconcile", "--date", DATE);

        assertThat(said).startsWith("exit 4\n");
        String run = " demo/wechat-shop/2026-11-28";
        List<String> all = lines().stream().map(line -> line.substring(25)).toList();
        assertThat(all.stream().filter(line -> line.contains("/wechat-shop/")))
                .element(0)
                .isEqualTo("INFO " + run + " begun");
        assertThat(all)
                .anyMatch(line -> line.matches("INFO " + run + "/r1 check done in [\\d.]+ s"))
                .anyMatch(line -> line.startsWith("INFO " + run + "/r1 reconciled: 17 in the"))
                .anyMatch(line -> line.startsWith("INFO " + run + "/r1 ended as RECONCILED after"))
                .anyMatch(line -> line.contains("demo/alipay-shop/2026-11-28/r1 not ready: "));
        assertThat(all.getLast())
                .matches("INFO  demo 3 accounts: [a-z0-9, ]+; exit 4; [\\d.]+ s")
                .contains("2 reconciled", "1 not ready");
        // what is no fault has no trace
        assertThat(all).noneMatch(line -> line.contains("at dev.tplus1"));
    }

    @Test
    void carriesTheIdOfItsRunWhateverIsLoggedOnWhichThread() throws IOException {
        String logs = "{format: ecs, level: trace, file: '${DEMO}/night.log'}";

        String said = run(logs, "reconcile", "--date", DATE);

        assertThat(said).startsWith("exit 0\n");
        List<JsonNode> events = events();
        List<JsonNode> ofRuns =
                events.stream()
                        .filter(event -> field(event, "process.thread.name").matches(OF_A_RUN))
                        .toList();
        assertThat(ofRuns)
                .isNotEmpty()
                .allSatisfy(event ->
                        assertThat(field(event, "tplus1.run"))
                                .matches("demo/[a-z]+-shop/2026-11-28(/r1)?"));
        assertThat(events)
                .allSatisfy(event -> assertThat(field(event, "tplus1.job")).isEqualTo("demo"));
        assertThat(events)
                .filteredOn(event -> field(event, "process.thread.name").equals("main"))
                .allSatisfy(event -> assertThat(event.has("tplus1.run")).isFalse());
        JsonNode last = events.getLast();
        assertThat(last.path("tplus1.exit_code").asInt(-1)).isZero();
        assertThat(last.path("tplus1.dates.reconciled").asInt()).isEqualTo(3);
    }

    @Test
    void hasTheTraceOfWhatIsSaidInOneLine() throws IOException {
        Files.createDirectories(folder.resolve("demo.mv.db"));

        String said = run("{format: ecs, file: '${DEMO}/night.log'}", "reconcile", "--date", DATE);

        assertThat(said).doesNotStartWith("exit 0").doesNotContain("\tat ");
        assertThat(events())
                .anySatisfy(event -> {
                    assertThat(field(event, "log.level")).isEqualTo("ERROR");
                    assertThat(field(event, "error.stack_trace")).contains("at dev.tplus1.");
                });
    }

    @Test
    void leavesTheLoggersAsTheyWere() throws IOException {
        Level level = root.getLevel();

        run("{file: '${DEMO}/night.log', level: trace}", "status");

        assertThat(root.getLevel()).isEqualTo(level);
        assertThat(root.getAppender("file")).isNull();
        assertThat(System.getProperty("org.springframework.boot.logging.LoggingSystem")).isNull();
    }

    @Test
    void isNotBegunWhereItsFileCannotBeWritten() throws IOException {
        String said = run("{file: '${DEMO}'}", "reconcile", "--date", DATE);

        assertThat(said)
                .startsWith("exit 2\n")
                .contains("tplus1: logs.file: " + folder + ": cannot be written");
    }
}
