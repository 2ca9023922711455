package dev.tplus1.faults;

import static dev.tplus1.faults.Proxy.Moment.AFTER;
import static dev.tplus1.faults.Proxy.Moment.BEFORE;
import static dev.tplus1.faults.Proxy.Moment.UNANSWERED;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.faults.Proxy.Moment;
import dev.tplus1.faults.Proxy.Point;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A process that is killed, at a named point or anywhere: one more start of its date ends as if
 * nothing had happened, without anybody's help, and all that was done was done once.
 */
@Execution(ExecutionMode.CONCURRENT)
class KillIntegrationTests {
    private static final int KILLED = 137;
    private static final int TRIES = 8;
    private static final long SEED = Long.getLong("faults.seed", System.nanoTime());
    private static final int RANDOM = FaultFigures.scale() == 1 ? 1 : 12 * FaultFigures.scale();

    private static final List<Moment> MOMENTS = List.of(Moment.values());

    private static final String LOG = "INSERT INTO payment_callback_log";
    private static final String CONCLUDED = "UPDATE tplus1_revision SET state = 'CONCLUDED'";
    private static final String STEP = "INSERT INTO TPLUS1_BATCH_STEP_EXECUTION(";
    private static final String STEP_ENDS = "UPDATE TPLUS1_BATCH_STEP_EXECUTION";
    private static final String JOB_ENDS = "UPDATE TPLUS1_BATCH_JOB_EXECUTION";
    private static final String GIVEN_BACK = "UPDATE tplus1_lease SET owner = NULL";

    private static final AtomicInteger NAMED = new AtomicInteger();
    private static final AtomicInteger ANYWHERE = new AtomicInteger();
    private static Map<String, List<String>> undisturbed = Map.of();
    private static int statements;

    @BeforeAll
    static void runUndisturbed(@TempDir Path folder) {
        try (Scene scene = Scene.mixed(folder);
                Proxy proxy = new Proxy(scene.settings.url())) {
            Processes process = scene.start(proxy);
            assertThat(process.code()).as(process.err()).isZero();
            undisturbed = scene.outcome();
            statements = proxy.statements();
            scene.effectsOnce(Scene.EFFECTS);
        }
    }

    @AfterAll
    static void tell() {
        FaultFigures.row(
                "kill -9 at named points",
                NAMED + " points",
                "one restart each, outcome as undisturbed, effects once");
        FaultFigures.row(
                "kill -9 anywhere, of " + statements + " statements, seed " + SEED,
                ANYWHERE + " kills",
                "one restart each, outcome as undisturbed, effects once");
    }

    static Stream<Point> points() {
        return Stream.concat(
                Stream.of(
                        Point.at(AFTER, 1, "INSERT INTO tplus1_lease"),
                        Point.at(AFTER, 1, "INSERT INTO TPLUS1_BATCH_JOB_INSTANCE("),
                        Point.at(AFTER, 1, STEP, "'check'"),
                        Point.at(BEFORE, 1, "INSERT INTO tplus1_statement_return"),
                        Point.at(UNANSWERED, 1, "INSERT INTO tplus1_finding"),
                        Point.at(UNANSWERED, 1, LOG),
                        Point.at(UNANSWERED, 1, "UPDATE orders SET status"),
                        Point.at(BEFORE, 1, "INSERT INTO outbox"),
                        Point.commit(UNANSWERED, 1, "INSERT INTO tplus1_finding"),
                        Point.at(BEFORE, 1, CONCLUDED),
                        Point.commit(BEFORE, 1, CONCLUDED),
                        Point.commit(UNANSWERED, 1, CONCLUDED),
                        Point.at(BEFORE, 1, "UPDATE tplus1_revision SET published_at")),
                IntStream.rangeClosed(1, Scene.TRANSACTIONS)
                        .boxed()
                        .flatMap(n ->
                                Stream.of(
                                        Point.commit(BEFORE, n, LOG),
                                        Point.commit(UNANSWERED, n, LOG))));
    }

    @ParameterizedTest
    @MethodSource("points")
    void endsAsIfItHadNotBeenKilledAt(Point point, @TempDir Path folder) {
        try (Scene scene = Scene.mixed(folder)) {
            killed(scene, point);

            scene.finish();

            endsAsIfUndisturbed(scene);
            scene.isEnded();
        }
        NAMED.incrementAndGet();
    }

    static Stream<Point> whenAllIsDone() {
        return Stream.of(
                Point.at(BEFORE, 1, JOB_ENDS, "COMPLETED"), Point.at(BEFORE, 1, GIVEN_BACK));
    }

    @ParameterizedTest
    @MethodSource("whenAllIsDone")
    void isDoneWhenItIsKilledAfterItsReport(Point point, @TempDir Path folder) {
        try (Scene scene = Scene.mixed(folder)) {
            killed(scene, point);

            Processes next = scene.finish();

            assertThat(next.out()).contains("already reconciled as r1");
            endsAsIfUndisturbed(scene);
            // nor does what it left stand in the way of looking anew
            scene.finish("--rerun");
            scene.effectsOnce(Scene.EFFECTS);
        }
        NAMED.incrementAndGet();
    }

    static Stream<Point> anywhere() {
        Random random = new Random(SEED);
        return IntStream.range(0, RANDOM)
                .mapToObj(_ -> {
                    int nth = 1 + random.nextInt(statements);
                    Moment moment = MOMENTS.get(random.nextInt(MOMENTS.size()));
                    return new Point(
                            moment + " statement " + nth + " of the run",
                            (_, _) -> true,
                            nth,
                            moment);
                });
    }

    @ParameterizedTest
    @MethodSource("anywhere")
    void endsAsIfItHadNotBeenKilledAnywhere(Point point, @TempDir Path folder) {
        try (Scene scene = Scene.mixed(folder)) {
            killed(scene, point);

            scene.finish();

            endsAsIfUndisturbed(scene);
        }
        ANYWHERE.incrementAndGet();
    }

    static Stream<List<Point>> whileStopping() {
        return Stream.of(
                List.of(Point.at(BEFORE, 2, LOG), Point.commit(UNANSWERED, 1, LOG)),
                List.of(Point.at(BEFORE, 2, LOG), Point.at(BEFORE, 1, STEP_ENDS)),
                List.of(Point.at(BEFORE, 2, LOG), Point.at(BEFORE, 1, GIVEN_BACK)));
    }

    @ParameterizedTest
    @MethodSource("whileStopping")
    void endsAsIfItHadNotBeenKilledWhileItStopped(List<Point> points, @TempDir Path folder) {
        try (Scene scene = Scene.mixed(folder);
                Proxy proxy = new Proxy(scene.settings.url())) {
            CompletableFuture<Processes> victim = new CompletableFuture<>();
            proxy.passing(points.getFirst(), () -> victim.join().terminate());
            proxy.cutting(points.getLast(), () -> victim.join().kill());
            Processes process = scene.start(proxy);
            victim.complete(process);
            assertThat(process.code()).isEqualTo(KILLED);
            assertThat(proxy.done()).isTrue();

            scene.finish();

            endsAsIfUndisturbed(scene);
            scene.isEnded();
        }
        NAMED.incrementAndGet();
    }

    static Stream<Point> recovering() {
        return Stream.of(
                Point.at(BEFORE, 1, STEP_ENDS),
                Point.at(UNANSWERED, 1, STEP_ENDS),
                Point.at(UNANSWERED, 1, JOB_ENDS),
                Point.commit(UNANSWERED, 1, LOG));
    }

    @ParameterizedTest
    @MethodSource("recovering")
    void endsAsIfItHadNotBeenKilledAgainInItsRecovery(Point point, @TempDir Path folder) {
        try (Scene scene = Scene.mixed(folder)) {
            killed(scene, Point.commit(UNANSWERED, 2, LOG));
            killed(scene, point);

            scene.finish();

            endsAsIfUndisturbed(scene);
            scene.isEnded();
        }
        NAMED.incrementAndGet();
    }

    @Test
    void endsAsIfItHadNotBeenKilledWhileItKeptTheStatement(@TempDir Path folder) {
        killedInTheMiddle(
                folder,
                scene -> incoming(scene.archiveFolder()),
                scene -> incoming(scene.archiveFolder()));
    }

    @Test
    void endsAsIfItHadNotBeenKilledWhileItWroteItsReport(@TempDir Path folder) {
        killedInTheMiddle(
                folder,
                scene -> Files.exists(scene.dateFolder().resolve("r1")),
                scene ->
                        Files.exists(scene.dateFolder().resolve("r1"))
                                && !Files.exists(scene.dateFolder().resolve("latest")));
    }

    /** Something about what a run has left so far. */
    private interface Seen {
        boolean in(Scene scene);
    }

    /** Kills as soon as something is seen, on new scenes until it was in the middle. */
    private static void killedInTheMiddle(Path folder, Seen seen, Seen middle) {
        for (int attempt = 1; attempt <= TRIES; attempt++) {
            try (Scene scene = Scene.mixed(folder.resolve("try-" + attempt))) {
                Processes process = scene.start();
                while (!seen.in(scene) && process.alive()) {
                    // what is waited for passes in milliseconds
                    Thread.onSpinWait();
                }
                process.kill();
                if (middle.in(scene)) {
                    scene.finish();

                    endsAsIfUndisturbed(scene);
                    NAMED.incrementAndGet();
                    return;
                }
            }
        }
        throw new AssertionError("never in the middle, in " + TRIES + " tries");
    }

    private static boolean incoming(Path archive) {
        if (!Files.isDirectory(archive)) {
            return false;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(archive, ".incoming-*")) {
            return found.iterator().hasNext();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void killed(Scene scene, Point point) {
        try (Proxy proxy = new Proxy(scene.settings.url())) {
            CompletableFuture<Processes> victim = new CompletableFuture<>();
            proxy.cutting(point, () -> victim.join().kill());
            Processes process = scene.start(proxy);
            victim.complete(process);

            assertThat(process.code()).as(process.err()).isEqualTo(KILLED);
            assertThat(proxy.done()).isTrue();
        }
    }

    private static void endsAsIfUndisturbed(Scene scene) {
        scene.isLike(undisturbed);
        scene.isTidy();
        scene.effectsOnce(Scene.EFFECTS);
    }
}
