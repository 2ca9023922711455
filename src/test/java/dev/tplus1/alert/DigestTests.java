package dev.tplus1.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Collections;

class DigestTests {
    @Test
    void is_the_same_after_json() {
        Digest digest = Digests.busy();

        Digest read = Digest.parse(digest.json());

        assertThat(read).isEqualTo(digest);
    }

    @Test
    void writes_amounts_as_decimals_and_dates_as_dates() {
        String json = Digests.busy().json();

        assertThat(json)
                .contains("\"schema\":\"tplus1/digest/1\"")
                .contains("\"businessDate\":\"2026-11-28\"")
                .contains("\"at\":\"2026-11-29T02:31:00Z\"")
                .contains("{\"amount\":\"7423.51\",\"currency\":\"CNY\"}")
                .contains("{\"amount\":\"95\",\"currency\":\"JPY\"}");
    }

    @Test
    void leaves_out_accounts_from_the_end_until_it_fits() {
        String long300 = "账".repeat(400);
        Digest.Line line = Digests.line("shop", Digest.Ended.REFUSED, long300, long300);

        Digest digest = Digests.of(Collections.nCopies(70, line));
        String json = digest.json();
        Digest read = Digest.parse(json);

        assertThat(digest.accounts()).hasSize(Digest.MAX_ACCOUNTS);
        assertThat(digest.moreAccounts()).isEqualTo(20);
        assertThat(json.getBytes(StandardCharsets.UTF_8).length)
                .isLessThanOrEqualTo(Digest.MAX_JSON_BYTES);
        assertThat(read.accounts()).isNotEmpty().hasSizeLessThan(Digest.MAX_ACCOUNTS);
        assertThat(read.size()).isEqualTo(70);
    }

    @Test
    void cuts_texts_without_tearing_a_surrogate_pair() {
        String cut = Digest.bounded("😀".repeat(10), 8);

        assertThat(cut).isEqualTo("😀😀😀…");
    }

    @Test
    void gives_one_run_and_channel_one_identity() {
        String first = Digest.identity("shop", "run-1", "finance");

        assertThat(first).matches("dg_[0-9a-f]{32}");
        assertThat(Digest.identity("shop", "run-1", "finance")).isEqualTo(first);
        assertThat(Digest.identity("shop", "run-2", "finance")).isNotEqualTo(first);
        assertThat(Digest.identity("shop", "run-1f", "inance")).isNotEqualTo(first);
    }

    @Test
    void refuses_what_is_no_digest() {
        for (String json :
                new String[] {"", "null", "[]", "{}", "{\"schema\":\"tplus1/digest/2\"}"}) {
            assertThatThrownBy(() -> Digest.parse(json))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("no digest");
        }
    }

    @Test
    void reads_what_an_earlier_version_stored() {
        String earlier =
                Digests.busy()
                        .json()
                        .replaceFirst("\"totals\":.*?,\"accounts\"", "\"accounts\"")
                        .replace(",\"dead\":1", "");

        Digest read = Digest.parse(earlier);

        assertThat(earlier).doesNotContain("\"totals\"", "\"dead\"");
        assertThat(read.totals()).isEqualTo(Digests.busy().totals());
        assertThat(read.failing())
                .extracting(Digest.Failing::waiting, Digest.Failing::dead)
                .containsExactly(tuple(2L, 0L));
    }

    @Test
    void passes_over_keys_of_a_later_version() {
        String json = Digests.busy().json().replaceFirst("\\{", "{\"later\":{\"key\":[1]},");

        assertThat(Digest.parse(json)).isEqualTo(Digests.busy());
    }
}
