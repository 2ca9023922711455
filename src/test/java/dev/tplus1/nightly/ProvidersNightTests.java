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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The sample date, handed out by all three providers at once, one of which takes a payment back.
 */
class ProvidersNightTests {
    private static final String MORNING = "2026-11-29T02:07:00Z";

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
