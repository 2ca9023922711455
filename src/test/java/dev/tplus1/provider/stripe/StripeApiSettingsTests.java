package dev.tplus1.provider.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tplus1.entry.SettingException;
import dev.tplus1.provider.api.ApiLine;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.URI;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;

final class StripeApiSettingsTests {
    private static StripeApiSettings read(Map<String, String> settings) {
        Map<String, String> texts = new HashMap<>(settings);
        texts.putIfAbsent("key", StripeFake.KEY);
        return StripeApiSettings.read(new StripeValues(texts, null));
    }

    @Test
    void a_key_is_enough() {
        StripeApiSettings settings = read(Map.of());

        assertThat(settings.line().url()).isEqualTo(URI.create("https://api.stripe.com"));
        assertThat(settings.line().hosts().allowed()).containsExactly("api.stripe.com:443");
        assertThat(settings.key().reveal()).isEqualTo(StripeFake.KEY);
        assertThat(settings.connectedAccount()).isEmpty();
        assertThat(settings.version()).isEqualTo("2026-08-26.dahlia");
        assertThat(settings.lookBack()).isEqualTo(Duration.ofMinutes(5));
        assertThat(settings.pageSize()).isEqualTo(100);
        assertThat(settings.maxPages()).isEqualTo(StripeApiSettings.MAX_PAGES);
        assertThat(settings.zone()).isEqualTo(ZoneOffset.UTC);
        assertThat(settings.toString()).doesNotContain(StripeFake.KEY);
    }

    @Test
    void everything_may_be_set() {
        StripeApiSettings settings =
                StripeApiSettings.read(
                        new StripeValues(
                                Map.of(
                                        "url", "https://gw.example/stripe/",
                                        "key", "rk_live_1234",
                                        "connected-account", "acct_1A",
                                        "version", "2024-06-20",
                                        "look-back", "PT1H",
                                        "page-size", "7",
                                        "max-pages", "9"),
                                ZoneId.of("Asia/Tokyo")));

        assertThat(settings.line().url()).isEqualTo(URI.create("https://gw.example/stripe/"));
        assertThat(settings.connectedAccount()).isEqualTo("acct_1A");
        assertThat(settings.version()).isEqualTo("2024-06-20");
        assertThat(settings.lookBack()).isEqualTo(Duration.ofHours(1));
        assertThat(settings.pageSize()).isEqualTo(7);
        assertThat(settings.maxPages()).isEqualTo(9);
        assertThat(settings.zone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    }

    @ParameterizedTest
    @CsvSource({
        "key, sk live hush, must be a secret or restricted key",
        "key, hush, must be a secret or restricted key",
        "connected-account, hush, must be the id of an account",
        "connected-account, acct_../hush, must be the id of an account",
        "version, hush, must be a version of Stripe's API",
        "look-back, PT25H, must be PT0S to PT24H",
        "page-size, 101, must be 1 to 100",
        "max-pages, 100001, must be 1 to 100000",
        "url, http://hush.example, must be a URL that starts with https"
    })
    void what_is_wrong_is_named_and_not_shown(String key, String value, String what) {
        assertThat(catchThrowable(() -> read(Map.of(key, value))))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("job.yaml: api." + key + ": " + what)
                .hasMessageNotContaining("hush");
    }

    @Test
    void the_keys_are_those_of_every_api_and_its_own() {
        assertThat(StripeApiSettings.KEYS)
                .containsAll(ApiLine.KEYS)
                .contains("key", "key-file", "connected-account", "version")
                .doesNotHaveDuplicates();
    }
}
