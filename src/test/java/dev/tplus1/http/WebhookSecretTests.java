package dev.tplus1.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

final class WebhookSecretTests {
    /** The example that the libraries of Standard Webhooks test themselves with. */
    private static final String PUBLISHED = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);

    @Test
    void signs_the_published_example_as_published() {
        WebhookSecret secret = WebhookSecret.parse(PUBLISHED);

        String signature = secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, BODY);

        assertThat(signature).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void several_secrets_give_a_signature_each() {
        String other = "whsec_" + Base64.getEncoder().encodeToString(new byte[24]);

        String signature = WebhookSecret.parse(other + "  " + PUBLISHED).sign("a", 1, BODY);

        assertThat(signature)
                .isEqualTo(
                        WebhookSecret.parse(other).sign("a", 1, BODY)
                                + " "
                                + WebhookSecret.parse(PUBLISHED).sign("a", 1, BODY));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_",
                "whsec_not*base64*not*base64*not*base64",
                "whsec_c2hvcnQ=",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw whsec_c2hvcnQ="
            })
    void refuses_what_is_no_secret_without_showing_it(String text) {
        assertThatThrownBy(() -> WebhookSecret.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must ")
                .hasMessageNotContainingAny("MfKQ9r8", "c2hvcnQ", "not*base64");
    }

    @Test
    void takes_64_bytes_and_not_65() {
        String most = "whsec_" + Base64.getEncoder().encodeToString(new byte[64]);
        String more = "whsec_" + Base64.getEncoder().encodeToString(new byte[65]);

        assertThat(WebhookSecret.parse(most).sign("a", 1, BODY)).startsWith("v1,");
        assertThatThrownBy(() -> WebhookSecret.parse(more))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shows_no_key() {
        WebhookSecret secret = WebhookSecret.parse(PUBLISHED);

        assertThat(secret).hasToString("whsec_***");
    }
}
