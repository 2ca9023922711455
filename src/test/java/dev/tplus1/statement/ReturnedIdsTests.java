package dev.tplus1.statement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

class ReturnedIdsTests {
    @Test
    void showsWhatWasAddedInItsOrder() {
        ReturnedIds ids = new ReturnedIds();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            // up to 512 bytes, as the longest id has
            String id = "té" + "\u4e00".repeat(i % 170) + i;
            byte[] bytes = ("<" + id + ">").getBytes(StandardCharsets.UTF_8);
            ids.add(bytes, 1, bytes.length - 1);
            all.add(id);
        }

        List<String> shown = new ArrayList<>();
        ids.each(shown::add);

        assertThat(shown).isEqualTo(all);
    }

    @Test
    void showsNothingOfNone() {
        List<String> shown = new ArrayList<>();

        new ReturnedIds().each(shown::add);

        assertThat(shown).isEmpty();
    }
}
