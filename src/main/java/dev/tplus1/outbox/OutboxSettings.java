package dev.tplus1.outbox;

import dev.tplus1.http.WebhookTarget;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where a job's messages are published; where both places are named, a message is published when
 * both have it. Its {@code toString} shows no secret.
 *
 * @param log a file that gets a line for each message
 * @param endpoint an address that each message is posted to
 * @param timeout for one POST in all
 * @param tries after how many a message that was not taken is a dead letter
 * @param batch how many keys are looked up at once
 */
public record OutboxSettings(
        @Nullable Path log,
        @Nullable WebhookTarget endpoint,
        Duration timeout,
        int tries,
        int batch) {
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    public static final int DEFAULT_TRIES = 10;
    public static final int DEFAULT_BATCH = 500;

    /** Whether there is any place to publish to. */
    public boolean anywhere() {
        return log != null || endpoint != null;
    }
}
