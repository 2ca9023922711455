package dev.tplus1.outbox;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * What a job's runs have to tell its channels: written once for each run and channel, in the
 * caller's transaction, and relayed at least once. Thread-safe.
 */
public final class Notices {
    /** The longest payload, in chars. */
    public static final int MAX_PAYLOAD = 1 << 16;

    /** One for each channel that a job may have: a slow one keeps no other waiting. */
    static final int LANES = 20;

    private static final int BATCH = 100;

    private final Database database;
    private final MessageTable table;
    private final String job;
    private final Clock clock;

    /**
     * @param database tplus1's own, its tables made
     * @param job whose notices
     */
    public Notices(Database database, String job, Clock clock) {
        this.database = database;
        this.table = MessageTable.notices(job);
        this.job = job;
        this.clock = clock;
    }

    /**
     * What a channel has not taken.
     *
     * @param waiting how many are tried again
     * @param dead how many are not
     * @param since when the oldest of them was recorded
     * @param lastError what the last try of the oldest came to, or empty
     */
    public record Undelivered(
            String channel, long waiting, long dead, Instant since, String lastError) {}

    /**
     * Writes a notice into the caller's transaction, unless this run's for this channel is there.
     *
     * @param run what the run told is known by, at most 64 characters
     * @param payload JSON
     * @return whether it was written
     * @throws IllegalStateException outside of a transaction
     * @throws IllegalArgumentException when the payload is longer than a notice may be
     */
    public boolean write(String channel, String run, String payload) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a notice needs the transaction that it belongs to");
        }
        if (payload.length() > MAX_PAYLOAD) {
            throw new IllegalArgumentException("a notice longer than " + MAX_PAYLOAD + " chars");
        }
        try {
            database.jdbc()
                    .sql(
                            "INSERT INTO tplus1_notice (job, channel, run, payload, created_at,"
                                    + " attempts) VALUES (?, ?, ?, ?, ?, 0)")
                    .params(
                            job,
                            channel,
                            run,
                            payload,
                            LocalDateTime.ofInstant(
                                    clock.instant().truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC))
                    .update();
            return true;
        } catch (DuplicateKeyException _) {
            return false;
        }
    }

    /** What people look at and decide of them. */
    public Letters letters() {
        return new Letters(database, table);
    }

    /**
     * The channels that did not take a notice which was tried, by name.
     *
     * @throws DatabaseException when the database does not answer
     */
    public List<Undelivered> undelivered() {
        return byChannel(" AND (o.dead_at IS NOT NULL OR o.attempts > 0)");
    }

    /**
     * The same of the dead ones alone.
     *
     * @throws DatabaseException when the database does not answer
     */
    public List<Undelivered> dead() {
        return byChannel(" AND o.dead_at IS NOT NULL");
    }

    /**
     * The same of all notices that are not delivered, those too that were never tried.
     *
     * @throws DatabaseException when the database does not answer
     */
    public List<Undelivered> outstanding() {
        return byChannel("");
    }

    private List<Undelivered> byChannel(String only) {
        try {
            return database.jdbc()
                    .sql(
                            "SELECT g.*, e.last_error FROM (SELECT o.channel, COUNT(*) AS notices,"
                                + " COUNT(o.dead_at) AS dead, MIN(o.created_at) AS since, MIN(o.id)"
                                + " AS first_id FROM tplus1_notice o WHERE o.published_at IS NULL"
                                + " AND o.discarded_at IS NULL AND o.job = ?"
                                    + only
                                    + " GROUP BY o.channel) g JOIN tplus1_notice e ON e.id ="
                                    + " g.first_id ORDER BY g.channel")
                    .param(job)
                    .query((row, _) -> {
                        long dead = row.getLong("dead");
                        @Nullable String error = row.getString("last_error");
                        return new Undelivered(
                                row.getString("channel"),
                                row.getLong("notices") - dead,
                                dead,
                                Objects.requireNonNull(row.getObject("since", LocalDateTime.class))
                                        .toInstant(ZoneOffset.UTC),
                                error == null ? "" : error);
                    })
                    .list();
        } catch (DataAccessException e) {
            throw DatabaseException.of("the notices cannot be read", e);
        }
    }

    /**
     * A relay of them. Each channel's are sent one after another, in their order; one that is dead
     * does not hold back the next, and one channel's failures say nothing about another's.
     *
     * @param tries after how many a notice that was not taken is dead
     * @param held asked before each is sent; throws when another relay took over
     * @param stopping whether no further notice shall be sent
     * @param behind closed with the relay
     */
    public Relay relay(
            Sink sink, int tries, Runnable held, BooleanSupplier stopping, AutoCloseable behind) {
        return new Relay(
                database, table, sink, Relay.backoff(tries), BATCH, held, stopping, behind);
    }
}
