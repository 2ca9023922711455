package dev.tplus1.report.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellTextTests {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "=1+1",
                "\t=1",
                " blanks ",
                "two\nlines",
                "00123",
                "表情 🙂",
                "a_b_x12_",
                "_x00g0_",
                "_X000D_",
                "\u202ebidi"
            })
    void leavesWhatXmlHoldsAsItIs(String text) {
        assertThat(CellText.of(text)).isEqualTo(text);
    }

    @Test
    void writesACarriageReturnAsItsEscapeBecauseXmlWouldMakeItALineFeed() {
        assertThat(CellText.of("a\r\nb\rc")).isEqualTo("a_x000D_\nb_x000D_c");
    }

    @ParameterizedTest
    @CsvSource({
        "_x000D_, _x005F_x000D_",
        "a_x0041_b, a_x005F_x0041_b",
        "__xFFff_, __x005F_xFFff_",
        "_x0041_x0042_, _x005F_x0041_x005F_x0042_"
    })
    void escapesWhatLooksLikeAnEscape(String text, String written) {
        assertThat(CellText.of(text)).isEqualTo(written);
    }

    @Test
    void showsWhatXmlCannotHold() {
        String half = "\ud83d";

        assertThat(CellText.of("a\u0000b\u001b" + half + "c\ufffe\uffff"))
                .isEqualTo("a‹U+0000›b‹U+001B›‹U+D83D›c‹U+FFFE›‹U+FFFF›");
        assertThat(CellText.of("🙂")).isEqualTo("🙂");
    }

    @Test
    void keepsAsManyCharactersAsACellHolds() {
        String full = "x".repeat(CellText.MOST_CHARACTERS);

        assertThat(CellText.of(full)).isEqualTo(full);
        assertThat(CellText.of(full + "y")).hasSize(CellText.MOST_CHARACTERS).endsWith("x…");
        assertThat(CellText.of(full.substring(2) + "🙂🙂"))
                .hasSize(CellText.MOST_CHARACTERS - 1)
                .endsWith("x…");
    }
}
