package dev.tplus1.watch.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.watch.metrics.JobFigures.OfAccount;
import dev.tplus1.watch.metrics.JobFigures.Run;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** What a process knows less of than others before it, it leaves as it stands. */
class KeptMetricsTests {
    private static final Instant T1 = Instant.parse("2026-11-29T02:31:07.123456Z");
    private static final Instant T2 = Instant.parse("2026-11-30T02:31:00Z");

    @TempDir private Path folder;

    private Metrics metrics() {
        return new Metrics(
                new MetricsSettings(folder.resolve("tplus1_shop.prom"), null),
                "shop",
                List.of("one"),
                "1.2.3",
                Clock.systemUTC());
    }

    private static JobFigures figures(@Nullable Run last, long held, OptionalLong deadLetters) {
        return new JobFigures(
                List.of(new OfAccount("one", last, null, null, Map.of(), null, held, 0)),
                0,
                deadLetters);
    }

    private List<String> lines(String beginning) throws IOException {
        return Files.readAllLines(folder.resolve("tplus1_shop.prom")).stream()
                .filter(line -> line.startsWith(beginning))
                .toList();
    }

    @Test
    void letsARunOfAnOlderDateTakeNothingFromTheLatestOne() throws IOException {
        LocalDate date = LocalDate.of(2026, 11, 28);
        Metrics metrics = metrics();
        metrics.known(figures(new Run(T1, date, "REFUSED"), 0, OptionalLong.of(0)));

        metrics.leave(Map.of("one", new Run(T2, date.minusDays(9), "RECONCILED")), 0);

        assertThat(lines("tplus1_last_run"))
                .contains(
                        "tplus1_last_run_outcome{account=\"one\",outcome=\"REFUSED\","
                                + "tplus1_job=\"shop\"} 1.0",
                        "tplus1_last_run_timestamp_seconds{account=\"one\",tplus1_job=\"shop\"}"
                                + " 1.79600586E9");
    }

    @Test
    void keepsTheDeadLettersOfAnOutboxThatCouldNotBeAsked() throws IOException {
        Metrics first = metrics();
        first.known(figures(null, 0, OptionalLong.of(5)));
        first.leave(Map.of("one", new Run(T1, "RECONCILED")), 0);

        Metrics second = metrics();
        second.known(figures(null, 1, OptionalLong.empty()));
        second.leave(Map.of("one", new Run(T2, "FAILED")), 1);

        assertThat(lines("tplus1_dead_letters"))
                .containsExactly("tplus1_dead_letters{tplus1_job=\"shop\"} 5.0");
        assertThat(lines("tplus1_held_dates"))
                .containsExactly("tplus1_held_dates{account=\"one\",tplus1_job=\"shop\"} 1.0");
    }
}
