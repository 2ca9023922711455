package dev.tplus1.lease;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.SqlErrors;

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
    /** Begins the name of what is no account: no account's id begins so. */
    static final String NO_ACCOUNT = ":";

    private static final String OURS =
            " WHERE account = ? AND business_date = ? AND owner = ? AND token = ?";

    /** On how many connections it is given back: a whole pool of them may have broken at once. */
    private static final int CONNECTIONS = 13;

    private final Database database;
    private final String account;
    private final LocalDate date;
    private final String owner;
    private volatile long token;
    private volatile long aliveAtNanos;
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
        this.aliveAtNanos = System.nanoTime();
        this.beating =
                beats.scheduleWithFixedDelay(
                        this::beat,
                        heartbeat.toMillis(),
                        heartbeat.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /** What is held, for people. */
    static String subject(String account, LocalDate date) {
        return account.startsWith(NO_ACCOUNT)
                ? account.substring(NO_ACCOUNT.length())
                : account + " " + date;
    }

    /** Grows with every acquisition of this account and date: the higher one holds it. */
    public long token() {
        return token;
    }

    /** Tells this acquisition apart from every other one, of whichever process and database. */
    String owner() {
        return owner;
    }

    /**
     * Gives it a higher token: where fences stand that are higher than what this database counted,
     * as after it was restored from a copy.
     *
     * @throws LeaseLostException when another run took over
     */
    void advanceTo(long higher) {
        beat.lock();
        try {
            int ours =
                    database.jdbc()
                            .sql("UPDATE tplus1_lease SET token = ?" + OURS)
                            .params(higher, account, date, owner, token)
                            .update();
            if (ours == 0) {
                throw lost();
            }
            token = higher;
        } catch (DataAccessException e) {
            throw failed(e);
        } finally {
            beat.unlock();
        }
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
            throw lost();
        }
    }

    /**
     * Whether a sign of life of ours arrived so lately that nobody can have taken over, as far as
     * this process can tell by itself: for what is no transaction, while the database is silent.
     */
    public boolean freshlyHeld() {
        return !over && System.nanoTime() - aliveAtNanos < Leases.TIME_TO_LIVE.toNanos();
    }

    LeaseLostException lost() {
        LeaseLostException lost =
                new LeaseLostException(
                        subject(account, date)
                                + ": another run took it over, because this one gave no sign of"
                                + " life for too long. Nothing more was written; run it again.");
        DataAccessException failure = lastFailure;
        if (failure != null) {
            lost.addSuppressed(failure);
        }
        return lost;
    }

    private DatabaseException failed(DataAccessException e) {
        return DatabaseException.of("the lease of " + subject(account, date) + " failed", e);
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
            throw failed(e);
        }
    }

    private void beat() {
        beat.lock();
        try {
            if (over) {
                return;
            }
            long sentAtNanos = System.nanoTime();
            int ours =
                    database.jdbc()
                            .sql(
                                    "UPDATE tplus1_lease SET heartbeat_at = "
                                            + database.dialect().utcNow()
                                            + OURS)
                            .params(account, date, owner, token)
                            .update();
            lastFailure = null;
            aliveAtNanos = sentAtNanos;
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
            giveBack();
        } catch (DataAccessException e) {
            throw DatabaseException.of(
                    "the lease of " + subject(account, date) + " cannot be given back", e);
        } finally {
            beat.unlock();
        }
    }

    /** Again where the connection breaks, or a process that lives on would keep what it ended. */
    private void giveBack() {
        for (int connection = 1; ; connection++) {
            try {
                database.jdbc()
                        .sql("UPDATE tplus1_lease SET owner = NULL" + OURS)
                        .params(account, date, owner, token)
                        .update();
                return;
            } catch (DataAccessException e) {
                if (connection == CONNECTIONS || !SqlErrors.connectionLost(e)) {
                    throw e;
                }
            }
        }
    }
}
