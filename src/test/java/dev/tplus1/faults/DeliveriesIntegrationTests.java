package dev.tplus1.faults;

import static dev.tplus1.faults.Proxy.Moment.BEFORE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.faults.Proxy.Point;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Every callback of a date brought at once, by two providers' JVMs and a run that replays it. */
@Execution(ExecutionMode.CONCURRENT)
class DeliveriesIntegrationTests {
    private static final boolean WHOLE = FaultFigures.scale() > 1;
    private static final int CALLBACKS = WHOLE ? 1000 : 300;
    private static final int DELIVERIES = WHOLE ? 20 : 10;
    private static final int JVMS = 2;

    @Test
    void appliesEachOnceAndTellsEverybodyElse(@TempDir Path folder) {
        try (Scene scene = Scene.empty(folder);
                Proxy proxy = new Proxy(scene.settings.url())) {
            scene.missed(1, CALLBACKS);
            scene.written();
            List<Processes> providers =
                    IntStream.range(0, JVMS).mapToObj(n -> provider(scene, n)).toList();
            awaitReady(scene, providers);
            // all start together: with the first replay, which a provider is not too late for
            proxy.passing(
                    Point.at(BEFORE, 1, "INSERT INTO payment_callback_log"),
                    () -> {
                        Scene.write(scene.folder().resolve(DeliveriesMain.GO + true), "");
                        Processes against = providers.getLast();
                        Path first = scene.folder().resolve(DeliveriesMain.FIRST + against.pid());
                        Scene.until(() -> Files.exists(first) || !against.alive());
                        Scene.write(scene.folder().resolve(DeliveriesMain.GO + false), "");
                    });

            Processes run = scene.start(proxy);
            List<String> said = new ArrayList<>();
            for (Processes provider : providers) {
                assertThat(provider.code()).as(provider.err()).isZero();
                said.addAll(provider.out().lines().toList());
            }

            assertThat(run.code()).as(run.err()).isZero();
            appliedOnce(scene, said);
        }
    }

    /** One in the order of the run, one against it: so each of both comes first somewhere. */
    private static Processes provider(Scene scene, int nth) {
        return Processes.main(
                scene.folder(),
                DeliveriesMain.class,
                scene.settings.url(),
                Objects.requireNonNullElse(scene.settings.username(), ""),
                String.valueOf(CALLBACKS),
                String.valueOf(DELIVERIES / JVMS),
                scene.folder().toString(),
                String.valueOf(nth % 2 == 1));
    }

    private static void awaitReady(Scene scene, List<Processes> providers) {
        Scene.until(() -> {
            assertThat(providers).allMatch(Processes::alive);
            return ready(scene.folder()) == providers.size();
        });
    }

    private static int ready(Path folder) {
        int ready = 0;
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(folder, DeliveriesMain.READY + "*")) {
            for (Path _ : found) {
                ready++;
            }
            return ready;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void appliedOnce(Scene scene, List<String> said) {
        assertThat(said).hasSize(CALLBACKS * DELIVERIES);
        assertThat(said)
                .allMatch(line -> line.startsWith("applied T") || line.startsWith("already T"));
        List<String> byProviders = said.stream().filter(s -> s.startsWith("applied")).toList();
        assertThat(byProviders).doesNotHaveDuplicates().isNotEmpty();
        String summary = Scene.read(scene.dateFolder().resolve("r1/summary.json"));
        long byRun = figure(summary, "applied");
        assertThat(byRun + figure(summary, "alreadyApplied")).isEqualTo(CALLBACKS);
        assertThat(byRun + byProviders.size()).isEqualTo(CALLBACKS);
        assertThat(scene.count("payment_callback_log WHERE run_id = '" + Scene.RUN + "'"))
                .isEqualTo(byRun);
        scene.effectsOnce(CALLBACKS);
        assertThat(scene.count("(SELECT DISTINCT message_key FROM outbox) AS keys_of_all"))
                .isEqualTo(CALLBACKS);
        assertThat(scene.count("orders WHERE status = 'PAID' AND version = 1"))
                .isEqualTo(CALLBACKS);
        assertThat(
                        scene.database
                                .jdbc()
                                .sql("SELECT SUM(amount_minor) FROM orders WHERE status = 'PAID'")
                                .query(Long.class)
                                .single())
                .isEqualTo(CALLBACKS * Scene.AMOUNT_MINOR);
        scene.isTidy();
        FaultFigures.row(
                "one callback at once from two JVMs and a replay",
                CALLBACKS + " x " + (DELIVERIES + 1),
                "each applied once: "
                        + byProviders.size()
                        + " by providers, "
                        + byRun
                        + " by the run; 0 errors");
    }

    private static long figure(String summary, String name) {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*(\\d+)").matcher(summary);
        assertThat(found.find()).as(name).isTrue();
        return Long.parseLong(found.group(1));
    }
}
