package dev.tplus1.outbox;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The messages that are not published yet. All times are the database's, in UTC. Thread-safe.
 *
 * <p>A message is looked for by what it is, not by "the last id seen": a transaction that was slow
 * to commit brings an id lower than those seen already. The ids of one key do follow its order:
 * whoever writes a message has changed or locked its order's row before, in the same transaction,
 * so the next message of that order gets its id only after this one is committed.
 */
final class Waiting {
    /** Neither published nor discarded. */
    static final String OUTSTANDING = "published_at IS NULL AND discarded_at IS NULL";

    /**
     * The table, by the index of what is not published: a server that orders by id would rather
     * read through everything that ever was.
     */
    static final String UNPUBLISHED = "outbox o USE INDEX (outbox_unpublished)";

    private final Database database;
    private final JdbcClient jdbc;
    private final String now;

    Waiting(Database database) {
        this.database = database;
        this.jdbc = database.jdbc();
        this.now = database.dialect().utcNow();
    }

    /** The first outstanding message of a key, by its row. */
    record Head(long row, String key) {}

    /** What a key's first outstanding message is, and whether it may be sent now. */
    record Next(Message message, boolean due) {}

    private String due() {
        return "(o.dead_at IS NULL AND (o.next_attempt_at IS NULL OR o.next_attempt_at <= "
                + now
                + "))";
    }

    /**
     * The keys whose first outstanding message is due. Those that wait behind another message are
     * left out by the database, so however many they are, none is read here.
     *
     * @param after the row of the last one that was read in this pass
     */
    List<Head> heads(long after, int most) {
        return asking(() ->
                jdbc.sql(
                                "SELECT o.id, o.message_key FROM "
                                        + UNPUBLISHED
                                        + " WHERE o.published_at IS NULL AND o.discarded_at IS NULL"
                                        + " AND o.id > ? AND "
                                        + due()
                                        + " AND NOT EXISTS (SELECT 1 FROM outbox e WHERE"
                                        + " e.message_key = o.message_key AND e.published_at IS"
                                        + " NULL AND e.discarded_at IS NULL AND e.id < o.id) ORDER"
                                        + " BY o.id LIMIT ?")
                        .params(after, most)
                        .query((row, _) -> new Head(row.getLong(1), row.getString(2)))
                        .list());
    }

    /** A key's first outstanding message, of a payload that is too long only its beginning. */
    Optional<Next> first(String key) {
        return asking(() ->
                jdbc.sql(
                                "SELECT o.id, o.topic, LEFT(o.payload, "
                                        + (Outbox.MAX_PAYLOAD + 1)
                                        + ") AS payload, o.created_at, o.attempts, CASE WHEN "
                                        + due()
                                        + " THEN 1 ELSE 0 END AS due FROM outbox o WHERE"
                                        + " o.message_key = ? AND o.published_at IS NULL AND"
                                        + " o.discarded_at IS NULL ORDER BY o.id LIMIT 1")
                        .params(key)
                        .query((row, _) ->
                                new Next(
                                        new Message(
                                                row.getLong("id"),
                                                row.getString("topic"),
                                                key,
                                                row.getString("payload"),
                                                row.getObject("created_at", LocalDateTime.class)
                                                        .toInstant(ZoneOffset.UTC),
                                                row.getInt("attempts")),
                                        row.getBoolean("due")))
                        .optional());
    }

    /** The sink has it. */
    void published(Message message) {
        update(
                "UPDATE outbox SET published_at = "
                        + now
                        + ", attempts = attempts + 1, next_attempt_at = NULL, dead_at = NULL,"
                        + " last_error = NULL WHERE id = ? AND published_at IS NULL",
                message.row());
    }

    /** It is tried again after this pause. */
    void again(Message message, String why, Duration pause) {
        update(
                "UPDATE outbox SET attempts = attempts + 1, last_error = ?, next_attempt_at ="
                        + " TIMESTAMPADD(MICROSECOND, ?, "
                        + now
                        + ") WHERE id = ? AND "
                        + OUTSTANDING,
                why,
                pause.toNanos() / 1000,
                message.row());
    }

    /** It is not tried again unless a person says so. */
    void dead(Message message, String why) {
        update(
                "UPDATE outbox SET attempts = attempts + 1, last_error = ?, next_attempt_at = NULL,"
                        + " dead_at = "
                        + now
                        + " WHERE id = ? AND "
                        + OUTSTANDING,
                why,
                message.row());
    }

    private void update(String sql, Object... params) {
        asking(() -> database.retrying(() -> jdbc.sql(sql).params(params).update()));
    }

    private static <T> T asking(Supplier<T> question) {
        try {
            return question.get();
        } catch (DataAccessException e) {
            throw DatabaseException.of("the outbox does not answer", e);
        }
    }
}
