package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WebhookTargetTests {
    private static final WebhookSecret SECRET =
            WebhookSecret.parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    @Test
    void shows_scheme_host_port_and_path_only() {
        WebhookTarget target =
                WebhookTarget.of("https://shop.example:8443/hooks/pay?token=hush", SECRET);

        assertThat(target).hasToString("https://shop.example:8443/hooks/pay");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "shop.example/hush",
                "ftp://shop.example/hush",
                "https:///hush",
                "https://a:hush@shop.example/",
                "https://shop.example/#hush",
                "https://shop example/hush"
            })
    void refuses_what_is_no_address_of_an_endpoint_without_showing_it(String url) {
        assertThatThrownBy(() -> WebhookTarget.of(url, SECRET))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must ")
                .hasMessageNotContaining("hush");
    }
}
