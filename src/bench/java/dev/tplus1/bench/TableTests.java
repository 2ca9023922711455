package dev.tplus1.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.bench.Figures.What;
import dev.tplus1.bench.Work.Side;
import dev.tplus1.bench.Work.Task;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The table, and what it calls held. */
class TableTests {
    private static final Side NOBODY =
            new Side(
                    Task::nothing,
                    Measured.Command.of(List.of("true"), Path.of("none")),
                    Task::nothing);

    @Test
    void showsMediansSpreadAndWhatIsHeld() {
        Table table = new Table(Map.of("Java", "25"));
        Work work =
                new Work(
                        "diff",
                        "diff",
                        "whole process",
                        NOBODY,
                        NOBODY,
                        List.of(
                                Limit.ratio(What.WALL, 600, 400),
                                Limit.ratio(What.CPU, 600, 400),
                                Limit.mebibytes(256, 100)));
        Figures figures =
                new Figures(
                        List.of(
                                run(2_000, 5_000, 300),
                                run(1_900, 3_000, 80),
                                run(2_100, 3_100, 90)),
                        List.of(
                                run(5_000, 9_000, 900),
                                run(5_200, 9_100, 900),
                                run(4_000, 5_000, 900)));

        table.add(work, figures);

        assertThat(table.markdown())
                .isEqualTo(
                        """
                        - Java: 25

                        | work | measured | ours | rival | ratio | of the pairs | must | aim | held |
                        |---|---|---|---|---|---|---|---|---|
                        | diff | wall | 2.00 s (1.90 s..2.10 s) | 5.00 s (4.00 s..5.20 s) | 0.40 x | 0.37..0.53 | <= 0.60 x | <= 0.40 x | yes, the aim too |
                        |  | CPU | 3.10 s (3.00 s..5.00 s) | 9.00 s (5.00 s..9.10 s) | 0.35 x | 0.33..0.62 | <= 0.60 x | <= 0.40 x | yes, the aim too |
                        |  | peak memory | 90 MiB (80 MiB..300 MiB) | 900 MiB (900 MiB..900 MiB) | 0.10 x | 0.09..0.34 | <= 256 MiB | <= 100 MiB | yes, the aim too |

                        - diff: whole process
                        """);
    }

    @Test
    void holdsALimitOnlyUpToItself() {
        Limit limit = Limit.ratio(What.WALL, 600, 400);

        assertThat(limit.held(ratio(400))).isEqualTo("yes, the aim too");
        assertThat(limit.held(ratio(401))).isEqualTo("yes");
        assertThat(limit.held(ratio(600))).isEqualTo("yes");
        assertThat(limit.held(ratio(601))).isEqualTo("**no**");
        assertThat(Figures.thousandths(601)).isEqualTo("0.61");
    }

    private static Figures ratio(long thousandths) {
        return new Figures(List.of(run(thousandths, 1, 1)), List.of(run(1_000, 1, 1)));
    }

    private static Measured run(long millis, long cpuMillis, long mebibytes) {
        return new Measured(millis * 1_000_000, cpuMillis * 1_000_000, mebibytes * 1024);
    }
}
