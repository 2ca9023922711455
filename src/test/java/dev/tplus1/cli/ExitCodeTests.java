package dev.tplus1.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

class ExitCodeTests {
    @Test
    void ordersTheOutcomesOfAccountsBySeverity() {
        List<Integer> codes =
                Arrays.stream(ExitCode.values())
                        .filter(code -> code != ExitCode.USAGE)
                        .map(ExitCode::code)
                        .toList();

        assertThat(codes).containsExactly(143, 1, 6, 7, 5, 4, 3, 0);
    }

    @Test
    void takesTheMostSevere() {
        assertThat(
                        ExitCode.mostSevere(
                                List.of(
                                        ExitCode.DONE,
                                        ExitCode.HELD,
                                        ExitCode.REFUSED,
                                        ExitCode.BREAKS)))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(ExitCode.mostSevere(List.of())).isEqualTo(ExitCode.DONE);
    }
}
