package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.report.index.ReportIndex;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Several runs that end at once. */
class ReportIndexTurnsTests {
    private static final Clock CLOCK = Clock.fixed(Reports.FINISHED, ZoneOffset.UTC);

    @TempDir Path temporary;
    private Path root;
    private ReportFolder reports;

    @BeforeEach
    void open() {
        root = temporary.resolve("reports");
        reports = new ReportFolder(root);
    }

    @Test
    void theLastOfSeveralWritersShowsThemAll() throws Exception {
        int writers = 4;
        CyclicBarrier together = new CyclicBarrier(writers);
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                String job = "job-" + i;
                all.add(
                        threads.submit(() -> {
                            together.await();
                            new ReportIndex(reports, job, CLOCK)
                                    .write(
                                            false,
                                            () ->
                                                    List.of(
                                                            ReportIndexTests.account(
                                                                    "account-of-" + job)));
                            return job;
                        }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }

        String page = Files.readString(root.resolve("index.html"));

        assertThat(page)
                .contains(">account-of-job-0<", ">account-of-job-1<", ">account-of-job-2<")
                .contains(">account-of-job-3<");
        try (Stream<Path> files = Files.list(root)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            ".index.lock", "index.html", "job-0", "job-1", "job-2", "job-3");
        }
    }

    @Test
    void leavesAStateThatWasAskedForLater() throws IOException {
        Clock now = Clock.fixed(Reports.FINISHED.plusSeconds(2), ZoneOffset.UTC);
        ReportIndex other = new ReportIndex(reports, "shop", now);
        List<Instant> asked = new ArrayList<>(List.of(Reports.FINISHED, now.instant()));
        ReportIndex slow =
                new ReportIndex(
                        reports,
                        "shop",
                        new Clock() {
                            @Override
                            public Instant instant() {
                                return asked.size() > 1 ? asked.removeFirst() : asked.getFirst();
                            }

                            @Override
                            public ZoneId getZone() {
                                return ZoneOffset.UTC;
                            }

                            @Override
                            public Clock withZone(ZoneId zone) {
                                return this;
                            }
                        });

        slow.write(
                false,
                () -> {
                    other.write(
                            false,
                            () ->
                                    List.of(
                                            ReportIndexTests.account(
                                                    "wechat-shop",
                                                    ReportIndexTests.watched("2026-11-28", 2))));
                    return List.of(ReportIndexTests.account("wechat-shop"));
                });

        assertThat(Files.readString(root.resolve("index.html"))).contains("0 to decide, 2 watched");
    }
}
