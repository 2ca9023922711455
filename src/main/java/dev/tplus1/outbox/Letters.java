package dev.tplus1.outbox;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * What people look at and decide of the messages that are not published. A decision about several
 * messages is made of all of them or of none. Thread-safe, also beside a relay at work.
 */
public final class Letters {
    private static final String NOTHING_CHANGED = "; nothing was changed";

    private final Database database;
    private final MessageTable table;
    private final String now;

    /**
     * @param database where the outbox is, its tables made
     */
    public Letters(Database database) {
        this(database, MessageTable.OUTBOX);
    }

    Letters(Database database, MessageTable table) {
        this.database = database;
        this.table = table;
        this.now = database.dialect().utcNow();
    }

    /** Which messages. */
    public enum Which {
        WAITING_AND_DEAD,
        DEAD,
        /** Those that were discarded too. */
        ALL_UNPUBLISHED
    }

    /** How many messages are to be published, and how many of them are dead letters. */
    public record Count(long waiting, long dead) {}

    /**
     * The first of these messages, by id.
     *
     * @param most no more than this
     */
    public List<Letter> list(Which which, int most) {
        String only =
                switch (which) {
                    case WAITING_AND_DEAD -> " AND o.discarded_at IS NULL";
                    case DEAD -> " AND o.discarded_at IS NULL AND o.dead_at IS NOT NULL";
                    case ALL_UNPUBLISHED -> "";
                };
        return asking(() ->
                database.jdbc()
                        .sql(
                                "SELECT o.*, CASE WHEN o.next_attempt_at > "
                                        + now
                                        + " THEN 1 ELSE 0 END AS later, (SELECT MIN(e.id) FROM "
                                        + table.name()
                                        + " e WHERE "
                                        + table.ahead()
                                        + ") AS behind FROM "
                                        + table.from()
                                        + " WHERE o.published_at IS NULL"
                                        + only
                                        + table.meant("o.")
                                        + " ORDER BY o.id LIMIT ?")
                        .params(table.bound(0, most))
                        .query((row, _) -> letter(row))
                        .list());
    }

    private Letter letter(ResultSet row) throws SQLException {
        Instant discarded = instant(row, "discarded_at");
        Instant dead = instant(row, "dead_at");
        long behind = row.getLong("behind");
        Letter.State state;
        Instant at = null;
        if (discarded != null) {
            state = Letter.State.DISCARDED;
            at = discarded;
        } else if (dead != null) {
            state = Letter.State.DEAD;
            at = dead;
        } else if (behind != 0) {
            state = Letter.State.BEHIND;
        } else if (row.getBoolean("later")) {
            state = Letter.State.WAITING;
            at = instant(row, "next_attempt_at");
        } else {
            state = Letter.State.DUE;
        }
        return new Letter(
                row.getLong("id"),
                row.getString(table.topic()),
                row.getString(table.key()),
                row.getInt("attempts"),
                Objects.requireNonNull(instant(row, "created_at")),
                state,
                at,
                state == Letter.State.BEHIND ? behind : 0,
                text(row, "last_error"),
                text(row, "discarded_by"),
                text(row, "discarded_note"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        LocalDateTime time = row.getObject(column, LocalDateTime.class);
        return time == null ? null : time.toInstant(ZoneOffset.UTC);
    }

    private static String text(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNullElse(row.getString(column), "");
    }

    public Count count() {
        return asking(() ->
                database.jdbc()
                        .sql(
                                "SELECT COUNT(*), COUNT(dead_at) FROM "
                                        + table.name()
                                        + " WHERE "
                                        + Waiting.OUTSTANDING
                                        + table.meant(""))
                        .params(table.bound(0))
                        .query((row, _) -> {
                            long dead = row.getLong(2);
                            return new Count(row.getLong(1) - dead, dead);
                        })
                        .single());
    }

    /**
     * Has these messages tried again as if they were new, dead letters or not.
     *
     * @return how many
     * @throws SettingException naming the first that is not there, published or discarded
     */
    public long requeue(List<Long> ids) {
        return deciding(() -> {
            SortedSet<Long> wanted = outstanding(ids);
            wanted.forEach(id -> change(requeued() + " WHERE id = ?", id));
            return (long) wanted.size();
        });
    }

    /** Has all dead letters tried again as if they were new; how many there were. */
    public long requeueAllDead() {
        return deciding(() ->
                change(
                        requeued()
                                + " WHERE dead_at IS NOT NULL AND "
                                + Waiting.OUTSTANDING
                                + table.meant(""),
                        table.bound(0)));
    }

    /** The same of one key's. */
    public long requeueDead(String key) {
        return deciding(() ->
                change(
                        requeued()
                                + " WHERE "
                                + table.key()
                                + " = ? AND dead_at IS NOT NULL AND "
                                + Waiting.OUTSTANDING
                                + table.meant(""),
                        table.bound(1, key)));
    }

    private String requeued() {
        return "UPDATE "
                + table.name()
                + " SET attempts = 0, dead_at = NULL, next_attempt_at = NULL";
    }

    /**
     * Lets these messages go unsent for ever, so that those behind them are sent. They stay in the
     * table, with who, why and when.
     *
     * @return how many
     * @throws SettingException naming the first that is not there, published or discarded
     */
    public long discard(List<Long> ids, String as, String note) {
        return deciding(() -> {
            SortedSet<Long> wanted = outstanding(ids);
            wanted.forEach(id ->
                    change(
                            "UPDATE "
                                    + table.name()
                                    + " SET discarded_at = "
                                    + now
                                    + ", discarded_by = ?, discarded_note = ? WHERE id = ?",
                            as,
                            note,
                            id));
            return (long) wanted.size();
        });
    }

    /** In a stable order, each kept as it is until the transaction ends. */
    private SortedSet<Long> outstanding(List<Long> ids) {
        SortedSet<Long> wanted = new TreeSet<>(ids);
        for (long id : wanted) {
            String fate =
                    database.jdbc()
                            .sql(
                                    "SELECT CASE WHEN published_at IS NOT NULL THEN 'published'"
                                        + " WHEN discarded_at IS NOT NULL THEN 'discarded' ELSE ''"
                                        + " END FROM "
                                            + table.name()
                                            + " WHERE id = ?"
                                            + table.meant("")
                                            + " FOR UPDATE")
                            .params(table.bound(1, id))
                            .query(String.class)
                            .optional()
                            .orElseThrow(() ->
                                    new SettingException(
                                            id
                                                    + ": no such "
                                                    + table.noun()
                                                    + "; "
                                                    + table.list()
                                                    + " shows those there are"
                                                    + NOTHING_CHANGED));
            if (!fate.isEmpty()) {
                throw new SettingException(
                        id + ": was " + fate + " already; leave it out" + NOTHING_CHANGED);
            }
        }
        return wanted;
    }

    private long change(String sql, Object... params) {
        return database.jdbc().sql(sql).params(params).update();
    }

    private long deciding(Supplier<Long> decision) {
        return asking(() ->
                database.retrying(() ->
                        Objects.requireNonNull(
                                database.transactions().execute(_ -> decision.get()))));
    }

    private static <T> T asking(Supplier<T> question) {
        try {
            return question.get();
        } catch (DataAccessException | TransactionException e) {
            throw DatabaseException.of("the outbox does not answer", e);
        }
    }
}
