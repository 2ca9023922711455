package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.util.Set;

/** What of a text from outside becomes one line for people. */
final class ToldTests {
    private static final String KEY = "sk_live_Marker0123456789";

    private final Hiding hiding =
            Hiding.of(Set.of(new Secret(KEY)), URI.create("https://api.example.com/"));

    @Test
    void only_the_start_of_a_text_is_looked_at() {
        String blanks = " ".repeat(Told.MAX_CHARS - 5);

        assertThat(Told.line(blanks + "early" + "late", hiding)).isEqualTo("early");
    }

    @Test
    void of_a_secret_across_the_end_of_that_start_nothing_is_shown() {
        String blanks = " ".repeat(Told.MAX_CHARS - 4);

        for (int shown = 4; shown <= KEY.length(); shown++) {
            String before = blanks.substring(shown) + "key ";
            assertThat(Told.line(before + KEY + "!", hiding)).isEqualTo("key ***");
        }
    }
}
