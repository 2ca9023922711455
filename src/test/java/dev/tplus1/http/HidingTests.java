package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What of a text from outside may be shown. */
final class HidingTests {
    private static final String KEY = "sk_live_Marker0123456789";
    private static final String LINK =
            "https://bills.example.com/file?token=To%2Fken%2bSign%3D%3D&t=1&d=2026-11-28";

    private final Hiding hiding = Hiding.of(Set.of(new Secret(KEY)), URI.create(LINK));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "key sk_live_Marker0123456789!         | key ***!",
                "GET /file?token=To%2Fken%2bSign%3D%3D&t=1&d=2026-11-28 HTTP | GET /file?*** HTTP",
                "token To%2Fken%2bSign%3D%3D is old    | token *** is old",
                "token To/ken+Sign== is old            | token *** is old",
                "{\"d\":\"2026-11-28\"}                | {\"d\":\"***\"}",
                "1 of t                                | 1 of t"
            })
    void secrets_and_what_the_query_holds_are_starred(String text, String shown) {
        assertThat(hiding.in(text)).isEqualTo(shown);
    }

    @Test
    void a_token_is_starred_whichever_way_its_signs_are_written() {
        Hiding of =
                Hiding.of(
                        Set.of(),
                        URI.create("https://bills.example.com/?token=Marker0001%2FMarker0002%3D"));

        assertThat(of.in("Marker0001%2fMarker0002%3d")).doesNotContain("Marker");
        assertThat(of.in("Marker0001\\/Marker0002\\u003d!")).doesNotContain("Marker");
        assertThat(of.in("Marker0001&#x2F;Marker0002=!")).doesNotContain("Marker");
    }

    @Test
    void of_a_key_no_line_and_no_part_is_shown() {
        Hiding of =
                Hiding.of(
                        Set.of(
                                new Secret(
                                        "-----BEGIN KEY-----\nMarker0001/Marker0002+\nMarker0003")),
                        URI.create("https://bills.example.com/"));

        assertThat(of.in("not Marker0001/Marker0002+!")).isEqualTo("not ***!");
        assertThat(of.in("Marker0001\\/Marker0002\\nMarker0003")).doesNotContain("Marker");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "see https://bills.example.com/file?t=1&s=Marker now",
                "see HTTP://other.example.com:80/a/b?Marker now",
                "{\"url\":\"https:\\/\\/bills.example.com\\/file?s=Marker\"}",
                "<a href='https://bills.example.com/?s=Marker&amp;t=2'>here</a>"
            })
    void the_query_of_any_address_is_starred(String text) {
        assertThat(hiding.in(text)).doesNotContain("Marker").contains("example.com", "?***");
    }

    @Test
    void an_address_without_a_query_is_shown() {
        String text = "see https://docs.example.com/errors#a, is it? yes";

        assertThat(hiding.in(text)).isEqualTo(text);
    }

    /** As much as an answer may have; gone through anew from each address it would take a day. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_text_of_nothing_but_the_starts_of_addresses_is_gone_through_once() {
        String starts = "http://".repeat(Exchange.ANSWER_BYTES / 7);

        String shown = hiding.in(starts + " " + starts + "?s=Marker now");

        assertThat(shown).hasSize(2 * starts.length() + 9).endsWith("http://?*** now");
    }

    @Test
    void a_text_that_ends_inside_a_secret_shows_nothing_of_it() {
        for (int length = 4; length < KEY.length(); length++) {
            assertThat(hiding.inStart("key " + KEY.substring(0, length))).isEqualTo("key ***");
        }
        assertThat(hiding.inStart("To%2Fken%2bSi")).isEqualTo("***");
        assertThat(hiding.inStart("pays")).isEqualTo("pays");
    }

    @Test
    void of_a_secret_that_holds_another_no_part_is_left() {
        Hiding both =
                Hiding.of(
                        Set.of(new Secret("Marker01"), new Secret("Marker01-and-more")),
                        URI.create("https://bills.example.com/"));

        assertThat(both.in("Marker01-and-more, Marker01.")).isEqualTo("***, ***.");
        assertThat(both.inStart("Marker01-and")).isEqualTo("***");
    }
}
