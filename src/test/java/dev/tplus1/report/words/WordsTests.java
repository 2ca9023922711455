package dev.tplus1.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.Money;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

class WordsTests {
    private static final Words ENGLISH = Words.in(Language.ENGLISH);
    private static final Words CHINESE = Words.in(Language.CHINESE);
    private static final Pattern PLACE = Pattern.compile("\\{\\d}");

    /** Names of files, commands and codes are the same in any language. */
    private static final Pattern SAME =
            Pattern.compile("breaks\\.csv|breaks show|tplus1 breaks import|SHA-256|CNY");

    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

    @Test
    void haveTheSameKeysInEveryLanguage() {
        assertThat(CHINESE.all().keySet())
                .containsExactlyInAnyOrderElementsOf(ENGLISH.all().keySet());
    }

    @Test
    void haveTheSamePlacesToFillInInEveryLanguage() {
        ENGLISH.all()
                .forEach((key, text) -> {
                    if (!key.startsWith("coded") && !key.startsWith("plain")) {
                        assertThat(places(CHINESE.all().getOrDefault(key, "")))
                                .as(key)
                                .isEqualTo(places(text));
                    }
                });
    }

    @Test
    void leaveNoEnglishInTheChineseOnes() {
        for (Map.Entry<String, String> each : wording().entrySet()) {
            String text = SAME.matcher(each.getValue()).replaceAll("");

            assertThat(text).as(each.getKey()).doesNotContainPattern("[A-Za-z]");
        }
    }

    @Test
    void setFullWidthPunctuationBesideChinese() {
        for (Map.Entry<String, String> each : wording().entrySet()) {
            assertThat(each.getValue())
                    .as(each.getKey())
                    .doesNotContainPattern("[,;!()\"']|\\p{IsHan}:|:\\p{IsHan}")
                    .doesNotContainPattern("\\p{IsHan}[.?]|[.?]\\p{IsHan}")
                    .doesNotContainPattern("[，。；：（）“”、] | [，。；：（）“”、]");
        }
    }

    /** What is read: not how dates are written, nor a provider's name by its English one. */
    private static Map<String, String> wording() {
        return CHINESE.all().entrySet().stream()
                .filter(each -> !each.getKey().startsWith("date."))
                .filter(each -> !each.getKey().startsWith("index.title"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Test
    void writeAmountsDatesAndListsAsTheLanguageDoes() {
        Money yuan = Money.parse("7423.51", Currency.getInstance("CNY"));
        Money euro = Money.parse("310.00", Currency.getInstance("EUR"));
        Instant time = Instant.parse("2026-11-29T02:06:44Z");

        assertThat(ENGLISH.coded(yuan)).isEqualTo("CNY\u00a07,423.51");
        assertThat(CHINESE.coded(yuan)).isEqualTo("7,423.51\u00a0元");
        assertThat(CHINESE.coded(euro)).isEqualTo("EUR\u00a0310.00");
        assertThat(ENGLISH.plain(yuan)).isEqualTo("7,423.51");
        assertThat(CHINESE.plain(yuan)).isEqualTo("7,423.51\u00a0元");
        assertThat(CHINESE.plain(euro)).isEqualTo("310.00");
        assertThat(ENGLISH.longDayAndWeekday(DATE)).isEqualTo("Saturday, 28 November 2026");
        assertThat(CHINESE.longDayAndWeekday(DATE)).isEqualTo("2026年11月28日 星期六");
        assertThat(CHINESE.day(DATE)).isEqualTo("11-28");
        assertThat(CHINESE.dayOfYear(DATE)).isEqualTo("2026-11-28");
        assertThat(CHINESE.time(time, SHANGHAI)).isEqualTo("11-29 10:06:44");
        assertThat(CHINESE.moment(time, SHANGHAI)).isEqualTo("2026-11-29 10:06:44");
        assertThat(ENGLISH.zone(SHANGHAI, time)).isEqualTo("Asia/Shanghai (UTC+8)");
        assertThat(CHINESE.zone(SHANGHAI, time)).isEqualTo("Asia/Shanghai（UTC+8）");
        assertThat(ENGLISH.duration(Duration.ofSeconds(80))).isEqualTo("1 min 20 s");
        assertThat(CHINESE.duration(Duration.ofSeconds(80))).isEqualTo("1 分 20 秒");
        assertThat(ENGLISH.list(List.of("a", "b", "c"))).isEqualTo("a, b and c");
        assertThat(CHINESE.list(List.of("a", "b", "c"))).isEqualTo("a、b、c");
        assertThat(CHINESE.sentences(List.of("甲。", "乙。"))).isEqualTo("甲。乙。");
        assertThat(CHINESE.provider("WeChat Pay")).isEqualTo("微信支付");
        assertThat(CHINESE.provider("Stripe")).isEqualTo("Stripe");
    }

    @Test
    void areFoundByTheLanguagesCode() {
        assertThat(Language.of("zh")).contains(Language.CHINESE);
        assertThat(Language.of("en")).contains(Language.ENGLISH);
        assertThat(Language.of("ZH")).isEmpty();
        assertThat(CHINESE.language()).isEqualTo("zh-Hans");
    }

    private static Set<String> places(String text) {
        return PLACE.matcher(text)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
