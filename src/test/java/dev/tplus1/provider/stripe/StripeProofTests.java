package dev.tplus1.provider.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tplus1.entry.SettingException;
import dev.tplus1.provider.api.Proof;
import dev.tplus1.provider.api.Proof.Of;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;

/** What is asked of Stripe to prove that a night can ask for it. */
@Execution(ExecutionMode.CONCURRENT)
final class StripeProofTests {
    @TempDir private Path parent;
    private StripeScene scene;

    @BeforeEach
    void start() throws IOException {
        scene = new StripeScene(parent);
    }

    @AfterEach
    void stop() {
        scene.close();
    }

    private String prove(Of of) throws IOException {
        for (Proof proof : scene.api().proofs()) {
            if (proof.of() == of) {
                return proof.prove();
            }
        }
        throw new AssertionError("no proof of " + of);
    }

    @Test
    void asksForAPaymentAChargeAndARefundThatNobodyHas() throws Exception {
        assertThat(prove(Of.ORDERS)).isEqualTo("orders and refunds can be asked for");

        assertThat(scene.queries())
                .containsExactly(
                        "/v1/payment_intents/pi_tplus1_check_no_such_order"
                                + "?expand%5B%5D=latest_charge",
                        "/v1/charges/ch_tplus1_check_no_such_order",
                        "/v1/refunds/re_tplus1_check_no_such_order");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void namesTheKeyThatMayNotReadOneOfThem(int answered) {
        for (int i = 0; i < answered; i++) {
            scene.fake.spoil(answer -> answer);
        }
        scene.fake.spoil(_ -> StripeFake.error(403, "", "The key does not have the permissions"));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> prove(Of.ORDERS))
                .withMessageStartingWith("job.yaml: api.key: may not read what is asked for")
                .withMessageEndingWith(
                        "Stripe answered 403: The key does not have the permissions");
        assertThat(scene.queries()).hasSize(answered + 1);
    }

    @Test
    void namesTheVersionThatStripeDoesNotKnow() {
        scene.fake.spoil(_ -> StripeFake.error(400, "", "Invalid Stripe API version: 2000-01-01"));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> prove(Of.STATEMENTS))
                .withMessage(
                        "job.yaml: api.version: is none that Stripe knows; it answered 400: Invalid"
                                + " Stripe API version: 2000-01-01");
    }
}
