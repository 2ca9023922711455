package dev.tplus1.outbox;

import dev.tplus1.database.Database;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;

/**
 * Messages that are over: published or discarded. What waits is none of them, and no dead letter
 * is: those are a person's. Thread-safe, also beside a relay at work, which looks at neither.
 */
public final class Spent {
    private static final int SLICE = 1000;

    private final Database database;
    private final MessageTable table;

    private Spent(Database database, MessageTable table) {
        this.database = database;
        this.table = table;
    }

    /** Those of the outbox in this database, of whichever job. */
    public static Spent outbox(Database books) {
        return new Spent(books, MessageTable.OUTBOX);
    }

    /** A job's notices. */
    public static Spent notices(Database own, String job) {
        return new Spent(own, MessageTable.notices(job));
    }

    /**
     * Those that were over before a moment.
     *
     * @param oldest when the first of them was written; none where there are none
     * @param newest when the last of them was written; none where there are none
     */
    public record Old(long rows, @Nullable Instant oldest, @Nullable Instant newest) {}

    /** How many were over before this. */
    public Old old(Instant before) {
        LocalDateTime moment = utc(before);
        return database.jdbc()
                .sql(
                        "SELECT COUNT(*) AS n, MIN(created_at) AS oldest, MAX(created_at) AS newest"
                                + " FROM "
                                + table.name()
                                + over())
                .params(table.bound(2, moment, moment))
                .query((row, _) ->
                        new Old(
                                row.getLong("n"),
                                instant(row.getObject("oldest", LocalDateTime.class)),
                                instant(row.getObject("newest", LocalDateTime.class))))
                .single();
    }

    /** Deletes some of them; returns how many, 0 once none is left. */
    public long deleteSome(Instant before) {
        // one after the other: with OR the server would lock each message that waits, and where
        // new ones go
        long published = some("published_at < ?", before);
        return published > 0
                ? published
                : some("published_at IS NULL AND discarded_at < ?", before);
    }

    private long some(String over, Instant before) {
        return database.retrying(() ->
                Objects.requireNonNull(
                        database.transactions()
                                .execute(_ ->
                                        (long)
                                                database.jdbc()
                                                        .sql(
                                                                "DELETE FROM "
                                                                        + table.name()
                                                                        + " WHERE "
                                                                        + over
                                                                        + table.meant("")
                                                                        + " LIMIT "
                                                                        + SLICE)
                                                        .params(table.bound(1, utc(before)))
                                                        .update())));
    }

    private String over() {
        return " WHERE (published_at < ? OR (published_at IS NULL AND discarded_at < ?))"
                + table.meant("");
    }

    private static LocalDateTime utc(Instant at) {
        return LocalDateTime.ofInstant(at, ZoneOffset.UTC);
    }

    private static @Nullable Instant instant(@Nullable LocalDateTime at) {
        return at == null ? null : at.toInstant(ZoneOffset.UTC);
    }
}
