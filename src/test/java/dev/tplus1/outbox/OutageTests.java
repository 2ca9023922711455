package dev.tplus1.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.http.Backoff;
import dev.tplus1.job.Alerting;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/** How long a channel may be out before its notices are dead. */
class OutageTests {
    @Test
    void aNoticeSurvivesAChannelThatIsOutForADay() {
        Backoff backoff = Relay.backoff(Alerting.DEFAULT_TRIES);

        Duration tried = Duration.ZERO;
        for (int tries = 1; backoff.again(tries); tries++) {
            tried = tried.plus(backoff.pause(tries, Duration.ZERO));
        }

        assertThat(tried).isGreaterThan(Duration.ofDays(1)).isLessThan(Duration.ofDays(3));
    }
}
