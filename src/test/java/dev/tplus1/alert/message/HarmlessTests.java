package dev.tplus1.alert.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HarmlessTests {
    @ParameterizedTest
    @CsvSource({
        "https://evil.example/x, https‹://›evil‹.›example/x",
        "www.evil.zip, www‹.›evil‹.›zip",
        "evil.com, evil‹.›com",
        "商城.中国, 商城‹.›中国",
        "me@evil.com, me‹@›evil‹.›com",
        "＠all, ‹@›all",
        "20261128.csv, 20261128.csv",
        "'7,423.51', '7,423.51'",
        "The end. Nothing, The end. Nothing",
        "ORDER_1-2, ORDER_1-2"
    })
    void what_would_be_a_link_or_a_mention_is_shown_apart(String text, String shown) {
        assertThat(Harmless.of(text)).isEqualTo(shown);
    }

    @Test
    void what_cannot_be_seen_stands_as_its_code_point() {
        assertThat(Harmless.of("a\u202eb\u200bc\nd\u2028e\u0000f\ud83dg\u3000h"))
                .isEqualTo("a‹U+202E›b‹U+200B›c‹U+000A›d‹U+2028›e‹U+0000›f‹U+D83D›g‹U+3000›h");
        assertThat(Harmless.of("支付 😀 é\u00a0x")).isEqualTo("支付 😀 é\u00a0x");
    }

    @Test
    void only_a_plain_https_address_is_one() {
        assertThat(Place.of("https://reports.example:8443/a/r1/report.html?x=1&y=2").url())
                .isEqualTo("https://reports.example:8443/a/r1/report.html?x=1&y=2");
        for (String other :
                new String[] {
                    "http://reports.example/",
                    "javascript:alert(1)",
                    "https://a.example/)[x](https://evil.example",
                    "https://a.example/|x>",
                    "https://me@evil.example/",
                    "https:///x",
                    "reports/shop/report.html"
                }) {
            assertThat(Place.of(other).url()).as(other).isEmpty();
            assertThat(Place.of(other).text()).as(other).isEqualTo(Harmless.of(other)).isNotEmpty();
        }
    }
}
