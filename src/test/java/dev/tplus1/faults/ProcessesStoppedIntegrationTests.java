package dev.tplus1.faults;

import static dev.tplus1.faults.Proxy.Moment.BEFORE;
import static dev.tplus1.faults.Proxy.Moment.UNANSWERED;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.faults.Proxy.Point;
import dev.tplus1.lease.Leases;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Processes that sleep longer than their lease, and processes that are asked to stop. */
@Execution(ExecutionMode.CONCURRENT)
class ProcessesStoppedIntegrationTests {
    private static final String LOG = "INSERT INTO payment_callback_log";
    private static final int STOPPED = 143;
    private static final int PATIENCE_SECONDS = 20;
    private static final int BATCHES = 5;
    private static final int MANY = BATCHES * Scene.AT_ONCE;
    private static final int TERMINATED = FaultFigures.scale() == 1 ? 1 : 3 * FaultFigures.scale();
    private static final long SEED = Long.getLong("faults.seed", System.nanoTime());

    private static final AtomicInteger SLEPT = new AtomicInteger();
    private static final AtomicInteger ASKED = new AtomicInteger();

    @AfterAll
    static void tell() {
        FaultFigures.row(
                "SIGSTOP longer than the lease, then SIGCONT",
                SLEPT + " times",
                "the sleeper wrote nothing more, outcome as undisturbed");
        FaultFigures.row(
                "SIGTERM in the replays, seed " + SEED,
                ASKED + " times",
                "exit 143 within " + PATIENCE_SECONDS + " s, one restart, outcome as undisturbed");
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void writesNothingMoreAfterASleepLongerThanItsLease(@TempDir Path folder) {
        Map<String, List<String>> undisturbed;
        try (Scene scene = Scene.mixed(folder.resolve("undisturbed"))) {
            scene.finish();
            undisturbed = scene.outcome();
        }
        try (Scene scene = Scene.mixed(folder.resolve("slept"));
                Proxy proxy = new Proxy(scene.settings.url())) {
            // in the middle of a transaction: the server has to end it, with the locks it holds
            sleepsThroughItsLease(scene, proxy, Point.at(BEFORE, 1, "INSERT INTO outbox"));

            scene.isLike(undisturbed);
        }
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void writesNothingMoreIntoBooksElsewhereAfterASleepLongerThanItsLease(@TempDir Path folder) {
        Map<String, List<String>> undisturbed;
        try (Scene scene = Scene.ofTwoDatabases(folder.resolve("undisturbed")).mixed()) {
            scene.finish();
            undisturbed = scene.outcome();
        }
        try (Scene scene = Scene.ofTwoDatabases(folder.resolve("slept")).mixed();
                Proxy proxy = new Proxy(scene.settings.url())) {
            proxy.passing(Point.commit(UNANSWERED, 2, LOG), () -> {});

            // before it asks the fence of its next transaction: the one beside these books
            sleepsThroughItsLease(scene, proxy, Point.at(BEFORE, 1, "SET autocommit=0"));

            scene.isLike(undisturbed);
        }
    }

    private static void sleepsThroughItsLease(Scene scene, Proxy proxy, Point point) {
        CompletableFuture<Processes> sleeper = new CompletableFuture<>();
        CompletableFuture<Boolean> sleeps = new CompletableFuture<>();
        proxy.passing(
                point,
                () -> {
                    sleeper.join().pause();
                    sleeps.complete(true);
                });
        Processes first = scene.start(proxy);
        sleeper.complete(first);
        sleeps.join();
        Scene.until(() -> secondsSinceItsLastSignOfLife(scene) > Leases.TIME_TO_LIVE.toSeconds());

        scene.finish();
        Map<String, List<String>> after = scene.outcome();
        first.wake();

        assertThat(first.code()).as(first.err()).isEqualTo(1);
        assertThat(first.err())
                .startsWith("tplus1: shop 2026-11-28: ")
                .contains("another run took it over")
                .hasLineCount(1);
        scene.isLike(after);
        scene.effectsOnce(Scene.EFFECTS);
        assertThat(scene.finish().out()).contains("already reconciled as r1");
        SLEPT.incrementAndGet();
    }

    private static long secondsSinceItsLastSignOfLife(Scene scene) {
        return Objects.requireNonNull(
                scene.database
                        .jdbc()
                        .sql(
                                "SELECT TIMESTAMPDIFF(SECOND, heartbeat_at, UTC_TIMESTAMP(6))"
                                        + " FROM tplus1_lease")
                        .query(Long.class)
                        .single());
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void stopsInTimeWhenAskedInItsReplaysAndIsFinishedByTheNextStart(@TempDir Path folder) {
        Random random = new Random(SEED);
        Map<String, List<String>> undisturbed;
        int statements;
        try (Scene scene = many(folder.resolve("undisturbed"));
                Proxy proxy = new Proxy(scene.settings.url())) {
            Point last = Point.commit(UNANSWERED, BATCHES, LOG);
            CompletableFuture<Integer> begin = new CompletableFuture<>();
            CompletableFuture<Integer> end = new CompletableFuture<>();
            proxy.passing(Point.at(BEFORE, 1, LOG), () -> begin.complete(proxy.statements()));
            proxy.passing(
                    new Point(last.name(), last.matches(), BATCHES, last.moment()),
                    () -> end.complete(proxy.statements()));
            Processes process = scene.start(proxy);
            assertThat(process.code()).as(process.err()).isZero();
            undisturbed = scene.outcome();
            statements = end.join() - begin.join();
        }
        for (int n = 0; n < TERMINATED; n++) {
            int nth = 1 + random.nextInt(statements);
            try (Scene scene = many(folder.resolve("asked-" + n));
                    Proxy proxy = new Proxy(scene.settings.url())) {
                CompletableFuture<Processes> victim = new CompletableFuture<>();
                proxy.passing(Point.at(BEFORE, 1, LOG), () -> {});
                proxy.passing(
                        new Point("any", (_, _) -> true, nth, UNANSWERED),
                        () -> victim.join().terminate());
                Processes process = scene.start(proxy);
                victim.complete(process);
                Scene.until(() -> proxy.done() || !process.alive());

                assertThat(process.code(PATIENCE_SECONDS)).as(process.err()).isEqualTo(STOPPED);
                assertThat(process.err()).contains("stopped: ").hasLineCount(1);
                scene.finish();

                scene.isLike(undisturbed);
                scene.isTidy();
                scene.effectsOnce(MANY);
            }
            ASKED.incrementAndGet();
        }
    }

    private static Scene many(Path folder) {
        Scene scene = Scene.empty(folder);
        scene.missed(1, MANY);
        scene.written();
        return scene;
    }
}
