package dev.tplus1.outbox;

import dev.tplus1.database.Database;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * Messages that are sent when, and only when, the transaction that wrote them commits. Thread-safe.
 */
public final class Outbox {
    /** The longest payload, in chars, that every database holds whatever its letters. */
    static final int MAX_PAYLOAD = 16_000;

    private final JdbcClient jdbc;
    private final Clock clock;

    public Outbox(Database database, Clock clock) {
        this.jdbc = database.jdbc();
        this.clock = clock;
    }

    /**
     * Writes a message into the caller's transaction.
     *
     * @param messageKey messages with the same key are relayed in the order in which they were
     *     written
     * @param payload JSON
     * @throws IllegalStateException outside of a transaction
     * @throws IllegalArgumentException when the payload is longer than a message may be
     */
    public void write(String topic, String messageKey, String payload) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a message needs the transaction that it belongs to");
        }
        if (payload.length() > MAX_PAYLOAD) {
            throw new IllegalArgumentException("a message longer than " + MAX_PAYLOAD + " chars");
        }
        jdbc.sql(
                        "INSERT INTO outbox (topic, message_key, payload, created_at, attempts)"
                                + " VALUES (?, ?, ?, ?, 0)")
                .params(
                        topic,
                        messageKey,
                        payload,
                        LocalDateTime.ofInstant(
                                clock.instant().truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC))
                .update();
    }
}
