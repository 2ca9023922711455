package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;

import dev.tplus1.faults.FaultFigures;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Days and faults as chance makes them, one seed each. {@code -Dfaults.seed=N} repeats the schedule
 * of one seed: the same day, the same faults in the same order, at about the same times.
 */
final class SchedulesIntegrationTests {
    private static final String LOGGING = "logging.level.root";
    private static final String SEED = "faults.seed";

    private static final int SCHEDULES = 50;
    private static final int WHOLE_TABLE = 300;

    @TempDir private Path folder;

    /** Hundreds of faults that are meant would be told at length. */
    @BeforeEach
    void saysNothingOfWhatIsMeant() {
        // what Spring Boot sets up logging by, whenever it starts
        System.setProperty(LOGGING, "OFF");
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
    }

    @AfterEach
    void saysEverythingAgain() {
        System.clearProperty(LOGGING);
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    }

    @Test
    void breakNothingThatMustHold() {
        List<Long> seeds = seeds();
        List<String> broken = new ArrayList<>();
        SchedulesCounts counts = new SchedulesCounts();
        // the books in a database of their own for every other seed
        for (boolean apart : new boolean[] {false, true}) {
            List<Long> ours = seeds.stream().filter(seed -> (seed % 2 != 0) == apart).toList();
            if (!ours.isEmpty()) {
                try (SchedulesWorld world =
                        new SchedulesWorld(
                                folder.resolve("" + apart), apart, ours.size(), counts)) {
                    for (int i = 0; i < ours.size(); i++) {
                        world.play(i, ours.get(i)).ifPresent(broken::add);
                    }
                }
            }
        }

        assertThat(broken).as(counts.toString()).isEmpty();
        assertThat(counts.of("concluded")).isEqualTo(seeds.size());
        FaultFigures.row(
                "random schedules of faults, from seed " + seeds.getFirst(),
                seeds.size() + "",
                broken.size() + " broken invariants");
        System.out.println("The schedules met " + counts);
    }

    private static List<Long> seeds() {
        Long given = Long.getLong(SEED);
        if (given != null) {
            return List.of(given);
        }
        int count = FaultFigures.scale() == 5 ? WHOLE_TABLE : SCHEDULES * FaultFigures.scale();
        long first = ThreadLocalRandom.current().nextInt(1_000_000);
        List<Long> seeds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            seeds.add(first + i);
        }
        return seeds;
    }
}
