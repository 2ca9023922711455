package dev.tplus1.faults;

import static dev.tplus1.faults.Proxy.Moment.UNANSWERED;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.faults.Proxy.Point;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Several processes started together on one date: one runs, the others learn that it does, or that
 * it did.
 */
@Execution(ExecutionMode.CONCURRENT)
class StartsIntegrationTests {
    private static final int ROUNDS = 10 * FaultFigures.scale();
    private static final int ELSEWHERE = 5;

    private static final AtomicInteger DONE = new AtomicInteger();
    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final AtomicInteger BUSY = new AtomicInteger();
    private static final AtomicInteger CAME_LATER = new AtomicInteger();
    private static Map<String, List<String>> ofOne = Map.of();
    private static Map<String, List<String>> ofOneOnAnEmptyDatabase = Map.of();

    @BeforeAll
    static void runAlone(@TempDir Path folder) {
        try (Scene scene = Scene.mixed(folder.resolve("mixed"))) {
            scene.finish();
            ofOne = scene.outcome();
        }
        try (Scene scene = fresh(folder.resolve("fresh"))) {
            scene.finish();
            ofOneOnAnEmptyDatabase = scene.outcome();
        }
    }

    @AfterAll
    static void tell() {
        FaultFigures.row(
                "processes started together on one date",
                DONE + " rounds",
                STARTED
                        + " processes: one ran in each round, "
                        + BUSY
                        + " exit 5, "
                        + CAME_LATER
                        + " found it done; 0 overlaps");
    }

    static Stream<Integer> freshRounds() {
        return IntStream.range(0, ROUNDS).filter(round -> round % 2 == 0).boxed();
    }

    static Stream<Integer> roundsAfterAFailure() {
        return IntStream.range(0, ROUNDS).filter(round -> round % 2 == 1).boxed();
    }

    /** Not even the tables are there: the processes also race to make them. */
    private static Scene fresh(Path folder) {
        Scene scene = Scene.bare(folder);
        IntStream.rangeClosed(1, 5).forEach(n -> scene.paid(n, Scene.at(n)));
        scene.written();
        return scene;
    }

    @ParameterizedTest
    @MethodSource("freshRounds")
    void oneRunsOnAnEmptyDatabase(int round, @TempDir Path folder) {
        try (Scene scene = fresh(folder)) {
            together(scene, round);

            scene.isLike(ofOneOnAnEmptyDatabase);
            noOverlaps(scene, 1);
        }
    }

    @ParameterizedTest
    @MethodSource("roundsAfterAFailure")
    void oneGoesOnAfterAFailure(int round, @TempDir Path folder) {
        try (Scene scene = Scene.mixed(folder)) {
            try (Proxy proxy = new Proxy(scene.settings.url())) {
                CompletableFuture<Processes> victim = new CompletableFuture<>();
                proxy.cutting(
                        Point.commit(UNANSWERED, 2, "INSERT INTO payment_callback_log"),
                        () -> victim.join().kill());
                victim.complete(scene.start(proxy));
                victim.join().code();
            }

            together(scene, round);

            scene.isLike(ofOne);
            noOverlaps(scene, 2);
            scene.effectsOnce(Scene.EFFECTS);
        }
    }

    private static void together(Scene scene, int round) {
        List<Processes> processes = new ArrayList<>();
        for (int n = 0; n < 2 + round / 2 % 3; n++) {
            processes.add(scene.start());
        }
        int ran = 0;
        for (Processes process : processes) {
            int code = process.code();
            if (code == ELSEWHERE) {
                assertThat(process.err())
                        .startsWith("tplus1: shop 2026-11-28: running elsewhere: ")
                        .hasLineCount(1);
                BUSY.incrementAndGet();
            } else {
                assertThat(code).as(process.err()).isZero();
                assertThat(process.err()).isEmpty();
                if (process.out().contains("already reconciled as r1")) {
                    CAME_LATER.incrementAndGet();
                } else {
                    ran++;
                }
            }
        }
        assertThat(ran).as("processes that ran").isEqualTo(1);
        STARTED.addAndGet(processes.size());
        DONE.incrementAndGet();
    }

    private static void noOverlaps(Scene scene, int executions) {
        record Span(LocalDateTime from, LocalDateTime to) {}
        List<Span> all =
                scene.database
                        .jdbc()
                        .sql(
                                "SELECT START_TIME, END_TIME FROM TPLUS1_BATCH_JOB_EXECUTION"
                                        + " ORDER BY START_TIME")
                        .query((row, _) ->
                                new Span(
                                        row.getObject(1, LocalDateTime.class),
                                        row.getObject(2, LocalDateTime.class)))
                        .list();
        assertThat(all).hasSize(executions);
        for (int n = 1; n < all.size(); n++) {
            assertThat(all.get(n).from()).isAfterOrEqualTo(all.get(n - 1).to());
        }
        assertThat(scene.count("tplus1_lease")).isEqualTo(1);
        scene.isTidy();
    }
}
