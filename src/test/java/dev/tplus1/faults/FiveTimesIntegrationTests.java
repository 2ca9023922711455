package dev.tplus1.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** The same date, again and again: nothing happens twice. */
@Execution(ExecutionMode.CONCURRENT)
class FiveTimesIntegrationTests {
    private static final int TIMES = 5;
    private static final int ANEW = FaultFigures.scale() > 1 ? TIMES : 2;
    private static final AtomicInteger DATES = new AtomicInteger();

    /**
     * Which revision looked last, and when: the only trace that looking again leaves on a break.
     */
    private static final Set<String> LOOKED = Set.of("last_revision", "updated_at");

    @AfterAll
    static void tell() {
        FaultFigures.row(
                "the same date five times, and " + ANEW + " times anew",
                DATES + " dates",
                "identical rows from the second on, 0 new alerts");
    }

    @Test
    void changesNothingFromTheSecondOn(@TempDir Path folder) {
        for (int date = 0; date < FaultFigures.scale(); date++) {
            try (Scene scene = Scene.mixed(folder.resolve("date-" + date))) {
                scene.finish();
                Map<String, List<String>> first = scene.tables(Set.of());
                scene.effectsOnce(Scene.EFFECTS);
                Map<String, List<String>> outcome = scene.outcome();
                for (int n = 2; n <= TIMES; n++) {
                    assertThat(scene.finish().out()).contains("already reconciled as r1");
                    assertThat(scene.tables(Set.of())).isEqualTo(first);
                    scene.isLike(outcome);
                }
                anew(scene);
            }
            DATES.incrementAndGet();
        }
    }

    private static void anew(Scene scene) {
        Map<String, List<String>> before = scene.tables(LOOKED);
        Map<String, List<String>> second = Map.of();
        for (int n = 1; n <= ANEW; n++) {
            scene.finish("--rerun");
            Map<String, List<String>> after = scene.tables(LOOKED);
            for (String table : List.of("orders", "refunds", "payment_callback_log", "outbox")) {
                assertThat(after.get(table)).as(table).isEqualTo(before.get(table));
            }
            assertThat(after.get("tplus1_revision")).hasSize(1 + n);
            String summary =
                    Scene.read(scene.dateFolder().resolve("r" + (1 + n) + "/summary.json"));
            assertThat(summary)
                    .contains("\"opened\": 0")
                    .contains("\"applied\": 0")
                    .contains("\"revision\": " + (1 + n));
            if (n > 1) {
                assertThat(after.get("tplus1_break")).isEqualTo(second.get("tplus1_break"));
                assertThat(after.get("tplus1_audit_event"))
                        .isEqualTo(second.get("tplus1_audit_event"));
            } else {
                second = after;
            }
        }
        scene.isTidy();
    }
}
