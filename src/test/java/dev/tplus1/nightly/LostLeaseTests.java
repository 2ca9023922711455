package dev.tplus1.nightly;

import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.lease.LeaseLostException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A run whose date another one takes over while it sleeps, and that then wakes up. */
final class LostLeaseTests {
    @TempDir private Path folder;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        ResumeFixture.fill(shop);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fetching",
                "reading the statement",
                "comparing",
                "replaying",
                "checking the replays",
                "concluding"
            })
    void writesNothingMoreWhateverStepItWasIn(String step) {
        Map<String, List<String>> then = new HashMap<>();
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals(step)) {
                takenOver();
                then.putAll(shop.everything());
            }
        });

        NightResult result = shop.run(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.Failed.class,
                        failed ->
                                assertThat(failed.cause())
                                        .isInstanceOf(LeaseLostException.class)
                                        .hasMessageContaining("run it again"));
        assertThat(shop.everything()).isEqualTo(then);
        assertThat(shop.files().keySet())
                .as("what was received may be kept, nothing else is left")
                .allMatch(file -> file.startsWith("night/.archive/"));
    }

    @Test
    void leavesTheReportOfAConcludedDateToWhoeverTookItOver() {
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("concluding")) {
                shop.clock.whenAsked(() -> {
                    if (shop.count("tplus1_audit_event") > 0) {
                        takenOver();
                    }
                });
            }
        });

        NightResult stale = shop.run(DATE);
        shop.clock.live();
        shop.watcher(Watcher.NOBODY);
        shop.restart();
        long concluded = shop.count("tplus1_revision WHERE published_at IS NOT NULL");
        freed();
        NightResult next = shop.run(DATE);

        assertThat(stale).isInstanceOf(NightResult.Failed.class);
        assertThat(concluded).isZero();
        assertThat(next).isInstanceOf(NightResult.Ran.class);
        assertThat(shop.latest(DATE)).isEqualTo("r1");
    }

    private void takenOver() {
        shop.database
                .jdbc()
                .sql("UPDATE tplus1_lease SET owner = 'another', token = token + 1")
                .update();
    }

    private void freed() {
        shop.database.jdbc().sql("UPDATE tplus1_lease SET owner = NULL").update();
    }
}
