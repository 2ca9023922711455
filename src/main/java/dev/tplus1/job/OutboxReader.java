package dev.tplus1.job;

import dev.tplus1.http.WebhookSecret;
import dev.tplus1.http.WebhookTarget;
import dev.tplus1.http.Webhooks;
import dev.tplus1.outbox.OutboxSettings;

import java.time.Duration;

/** Binds the block {@code outbox}. */
final class OutboxReader {
    private static final int MAX_TRIES = 100;
    private static final int MAX_BATCH = 10_000;

    private OutboxReader() {}

    static OutboxSettings read(Block job) {
        Block block = job.block("outbox", "log", "endpoint", "tries", "batch");
        Block endpoint = block.block("endpoint", "url", "secret", "timeout");
        return new OutboxSettings(
                block.has("log") ? block.read("log", Values::path, "a file") : null,
                block.has("endpoint") ? target(endpoint) : null,
                endpoint.read(
                        "timeout",
                        OutboxSettings.DEFAULT_TIMEOUT,
                        OutboxReader::timeout,
                        JobReader.A_DURATION
                                + ", at most "
                                + Webhooks.MAX_TIMEOUT.toSeconds()
                                + "s"),
                block.read(
                        "tries",
                        OutboxSettings.DEFAULT_TRIES,
                        text -> Values.whole(text, 1, MAX_TRIES),
                        "a number from 1 to " + MAX_TRIES),
                block.read(
                        "batch",
                        OutboxSettings.DEFAULT_BATCH,
                        text -> Values.whole(text, 1, MAX_BATCH),
                        "a number from 1 to " + MAX_BATCH));
    }

    private static WebhookTarget target(Block endpoint) {
        String secret = endpoint.text("secret");
        String url = endpoint.text("url");
        WebhookSecret key = endpoint.checked("secret", () -> WebhookSecret.parse(secret));
        return endpoint.checked("url", () -> WebhookTarget.of(url, key));
    }

    private static Duration timeout(String text) {
        Duration timeout = Values.duration(text);
        if (timeout.toMillis() < 1 || timeout.compareTo(Webhooks.MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException(text);
        }
        return timeout;
    }
}
