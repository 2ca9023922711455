package dev.tplus1.watch.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownTests {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            textBlock =
                    """
                    line 12: declared 1000 rows, found 999|line 12: declared 1000 rows, found 999
                    of 2026-11-28, not of 2026-11-27|of 2026-11-28, not of 2026-11-27
                    order 4200000123456789 is there twice|order *** is there twice
                    charge ch_3PqXa1b2c3d4 has no order|charge *** has no order
                    payer "Jane Doe" is not known|payer "***" is not known
                    cut "off|cut "***"
                    2026-11-28-4200000123.csv is cut|***.csv is cut
                    """)
    void leavesOutWhatMayBeAnIdOrAPayer(String message, String shown) {
        assertThat(Shown.of(message)).isEqualTo(shown);
    }

    @Test
    void isOneLineOfBoundedLength() {
        assertThat(Shown.of("a\nb\u2028c")).isEqualTo("a b c");
        assertThat(Shown.of("word ".repeat(1000))).hasSize(Shown.LONGEST + 3);
    }
}
