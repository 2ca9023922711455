package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.JobFile;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The sample date, handed out by all three providers at once and asked back before each replay. */
class ProvidersNightTests {
    private static final String MORNING = "2026-11-29T02:07:00Z";
    private static final List<String> OF_FILES = List.of("sha256", "files", "bytes", "receivedAt");

    @TempDir private Path folder;
    private final NightClock clock = new NightClock(MORNING);
    private ThreeProviders providers;

    @BeforeEach
    void open() throws IOException {
        providers = new ThreeProviders(clock);
    }

    @AfterEach
    void close() {
        providers.close();
    }

    @Test
    void endsAsTheSameFilesFromAFolderDo() throws IOException {
        Path files = folder.resolve("files");
        Map<String, NightResult.Ran> fromFolders = night(files, providers.unpacked(files));
        providers.served();
        Path apis = folder.resolve("apis");

        Map<String, NightResult.Ran> fromApis =
                night(apis, providers.asking(apis, providers.unpacked(apis)));

        assertThat(fromApis.keySet()).containsExactly("alipay-shop", "stripe-shop", "wechat-shop");
        for (String account : fromApis.keySet()) {
            Path left = of(fromApis, account).folder();
            Path same = of(fromFolders, account).folder();
            assertThat(summary(left)).as(account).isEqualTo(summary(same));
            assertThat(unasked(left.resolve("breaks.csv")))
                    .isEqualTo(Files.readString(same.resolve("breaks.csv")));
        }
        assertThat(providers.wechatPay.targets())
                .anyMatch(target -> target.contains("/W202611280005?"))
                .anyMatch(target -> target.endsWith("/refunds/WR0002"));
        try (Stream<Path> left = Files.walk(apis)) {
            assertThat(left.map(Path::toString))
                    .noneMatch(name -> name.endsWith(".part") || name.contains(".incoming-"));
        }
    }

    @Test
    void replaysNothingThatAProviderTakesBack() throws IOException {
        providers.served();
        providers.wechatPay.order("W202611280005", "4200002849202611280000000005", "REFUND", 8800);
        Path apis = folder.resolve("apis");

        NightResult.Ran ran =
                of(night(apis, providers.asking(apis, providers.unpacked(apis))), "wechat-shop");

        assertThat(ran.summary().replays().applied()).isEqualTo(1);
        assertThat(ran.summary().replays().refused()).isEqualTo(1);
        assertThat(Files.readString(ran.folder().resolve("breaks.csv")).lines())
                .filteredOn(line -> line.contains("W202611280005") && line.contains("MISSED"))
                .singleElement()
                .asString()
                .contains(",alert,OPEN,")
                .contains("Asked before it, the provider said otherwise");
    }

    /** What the provider said before a replay stands in the note, which is all that differs. */
    private static String unasked(Path csv) throws IOException {
        return Files.readString(csv)
                .replace("\"Asked before the replay, the provider said: it stands.\"", "");
    }

    private static JsonNode summary(Path of) {
        ObjectNode summary =
                (ObjectNode) JsonMapper.shared().readTree(of.resolve("summary.json").toFile());
        OF_FILES.forEach(((ObjectNode) summary.get("statement"))::remove);
        return summary;
    }

    private static NightResult.Ran of(Map<String, NightResult.Ran> ran, String account) {
        return Objects.requireNonNull(ran.get(account));
    }

    private Map<String, NightResult.Ran> night(Path at, String text) throws IOException {
        Path file = Files.writeString(at.resolve("job.yaml"), text);
        JobFile job = JobFile.read(file, Map.of("DEMO", at.toString()));
        try (Database database =
                TestDatabases.opened(job.database(), Schema.OWN, Schema.BOOKS, Schema.CALLBACK)) {
            new ResourceDatabasePopulator(
                            false, false, "UTF-8", new FileSystemResource(at.resolve("books.sql")))
                    .execute(database.dataSource());
        }
        Map<String, NightResult.Ran> ran = new TreeMap<>();
        try (Nightly nightly = Nightly.open(job, "job.yaml", clock, Pauses.REAL, Watcher.NOBODY)) {
            for (NightResult result :
                    nightly.reconcile(
                            new NightRequest(
                                    ThreeProviders.DATE,
                                    List.of(),
                                    List.of(),
                                    false,
                                    false,
                                    Duration.ZERO))) {
                assertThat(result).isInstanceOf(NightResult.Ran.class);
                ran.put(result.account(), (NightResult.Ran) result);
            }
        }
        return ran;
    }
}
