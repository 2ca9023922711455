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

    private final Database database;
    private final MessageTable table;
    private final JdbcClient jdbc;
    private final String now;

    Waiting(Database database, MessageTable table) {
        this.database = database;
        this.table = table;
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
                                "SELECT o.id, o."
                                        + table.key()
                                        + " FROM "
                                        + table.from()
                                        + " WHERE o.published_at IS NULL AND o.discarded_at IS NULL"
                                        + " AND o.id > ? AND "
                                        + due()
                                        + table.meant("o.")
                                        + " AND NOT EXISTS (SELECT 1 FROM "
                                        + table.name()
                                        + " e WHERE "
                                        + table.ahead()
                                        + ") ORDER BY o.id LIMIT ?")
                        .params(table.bound(1, after, most))
                        .query((row, _) -> new Head(row.getLong(1), row.getString(2)))
                        .list());
    }

    /** A key's first outstanding message, of a payload that is too long only its beginning. */
    Optional<Next> first(String key) {
        return asking(() ->
                jdbc.sql(
                                "SELECT o.id, o."
                                        + table.topic()
                                        + " AS topic, LEFT(o.payload, "
                                        + (table.maxPayload() + 1)
                                        + ") AS payload, o.created_at, o.attempts, CASE WHEN "
                                        + due()
                                        + " THEN 1 ELSE 0 END AS due FROM "
                                        + table.name()
                                        + " o WHERE o."
                                        + table.key()
                                        + " = ? AND o.published_at IS NULL AND"
                                        + " o.discarded_at IS NULL"
                                        + (table.deadHoldsBack() ? "" : " AND o.dead_at IS NULL")
                                        + table.meant("o.")
                                        + " ORDER BY o.id LIMIT 1")
                        .params(table.bound(1, key))
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
                "UPDATE "
                        + table.name()
                        + " SET published_at = "
                        + now
                        + ", attempts = attempts + 1, next_attempt_at = NULL, dead_at = NULL,"
                        + " last_error = NULL WHERE id = ? AND published_at IS NULL",
                message.row());
    }

    /** It is tried again after this pause. */
    void again(Message message, String why, Duration pause) {
        update(
                "UPDATE "
                        + table.name()
                        + " SET attempts = attempts + 1, last_error = ?, next_attempt_at ="
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
                "UPDATE "
                        + table.name()
                        + " SET attempts = attempts + 1, last_error = ?, next_attempt_at = NULL,"
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
