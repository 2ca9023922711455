package dev.tplus1.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.callback.Callback;
import dev.tplus1.replay.Replayer.Replays;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Missed callbacks sent to an endpoint that books what it is told, or does not. */
final class EndpointDeliveryTests extends EndpointFixture {
    @Test
    void sends_what_the_readme_promises_signed() throws Exception {
        order("S1");
        merchant(message -> booked(message));

        Replays replays = replay(4, payment(1));

        assertThat(outcomes(replays)).containsExactly(new ReplayOutcome.Applied());
        assertThat(received.getFirst())
                .isEqualTo(
                        JSON.readTree(
                                """
                                {"type": "payment.succeeded", "timestamp": "2026-11-28T01:00:00Z",
                                 "data": {"account": "shop", "provider": "csv", "kind": "PAYMENT",
                                  "transactionId": "T1", "orderNo": "S1", "refundNo": "",
                                  "providerRefundId": "", "amount": "10.00", "amountMinor": 1000,
                                  "currency": "CNY", "occurredAt": "2026-11-28T01:00:00Z",
                                  "businessDate": "2026-11-28", "source": "replay",
                                  "runId": "run-1"}}
                                """));
        assertThat(ids.getFirst()).matches("cb_[A-Za-z0-9_-]{43}");
        assertThat(tries()).containsExactly("run-1|shop|PAYMENT|T1|1|accepted with 200");
    }

    @Test
    void does_not_send_what_has_arrived_by_itself() {
        order("S1");
        paid("S1", "T1");
        merchant(message -> booked(message));

        Replays replays = replay(4, payment(1));

        assertThat(outcomes(replays)).containsExactly(new ReplayOutcome.AlreadyApplied());
        assertThat(received).isEmpty();
        assertThat(tries()).isEmpty();
    }

    @Test
    void what_was_sent_before_a_crash_and_arrived_is_told_as_this_runs_doing() {
        order("S1");
        order("S2");
        merchant(message -> booked(message));
        replay(4, payment(1));
        paid("S2", "T2");

        Replays again = replay(4, payment(1), payment(2));

        assertThat(outcomes(again))
                .containsExactly(new ReplayOutcome.Applied(), new ReplayOutcome.AlreadyApplied());
        assertThat(received).hasSize(1);
    }

    @Test
    void sends_again_under_the_same_id_when_the_connection_broke_after_the_effect() {
        order("S1");
        AtomicInteger calls = new AtomicInteger();
        merchant(message -> {
            if (calls.incrementAndGet() == 1) {
                book(message);
                return new MockResponse.Builder()
                        .onResponseStart(new SocketEffect.CloseSocket())
                        .build();
            }
            // the merchant knows the id already
            return new MockResponse.Builder().code(409).body("seen").build();
        });

        Replays replays = replay(4, payment(1));

        assertThat(outcomes(replays)).containsExactly(new ReplayOutcome.Applied());
        assertThat(ids).hasSize(2);
        assertThat(ids.getFirst()).isEqualTo(ids.getLast());
        assertThat(received.getFirst()).isEqualTo(received.getLast());
        assertThat(effects()).isEqualTo(1);
        assertThat(tries()).containsExactly("run-1|shop|PAYMENT|T1|2|answered 409: seen");
    }

    @Test
    void a_definite_no_is_refused_at_once() {
        order("S1");
        merchant(_ -> new MockResponse.Builder().code(422).body("order is closed").build());

        Replays replays = replay(4, payment(1));

        assertThat(outcomes(replays))
                .containsExactly(
                        new ReplayOutcome.Refused(shown() + " answered 422: order is closed."));
        assertThat(received).hasSize(1);
    }

    @Test
    void accepted_and_not_in_the_books_has_not_arrived() {
        order("S1");
        merchant(_ -> ok());

        Replays replays = replay(4, payment(1));

        assertThat(outcomes(replays))
                .containsExactly(
                        new ReplayOutcome.Failed(
                                shown()
                                        + " accepted it (200), but the books did not show it, equal"
                                        + " to the statement, after 1 s. Look at the order before"
                                        + " anything else.",
                                true));
    }

    @Test
    void accepted_and_booked_a_little_later_has_arrived() {
        order("S1");
        Thread later =
                Thread.ofVirtual()
                        .unstarted(() -> {
                            while (tries().stream().noneMatch(t -> t.endsWith("with 202"))) {
                                Thread.onSpinWait();
                            }
                            paid("S1", "T1");
                        });
        merchant(_ -> {
            later.start();
            return new MockResponse.Builder().code(202).build();
        });

        Replays replays = replay(4, Duration.ofSeconds(60), payment(1));

        assertThat(outcomes(replays)).containsExactly(new ReplayOutcome.Applied());
    }

    @Test
    void no_definite_answer_in_all_tries_is_told_with_what_was_said() {
        order("S1");
        merchant(_ -> new MockResponse.Builder().code(503).body("busy").build());

        Replays replays = replay(4, payment(1));

        assertThat(outcomes(replays))
                .containsExactly(
                        new ReplayOutcome.Failed(
                                shown()
                                        + " gave no definite answer in 3 tries (answered 503:"
                                        + " busy), and the books do not show it.",
                                true));
        assertThat(ids).hasSize(3).containsOnly(ids.getFirst());
    }

    @Test
    void the_identity_is_that_of_the_callback_and_of_nothing_else() {
        Callback one = callback("run-1", "T1");

        assertThat(WebhookMessage.id(one)).isEqualTo(WebhookMessage.id(callback("run-2", "T1")));
        assertThat(WebhookMessage.id(one)).isNotEqualTo(WebhookMessage.id(callback("run-1", "t1")));
    }
}
