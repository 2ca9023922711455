package dev.tplus1.alert.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Digests;
import dev.tplus1.breaks.BreakType;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

final class WordingTests {
    private static final Pattern ARGUMENT = Pattern.compile("\\{[0-9]}");

    @Test
    void both_languages_have_the_same_keys_with_the_same_arguments() {
        Set<String> english = new TreeSet<>(Wording.ENGLISH.all().keySet());
        Set<String> chinese = new TreeSet<>(Wording.CHINESE.all().keySet());

        assertThat(chinese).isEqualTo(english);
        for (String key : english) {
            assertThat(arguments(Wording.CHINESE, key))
                    .as(key)
                    .isEqualTo(arguments(Wording.ENGLISH, key));
            assertThat(Wording.ENGLISH.all().get(key)).as(key).isNotBlank();
            assertThat(Wording.CHINESE.all().get(key)).as(key).isNotBlank();
        }
    }

    private static Set<String> arguments(Wording words, String key) {
        return ARGUMENT.matcher(words.all().get(key))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void every_type_of_break_and_every_outcome_has_its_words() {
        for (Wording words : Wording.values()) {
            for (BreakType type : BreakType.values()) {
                assertThat(words.get("type." + type)).isNotBlank();
            }
            for (Digest.Ended ended : Digest.Ended.values()) {
                if (ended != Digest.Ended.RECONCILED) {
                    assertThat(words.get("state." + ended)).isNotBlank();
                    assertThat(words.get("verdict." + ended)).isNotBlank();
                }
                if (ended.failure() && ended != Digest.Ended.HELD) {
                    assertThat(words.get("verdict." + ended + ".stands", "1")).isNotBlank();
                }
            }
        }
    }

    @Test
    void amounts_are_grouped_and_never_added_together() {
        List<dev.tplus1.entry.Money> sums =
                List.of(
                        Digests.money("7423.51", "CNY"),
                        Digests.money("1000", "JPY"),
                        Digests.money("-0.500", "KWD"),
                        Digests.money("1.00", "EUR"),
                        Digests.money("1.00", "USD"));

        assertThat(Wording.ENGLISH.sums(sums))
                .isEqualTo(
                        "CNY\u00a07,423.51, JPY\u00a01,000, KWD\u00a0-0.500 and 2 more currencies");
        assertThat(Wording.CHINESE.sums(sums.subList(0, 2)))
                .isEqualTo("7,423.51\u00a0元、1,000\u00a0JPY");
        assertThat(Wording.ENGLISH.sums(List.of())).isEqualTo("no amount");
        assertThat(Wording.ENGLISH.amount(Digests.money("-123456.00", "CNY")))
                .isEqualTo("CNY\u00a0-123,456.00");
    }
}
