package dev.tplus1.outbox;

import dev.tplus1.database.Database;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages that are sent when, and only when, the transaction that wrote them commits. Thread-safe.
 */
public final class Outbox {
    /** The longest payload, in chars, that every database holds whatever its letters. */
    static final int MAX_PAYLOAD = 16_000;

    private static final String INSERT =
            "INSERT INTO outbox (topic, message_key, payload, created_at, attempts)"
                    + " VALUES (?, ?, ?, ?, 0)";

    private final JdbcTemplate jdbc;
    private final Clock clock;

    public Outbox(Database database, Clock clock) {
        this.jdbc = new JdbcTemplate(database.dataSource());
        this.clock = clock;
    }

    /**
     * A message that is not written yet.
     *
     * @param messageKey messages with the same key are relayed in the order in which they were
     *     written
     * @param payload JSON
     */
    public record Draft(String topic, String messageKey, String payload) {}

    /** Writes one message, as {@link #write(List)} does. */
    public void write(String topic, String messageKey, String payload) {
        write(List.of(new Draft(topic, messageKey, payload)));
    }

    /**
     * Writes messages, in their order, into the caller's transaction.
     *
     * @throws IllegalStateException outside of a transaction
     * @throws IllegalArgumentException when a payload is longer than a message may be
     */
    public void write(List<Draft> drafts) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a message needs the transaction that it belongs to");
        }
        LocalDateTime now =
                LocalDateTime.ofInstant(
                        clock.instant().truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
        List<Object[]> rows = new ArrayList<>();
        for (Draft draft : drafts) {
            if (draft.payload().length() > MAX_PAYLOAD) {
                throw new IllegalArgumentException(
                        "a message longer than " + MAX_PAYLOAD + " chars");
            }
            rows.add(new Object[] {draft.topic(), draft.messageKey(), draft.payload(), now});
        }
        // whichever of them fails is thrown
        jdbc.batchUpdate(INSERT, rows);
    }
}
