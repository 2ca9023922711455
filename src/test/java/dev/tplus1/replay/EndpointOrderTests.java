package dev.tplus1.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.callback.Fence;
import dev.tplus1.replay.Replayer.Replays;

import mockwebserver3.MockResponse;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** How many messages are under way to an endpoint, in which order, and what ends them. */
final class EndpointOrderTests extends EndpointFixture {
    @Test
    void does_not_try_the_rest_when_the_endpoint_is_down_and_a_later_run_replays_them() {
        MissedCallback[] missed = new MissedCallback[9];
        for (int i = 0; i < missed.length; i++) {
            order("S" + i);
            missed[i] = payment(i);
        }
        merchant(_ -> new MockResponse.Builder().code(500).build());

        Replays replays = replay(1, missed);

        assertThat(received).hasSize(EndpointDelivery.MAX_UNKNOWN_IN_A_ROW * 3);
        assertThat(outcomes(replays)).allMatch(ReplayOutcome.Failed.class::isInstance);
        assertThat(outcomes(replays).getLast())
                .isEqualTo(
                        new ReplayOutcome.Failed(
                                "It was not sent: 5 replays in a row had no definite answer from "
                                        + shown()
                                        + ". Mend the endpoint, then run the date again with"
                                        + " --rerun.",
                                false));

        received.clear();
        merchant(message -> booked(message));

        assertThat(outcomes(replay(1, missed))).containsOnly(new ReplayOutcome.Applied());
        assertThat(received).hasSize(9);
    }

    @Test
    void no_more_are_under_way_at_once_than_are_allowed() {
        int allowed = 3;
        MissedCallback[] missed = new MissedCallback[12];
        for (int i = 0; i < missed.length; i++) {
            order("S" + i);
            missed[i] = payment(i);
        }
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        // each waits until as many are there as are allowed: fewer would never get on
        CyclicBarrier together = new CyclicBarrier(allowed);
        merchant(message -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            together.await(30, TimeUnit.SECONDS);
            underWay.decrementAndGet();
            return booked(message);
        });

        Replays replays = replay(allowed, missed);

        assertThat(outcomes(replays)).containsOnly(new ReplayOutcome.Applied());
        assertThat(most.get()).isEqualTo(allowed);
    }

    @Test
    void payments_go_before_refunds_and_those_of_one_order_one_after_another() {
        order("S1");
        order("S2");
        paid("S2", "T2");
        refund("S2", "R1");
        refund("S2", "R2");
        AtomicInteger ofOrder = new AtomicInteger();
        merchant(message -> {
            boolean refunds = message.at("/data/kind").asString().equals("REFUND");
            if (refunds) {
                assertThat(ofOrder.incrementAndGet()).isEqualTo(1);
            }
            book(message);
            if (refunds) {
                ofOrder.decrementAndGet();
            }
            return ok();
        });

        Replays replays =
                replay(
                        4,
                        Breaks.refund("S2", "T2", "R2", "4.00 CNY", "2026-11-28T00:30:00Z"),
                        Breaks.refund("S2", "T2", "R1", "3.00 CNY", "2026-11-28T00:20:00Z"),
                        payment(1));

        assertThat(outcomes(replays)).containsOnly(new ReplayOutcome.Applied());
        assertThat(received)
                .extracting(m ->
                        m.at("/data/transactionId").asString() + m.at("/data/refundNo").asString())
                .containsExactly("T1", "T2R1", "T2R2");
        assertThat(received)
                .extracting(m -> m.at("/type").asString())
                .containsExactly("payment.succeeded", "refund.succeeded", "refund.succeeded");
    }

    @Test
    void a_lost_lease_ends_the_replays_before_anything_more_is_sent() {
        MissedCallback[] missed = new MissedCallback[5];
        for (int i = 0; i < missed.length; i++) {
            order("S" + i);
            missed[i] = payment(i);
        }
        merchant(message -> booked(message));
        Fence lost =
                () -> {
                    if (received.size() == 2) {
                        throw new IllegalStateException("taken over");
                    }
                };

        assertThatThrownBy(() ->
                        replayer(1, Duration.ofSeconds(1), lost)
                                .replay(List.of(missed), Breaks.DATE, "run-1", () -> false))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("taken over");

        assertThat(received).hasSize(2);
    }

    @Test
    void sends_nothing_more_after_the_stop_signal_and_goes_on_at_the_next_start() {
        MissedCallback[] missed = new MissedCallback[5];
        for (int i = 0; i < missed.length; i++) {
            order("S" + i);
            missed[i] = payment(i);
        }
        merchant(message -> booked(message));

        Replays stopped =
                replayer(1, Duration.ofSeconds(1), Fence.NONE)
                        .replay(List.of(missed), Breaks.DATE, "run-1", () -> received.size() >= 2);
        Replays resumed = replay(1, missed);

        assertThat(stopped.stopped()).isTrue();
        assertThat(outcomes(resumed)).hasSize(5).containsOnly(new ReplayOutcome.Applied());
        assertThat(received).hasSize(5);
        assertThat(effects()).isEqualTo(5);
    }
}
