package dev.tplus1.lease;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.SqlErrors;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/**
 * One holder per account and business date, or of other work that only one may do. All times are
 * the database's, so no clock of any machine decides; the token grows with every acquisition, so a
 * holder that was taken over can be told. Thread-safe; close it last.
 *
 * <p>A lease without a sign of life for {@link #TIME_TO_LIVE} may be taken over, and at once when
 * its holder is known to be dead. A holder that only sleeps (a stopped process, a long pause) is
 * not dead: it finds out by {@link Lease#assertHeld} when it wakes. What it writes into another
 * database than the lease's is fenced off there, by a {@link FenceRow}.
 */
public final class Leases implements AutoCloseable {
    /** How long a holder may give no sign of life. */
    public static final Duration TIME_TO_LIVE = Duration.ofSeconds(30);

    /** How often a holder gives a sign of life: several may fail before the lease runs out. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(5);

    private final Database database;
    private final Holder self;
    private final Duration timeToLive;
    private final Duration heartbeat;
    private final ScheduledExecutorService beats;

    public Leases(Database database) {
        this(database, Holder.ofThisProcess(), TIME_TO_LIVE, HEARTBEAT);
    }

    Leases(Database database, Holder self, Duration timeToLive, Duration heartbeat) {
        this.database = database;
        this.self = self;
        this.timeToLive = timeToLive;
        this.heartbeat = heartbeat;
        ScheduledThreadPoolExecutor executor =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("lease-heartbeat").factory());
        executor.setRemoveOnCancelPolicy(true);
        this.beats = executor;
    }

    /**
     * Takes the lease if nobody holds it.
     *
     * @throws DatabaseException when the database does not answer
     */
    public LeaseOutcome acquire(String account, LocalDate date) {
        String owner = UUID.randomUUID().toString();
        try {
            return database.retrying(() -> attempt(account, date, owner));
        } catch (DatabaseException e) {
            if (!SqlErrors.worthRetrying(e)) {
                throw e;
            }
            // its holder is silent in the middle of a transaction, until the server ends that
            return heldBy(read(account, date).orElseThrow(() -> e));
        } catch (DataAccessException | TransactionException e) {
            throw DatabaseException.of(
                    "the lease of " + Lease.subject(account, date) + " failed", e);
        }
    }

    /**
     * Takes the lease of work that is of no account and date, if nobody holds it.
     *
     * @param work what it is, in words for people
     * @throws DatabaseException when the database does not answer
     */
    public LeaseOutcome acquire(String work) {
        return acquire(Lease.NO_ACCOUNT + work, LocalDate.EPOCH);
    }

    /**
     * A lease that was taken and not given back.
     *
     * @param alive whether its holder may still be at work; one that is not can be taken over
     */
    public record Taken(LocalDate date, LeaseOutcome.HeldBy holder, boolean alive) {}

    /** Those of an account's dates from {@code from} to {@code to}; changes nothing. */
    public List<Taken> taken(String account, LocalDate from, LocalDate to) {
        return database.jdbc()
                .sql(
                        "SELECT business_date, "
                                + columns()
                                + " FROM tplus1_lease WHERE account = ? AND business_date BETWEEN"
                                + " ? AND ? AND owner IS NOT NULL ORDER BY business_date")
                .params(account, from, to)
                .query((rows, _) -> {
                    Row row = row(rows);
                    return new Taken(
                            rows.getObject("business_date", LocalDate.class),
                            heldBy(row),
                            !free(row));
                })
                .list();
    }

    private LeaseOutcome attempt(String account, LocalDate date, String owner) {
        Optional<Row> found = read(account, date);
        if (found.isEmpty()) {
            if (insert(account, date, owner)) {
                return acquired(account, date, owner, 1);
            }
            found = read(account, date);
        }
        Row row = found.orElseThrow(() -> new IllegalStateException("a lease row vanished"));
        boolean free = free(row);
        if (free && take(account, date, owner, row)) {
            return acquired(account, date, owner, row.token() + 1);
        }
        if (free) {
            // somebody was faster; whoever it is holds it now
            row = read(account, date).orElse(row);
        }
        return heldBy(row);
    }

    private boolean free(Row row) {
        return row.owner() == null
                || row.silence().compareTo(timeToLive) > 0
                || row.holder().knownDead(self);
    }

    private static LeaseOutcome.HeldBy heldBy(Row row) {
        return new LeaseOutcome.HeldBy(
                row.holder().host(),
                row.holder().pid(),
                row.acquiredAt().toInstant(ZoneOffset.UTC),
                row.silence());
    }

    private LeaseOutcome acquired(String account, LocalDate date, String owner, long token) {
        return new LeaseOutcome.Acquired(
                new Lease(database, beats, heartbeat, account, date, owner, token));
    }

    private Optional<Row> read(String account, LocalDate date) {
        return database.jdbc()
                .sql(
                        "SELECT "
                                + columns()
                                + " FROM tplus1_lease WHERE account = ? AND business_date = ?")
                .params(account, date)
                .query((rows, _) -> row(rows))
                .optional();
    }

    private String columns() {
        return "owner, host, pid, place, token, acquired_at, heartbeat_at, "
                + database.dialect().utcNow()
                + " AS now_utc";
    }

    private static Row row(ResultSet rows) throws SQLException {
        return new Row(
                rows.getString("owner"),
                new Holder(rows.getString("host"), rows.getLong("pid"), rows.getString("place")),
                rows.getLong("token"),
                rows.getObject("acquired_at", LocalDateTime.class),
                rows.getObject("heartbeat_at", LocalDateTime.class),
                rows.getObject("now_utc", LocalDateTime.class));
    }

    private boolean insert(String account, LocalDate date, String owner) {
        String now = database.dialect().utcNow();
        try {
            database.jdbc()
                    .sql(
                            "INSERT INTO tplus1_lease (account, business_date, owner, host, pid,"
                                    + " place, token, acquired_at, heartbeat_at)"
                                    + " VALUES (?, ?, ?, ?, ?, ?, 1, "
                                    + now
                                    + ", "
                                    + now
                                    + ")")
                    .params(account, date, owner, self.host(), self.pid(), self.place())
                    .update();
            return true;
        } catch (DataAccessException e) {
            if (SqlErrors.duplicateKey(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Takes it over from exactly the row that was read: its holder may have woken up since. */
    private boolean take(String account, LocalDate date, String owner, Row row) {
        String now = database.dialect().utcNow();
        String seen = row.owner();
        var update =
                database.jdbc()
                        .sql(
                                "UPDATE tplus1_lease SET owner = :owner, host = :host, pid = :pid,"
                                        + " place = :place, token = token + 1, acquired_at = "
                                        + now
                                        + ", heartbeat_at = "
                                        + now
                                        + " WHERE account = :account AND business_date = :date"
                                        + " AND token = :token AND heartbeat_at = :heartbeat AND "
                                        + (seen == null ? "owner IS NULL" : "owner = :seen"))
                        .param("owner", owner)
                        .param("host", self.host())
                        .param("pid", self.pid())
                        .param("place", self.place())
                        .param("account", account)
                        .param("date", date)
                        .param("token", row.token())
                        .param("heartbeat", row.heartbeatAt());
        if (seen != null) {
            update = update.param("seen", seen);
        }
        return update.update() == 1;
    }

    /** Ends the heartbeats; leases that were not closed run out by themselves. */
    @Override
    public void close() {
        beats.shutdownNow();
    }

    private record Row(
            @Nullable String owner,
            Holder holder,
            long token,
            LocalDateTime acquiredAt,
            LocalDateTime heartbeatAt,
            LocalDateTime now) {
        /**
         * How far its heartbeat is from now, on whichever side: after the server's clock was set
         * back a living holder's next one is of the new time, and only a dead one's stays ahead.
         */
        Duration silence() {
            return Duration.between(heartbeatAt, now).abs();
        }
    }
}
