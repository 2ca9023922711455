package dev.tplus1.lease;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One account's date, held. Gives signs of life by itself until it is closed or lost. Thread-safe.
 */
public final class Lease implements AutoCloseable {
    private static final String OURS =
            " WHERE account = ? AND business_date = ? AND owner = ? AND token = ?";

    private final Database database;
    private final String account;
    private final LocalDate date;
    private final String owner;
    private final long token;
    private final ScheduledFuture<?> beating;
    private final ReentrantLock beat = new ReentrantLock();
    private volatile boolean over;
    private volatile @Nullable DataAccessException lastFailure;

    Lease(
            Database database,
            ScheduledExecutorService beats,
            Duration heartbeat,
            String account,
            LocalDate date,
            String owner,
            long token) {
        this.database = database;
        this.account = account;
        this.date = date;
        this.owner = owner;
        this.token = token;
        this.beating =
                beats.scheduleWithFixedDelay(
                        this::beat,
                        heartbeat.toMillis(),
                        heartbeat.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /** Grows with every acquisition of this account and date: the higher one holds it. */
    public long token() {
        return token;
    }

    public String account() {
        return account;
    }

    public LocalDate date() {
        return date;
    }

    /**
     * Whether the database still knows us as the holder.
     *
     * @throws DatabaseException when it does not answer
     */
    public boolean stillHeld() {
        return ours("");
    }

    /**
     * Checks in the caller's transaction, where there is one on the same database, that we are the
     * holder, and keeps it so until that transaction ends: a takeover waits for it.
     *
     * @throws LeaseLostException when another run took over
     * @throws DatabaseException when the database does not answer
     */
    public void assertHeld() {
        if (!ours(" FOR UPDATE")) {
            LeaseLostException lost =
                    new LeaseLostException(
                            account
                                    + " "
                                    + date
                                    + ": another run took this date over, because this one gave no"
                                    + " sign of life for too long. Nothing more was written; run it"
                                    + " again.");
            DataAccessException failure = lastFailure;
            if (failure != null) {
                lost.addSuppressed(failure);
            }
            throw lost;
        }
    }

    private boolean ours(String lock) {
        try {
            return database.jdbc()
                    .sql("SELECT token FROM tplus1_lease" + OURS + lock)
                    .params(account, date, owner, token)
                    .query(Long.class)
                    .optional()
                    .isPresent();
        } catch (DataAccessException e) {
            throw DatabaseException.of("the lease of " + account + " " + date + " failed", e);
        }
    }

    private void beat() {
        beat.lock();
        try {
            if (over) {
                return;
            }
            int ours =
                    database.jdbc()
                            .sql(
                                    "UPDATE tplus1_lease SET heartbeat_at = "
                                            + database.dialect().utcNow()
                                            + OURS)
                            .params(account, date, owner, token)
                            .update();
            lastFailure = null;
            if (ours == 0) {
                // lost: the next assertHeld tells whoever still works
                over = true;
                beating.cancel(false);
            }
        } catch (DataAccessException e) {
            // the next beat tries again; if none gets through the lease runs out, and that is told
            lastFailure = e;
        } finally {
            beat.unlock();
        }
    }

    /** Gives it back, if it is still ours: never another's. */
    @Override
    public void close() {
        beat.lock();
        try {
            over = true;
            beating.cancel(false);
            database.jdbc()
                    .sql("UPDATE tplus1_lease SET owner = NULL" + OURS)
                    .params(account, date, owner, token)
                    .update();
        } catch (DataAccessException e) {
            throw DatabaseException.of(
                    "the lease of " + account + " " + date + " cannot be given back", e);
        } finally {
            beat.unlock();
        }
    }
}
