package dev.tplus1.replay;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.WebhookTarget;
import dev.tplus1.http.Webhooks;

import java.time.Duration;

/**
 * The merchant's own callback endpoint, and how it is used.
 *
 * @param timeout of one try, at most {@link #MAX_TIMEOUT}: the stop signal waits for it
 * @param tries of one callback in all, while nobody knows whether it arrived
 * @param inFlight how many are sent at once
 * @param settle how long the books may take to show what the endpoint accepted
 */
public record EndpointSettings(
        WebhookTarget target, Duration timeout, int tries, int inFlight, Duration settle) {
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    public static final int DEFAULT_TRIES = 4;
    public static final int DEFAULT_IN_FLIGHT = 4;
    public static final Duration DEFAULT_SETTLE = Duration.ofSeconds(10);
    public static final Duration MAX_TIMEOUT = Webhooks.MAX_TIMEOUT;
    public static final int MAX_TRIES = 10;
    public static final int MAX_IN_FLIGHT = 32;
    public static final Duration MAX_SETTLE = Duration.ofMinutes(5);

    public EndpointSettings {
        if (timeout.toMillis() < 1 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new SettingException(
                    "replay.endpoint.timeout: must be more than 0 and at most "
                            + MAX_TIMEOUT.toSeconds()
                            + "s; correct it");
        }
        if (tries < 1 || tries > MAX_TRIES) {
            throw new SettingException("replay.endpoint.tries: must be 1 to " + MAX_TRIES);
        }
        if (inFlight < 1 || inFlight > MAX_IN_FLIGHT) {
            throw new SettingException("replay.endpoint.in-flight: must be 1 to " + MAX_IN_FLIGHT);
        }
        if (settle.compareTo(MAX_SETTLE) > 0) {
            throw new SettingException(
                    "replay.endpoint.settle: must be at most " + MAX_SETTLE.toMinutes() + "m");
        }
    }
}
