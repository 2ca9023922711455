package dev.tplus1.provider.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tplus1.callback.Callback;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.replay.OrderQuery.State;

import mockwebserver3.MockResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.IntStream;

@Execution(ExecutionMode.CONCURRENT)
final class StripeOrdersTests {
    private static final State STANDS = new State.Stands();

    @TempDir Path parent;
    private StripeScene scene;

    @BeforeEach
    void start() throws IOException {
        scene = new StripeScene(parent);
        scene.fake.add("", StripeScene.charge("1", StripeScene.START, 4000));
        scene.fake.add("", StripeScene.refund("1", "1", StripeScene.START, 700));
    }

    @AfterEach
    void stop() {
        scene.close();
    }

    private static Callback payment(String id, long cents) {
        return callback(Kind.PAYMENT, id, "", new Money(cents, Money.currency("EUR")));
    }

    private static Callback refund(String id, String payment, long cents) {
        return callback(Kind.REFUND, payment, id, new Money(cents, Money.currency("EUR")));
    }

    private static Callback callback(Kind kind, String payment, String refund, Money amount) {
        return new Callback(
                "shop",
                kind,
                "reference",
                payment,
                "S1",
                refund,
                refund,
                amount,
                Instant.ofEpochSecond(StripeScene.START),
                "replay",
                "run");
    }

    private State state(Callback callback) throws IOException {
        return scene.api().state(callback);
    }

    private static State changed(String how) {
        return new State.Changed(how);
    }

    @Test
    void a_payment_that_is_paid_in_full_stands() throws Exception {
        assertThat(state(payment("pi_1", 4000))).isEqualTo(STANDS);
        assertThat(state(payment("ch_1", 4000))).isEqualTo(STANDS);
        assertThat(scene.queries())
                .containsExactly(
                        "/v1/payment_intents/pi_1?expand%5B%5D=latest_charge", "/v1/charges/ch_1");
    }

    @Test
    void a_refund_that_has_succeeded_stands() throws Exception {
        assertThat(state(refund("re_1", "pi_1", 700))).isEqualTo(STANDS);
        assertThat(state(refund("re_1", "", 700))).isEqualTo(STANDS);
        assertThat(scene.queries().getFirst()).isEqualTo("/v1/refunds/re_1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pi_1", "ch_1"})
    void a_payment_of_which_anything_is_returned_has_changed(String id) throws Exception {
        scene.fake.object("charges/ch_1").put("amount_refunded", 1);

        assertThat(state(payment(id, 4000))).isEqualTo(changed("0.01 EUR of it are refunded"));
    }

    @Test
    void a_payment_that_is_disputed_has_changed() throws Exception {
        scene.fake.object("charges/ch_1").put("disputed", true);

        assertThat(state(payment("pi_1", 4000))).isEqualTo(changed("it is disputed"));
    }

    @Test
    void a_payment_of_another_amount_or_currency_has_changed() throws Exception {
        assertThat(state(payment("pi_1", 4001)))
                .isEqualTo(changed("it is of 40.00 EUR, and not of 40.01 EUR"));
        scene.fake.object("charges/ch_1").put("currency", "usd");
        assertThat(state(payment("pi_1", 4000)))
                .isEqualTo(changed("it is of 40.00 USD, and not of 40.00 EUR"));
        scene.fake.object("charges/ch_1").put("currency", "eur").put("amount_captured", 3000);
        assertThat(state(payment("pi_1", 4000)))
                .isEqualTo(changed("it is of 30.00 EUR, and not of 40.00 EUR"));
    }

    @Test
    void amounts_are_in_stripes_minor_units() throws Exception {
        scene.fake
                .object("charges/ch_1")
                .put("currency", "isk")
                .put("amount", 70_000)
                .put("amount_captured", 70_000);

        assertThat(state(callback(Kind.PAYMENT, "pi_1", "", new Money(700, Money.currency("ISK")))))
                .isEqualTo(STANDS);
    }

    @Test
    void a_payment_that_is_not_done_has_changed() throws Exception {
        scene.fake.object("charges/ch_1").put("captured", false);
        assertThat(state(payment("pi_1", 4000))).isEqualTo(changed("it is not captured"));
        scene.fake.object("charges/ch_1").put("status", "failed");
        assertThat(state(payment("pi_1", 4000))).isEqualTo(changed("its status is \"failed\""));
        scene.fake.object("payment_intents/pi_1").put("status", "canceled");
        assertThat(state(payment("pi_1", 4000))).isEqualTo(changed("its status is \"canceled\""));
    }

    @Test
    void a_refund_that_is_not_what_the_statement_says_has_changed() throws Exception {
        assertThat(state(refund("re_1", "pi_1", 701)))
                .isEqualTo(changed("it is of 7.00 EUR, and not of 7.01 EUR"));
        assertThat(state(refund("re_1", "pi_2", 700)))
                .isEqualTo(changed("it is a refund of \"pi_1\""));
        scene.fake.object("refunds/re_1").put("status", "failed");
        assertThat(state(refund("re_1", "pi_1", 700)))
                .isEqualTo(changed("its status is \"failed\""));
    }

    @Test
    void what_stripe_does_not_know_has_changed() throws Exception {
        assertThat(state(payment("pi_2", 1))).isEqualTo(changed("Stripe does not know it"));
        assertThat(state(payment("ch_2", 1))).isEqualTo(changed("Stripe does not know it"));
        assertThat(state(refund("re_2", "pi_1", 1))).isEqualTo(changed("Stripe does not know it"));
    }

    @ParameterizedTest
    @CsvSource({
        "ch/../../x?a=b#c, /v1/charges/ch%2F..%2F..%2Fx%3Fa%3Db%23c",
        "pi_a b%2f+, /v1/payment_intents/pi_a%20b%252f%2B?expand%5B%5D=latest_charge"
    })
    void an_id_stays_one_part_of_the_address(String id, String target) throws Exception {
        assertThat(state(payment(id, 1))).isEqualTo(changed("Stripe does not know it"));
        assertThat(scene.queries()).containsExactly(target);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "..."})
    void an_id_that_is_none_is_not_asked_for(String id) throws Exception {
        assertThat(state(payment(id, 1))).isEqualTo(changed("Stripe does not know it"));
        assertThat(scene.queries()).isEmpty();
    }

    @Test
    void a_refund_without_any_id_cannot_be_asked_for() {
        assertThat(catchThrowable(() -> state(refund("", "pi_1", 1))))
                .isExactlyInstanceOf(CallException.class)
                .hasMessage("Stripe's refund \"\": it has no id to be asked for by");
    }

    @ParameterizedTest
    @ValueSource(strings = {"amount_refunded", "disputed", "captured", "currency"})
    void an_answer_that_leaves_out_what_counts_is_none(String property) {
        scene.fake.object("charges/ch_1").remove(property);

        assertThat(catchThrowable(() -> state(payment("pi_1", 4000))))
                .isExactlyInstanceOf(CallException.class)
                .hasMessageStartingWith("Stripe's payment \"pi_1\": ");
    }

    @Test
    void a_payment_intent_without_its_charge_is_no_answer() {
        scene.fake.object("payment_intents/pi_1").putNull("latest_charge");

        assertThat(catchThrowable(() -> state(payment("pi_1", 4000))))
                .isExactlyInstanceOf(CallException.class)
                .hasMessage(
                        "Stripe's payment \"pi_1\": the payment intent comes without its charge");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":{\"message\":\"Something went wrong\"}}",
                "<html>Sign in</html>",
                "",
                "[]",
                "{\"id\":\"pi_1\",\"object\":\"charge\"}",
                "{\"id\":\"pi_2\",\"object\":\"payment_intent\",\"status\":\"succeeded\"}",
                "{\"id\":\"pi_1\",\"object\":\"payment_intent\""
            })
    void what_does_not_answer_the_question_is_asked_again(String body) throws Exception {
        scene.fake.spoil(answer -> answer.body(body));
        assertThat(state(payment("pi_1", 4000))).isEqualTo(STANDS);

        IntStream.range(0, 5).forEach(_ -> scene.fake.spoil(answer -> answer.body(body)));
        assertThat(catchThrowable(() -> state(payment("pi_1", 4000))))
                .isExactlyInstanceOf(CallException.class)
                .hasMessageStartingWith(
                        "Stripe's payment \"pi_1\": "
                                + scene.fake.url()
                                + "/v1/payment_intents/pi_1 answered 200 without what was asked"
                                + " for")
                .hasMessageEndingWith(" (tried 5 times)");
    }

    @Test
    void a_404_of_something_else_says_nothing_of_a_payment() {
        scene.fake.spoil(_ -> new MockResponse.Builder().code(404).body("<html>no</html>"));

        assertThat(catchThrowable(() -> state(payment("pi_1", 4000))))
                .isExactlyInstanceOf(CallException.class)
                .hasMessageEndingWith("/v1/payment_intents/pi_1 answered 404");
    }

    @Test
    void a_key_that_is_not_accepted_is_for_the_job_file() {
        assertThat(
                        catchThrowable(() ->
                                scene.api("key", "sk_live_MarkerMarkerMarker")
                                        .state(payment("pi_1", 4000))))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("job.yaml: api.key: is no key that Stripe accepts")
                .hasMessageNotContaining("Marker");
    }

    @Test
    void a_status_that_repeats_the_key_is_starred() throws Exception {
        scene.fake.object("charges/ch_1").put("status", "of " + StripeFake.KEY);

        assertThat(state(payment("pi_1", 4000))).isEqualTo(changed("its status is \"of ***\""));
    }
}
