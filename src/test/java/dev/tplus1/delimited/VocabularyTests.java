package dev.tplus1.delimited;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class VocabularyTests {
    private final List<String> asked = new ArrayList<>();

    private final Vocabulary<String> words =
            new Vocabulary<>(word -> {
                asked.add(word);
                return word.startsWith("no") ? null : "<" + word + ">";
            });

    private String get(String text, int before, int after) {
        byte[] word = text.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[before + word.length + after];
        System.arraycopy(word, 0, bytes, before, word.length);
        return String.valueOf(words.get(bytes, before, before + word.length));
    }

    @Test
    void asksForEachWordOnceAlsoForWhatHasNoMeaning() {
        for (int i = 0; i < 20; i++) {
            assertThat(get("CNY", i, 20 - i)).isEqualTo("<CNY>");
            assertThat(get("", i, 20 - i)).isEqualTo("<>");
            assertThat(get("none", i, 20 - i)).isEqualTo("null");
            assertThat(get("PROCESSING", i, 20 - i)).isEqualTo("<PROCESSING>");
            assertThat(get("PROCESSINS", i, 20 - i)).isEqualTo("<PROCESSINS>");
            assertThat(get("PROCESSI", i, 20 - i)).isEqualTo("<PROCESSI>");
            assertThat(get("退款", i, 20 - i)).isEqualTo("<退款>");
        }

        assertThat(asked)
                .containsExactly("CNY", "", "none", "PROCESSING", "PROCESSINS", "PROCESSI", "退款");
    }

    @Test
    void tellsWordsApartThatDifferInZeroBytesAlone() {
        assertThat(get("a", 0, 9)).isEqualTo("<a>");
        assertThat(get("a\0", 0, 9)).isEqualTo("<a\0>");
        assertThat(get("\0", 0, 9)).isEqualTo("<\0>");
    }

    @Test
    void understandsWordsBeyondItsLimitWithoutRememberingThem() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);

        for (int i = 0; i < 20_000; i++) {
            String word =
                    "w" + random.nextInt(3 * Vocabulary.LIMIT) + "x".repeat(random.nextInt(12));
            assertThat(get(word, random.nextInt(4), random.nextInt(9)))
                    .as("seed %d", seed)
                    .isEqualTo("<" + word + ">");
        }
        int before = asked.size();
        get("x".repeat(1000), 0, 0);
        get("x".repeat(1000), 0, 0);

        assertThat(asked).hasSize(before + 2);
    }
}
