package dev.tplus1.outbox;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/**
 * A message that is not published, as people look at it. Times are the database's.
 *
 * @param id its row
 * @param attempts how often it was tried
 * @param at since when it is dead or discarded, or when it is tried again; none where it is due or
 *     behind another one
 * @param behind the id of the message of the same key that it waits for, or 0
 * @param lastError what the last try came to, or empty
 * @param discardedBy who discarded it, or empty
 * @param discardedNote and why, or empty
 */
public record Letter(
        long id,
        String topic,
        String key,
        int attempts,
        Instant createdAt,
        State state,
        @Nullable Instant at,
        long behind,
        String lastError,
        String discardedBy,
        String discardedNote) {
    /** What it waits for. */
    public enum State {
        /** The next relay sends it. */
        DUE,
        /** Its next try. */
        WAITING,
        /** An earlier message of its key. */
        BEHIND,
        /** A person. */
        DEAD,
        /** Nothing: it is never sent. */
        DISCARDED
    }
}
