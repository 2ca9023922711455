package dev.tplus1.breaks.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelTests {
    @ParameterizedTest
    @ValueSource(
            ints = {
                0x200d, 0xfe00, 0xfe0f, 0xe0100, 0xe01ef, 0x115f, 0x1160, 0x3164, 0xffa0, 0x2800,
                0x034f, 0x180b, 0x180f, 0x17b4, 0xa0, 0x2003, 0x202f, 0x3000
            })
    void takesNoNameThatLooksLikeAnother(int unseen) {
        String name = "me" + Character.toString(unseen) + "i";

        assertThatThrownBy(() -> Label.person(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the name of who decides has an invisible character, or a blank that is no"
                                + " plain space");
        assertThat(Label.note(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mei", "Mei Lin", "张三", "Zoë", "김철수", "𠮷田", "o'neil-2@shop.example"})
    void takesAnyNameThatIsSeen(String name) {
        assertThat(Label.person(name)).isEqualTo(name);
    }

    @Test
    void takesNoNameWithAControlCharacter() {
        assertThatThrownBy(() -> Label.person("me\u200bi"))
                .hasMessage(
                        "the name of who decides holds a control character; give it as one plain"
                                + " line");
    }
}
