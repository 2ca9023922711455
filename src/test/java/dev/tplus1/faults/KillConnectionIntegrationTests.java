package dev.tplus1.faults;

import static dev.tplus1.faults.Proxy.Moment.BEFORE;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A connection that breaks under a process which lives on: it ends well and right, or says that it
 * failed and the next start is right. Nothing is doubled, nothing lost, no figure wrong.
 */
@Execution(ExecutionMode.CONCURRENT)
class KillConnectionIntegrationTests {
    private static final String LOG = "INSERT INTO payment_callback_log";
    private static final String CONCLUDED = "UPDATE tplus1_revision SET state = 'CONCLUDED'";

    private static final AtomicInteger WELL = new AtomicInteger();
    private static final AtomicInteger AGAIN = new AtomicInteger();
    private static Map<String, List<String>> undisturbed = Map.of();

    @BeforeAll
    static void runUndisturbed(@TempDir Path folder) {
        try (Scene scene = Scene.mixed(folder)) {
            scene.finish();
            undisturbed = scene.outcome();
        }
    }

    @AfterAll
    static void tell() {
        FaultFigures.row(
                "connections dropped",
                WELL.get() + AGAIN.get() + " points",
                WELL
                        + " ended well at once, "
                        + AGAIN
                        + " after one restart; outcome as undisturbed");
    }

    /** At scale 1 the one whose answer decides whether a callback is applied again. */
    static Stream<Point> points() {
        return FaultFigures.scale() > 1 ? allPoints() : fewPoints();
    }

    private static Stream<Point> fewPoints() {
        return Stream.of(Point.commit(UNANSWERED, 1, LOG));
    }

    private static Stream<Point> allPoints() {
        return Stream.of(
                Point.at(UNANSWERED, 1, "UPDATE orders SET status"),
                Point.commit(BEFORE, 1, LOG),
                Point.commit(UNANSWERED, 1, LOG),
                Point.commit(BEFORE, 2, LOG),
                Point.commit(UNANSWERED, 2, LOG),
                Point.commit(BEFORE, Scene.TRANSACTIONS, LOG),
                Point.commit(UNANSWERED, Scene.TRANSACTIONS, LOG),
                Point.commit(UNANSWERED, 1, "INSERT INTO tplus1_finding"),
                Point.commit(BEFORE, 1, CONCLUDED),
                Point.commit(UNANSWERED, 1, CONCLUDED),
                Point.at(UNANSWERED, 1, "INSERT INTO tplus1_lease"),
                Point.at(UNANSWERED, 1, "UPDATE tplus1_lease SET owner = NULL"));
    }

    @ParameterizedTest
    @MethodSource("points")
    void endsAsIfTheConnectionHadHeldAt(Point point, @TempDir Path folder) {
        try (Scene scene = Scene.mixed(folder);
                Proxy proxy = new Proxy(scene.settings.url())) {
            proxy.cutting(point, () -> {});
            Processes process = scene.start(proxy);

            int code = process.code();

            assertThat(proxy.done()).isTrue();
            assertThat(code).as(process.err()).isIn(0, 1);
            if (code == 0) {
                WELL.incrementAndGet();
            } else {
                assertThat(process.err()).startsWith("tplus1: ").hasLineCount(1);
                scene.finish();
                AGAIN.incrementAndGet();
            }
            scene.isLike(undisturbed);
            scene.isTidy();
            scene.effectsOnce(Scene.EFFECTS);
        }
    }
}
