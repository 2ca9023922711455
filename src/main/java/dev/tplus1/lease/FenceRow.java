package dev.tplus1.lease;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.SqlErrors;

import org.springframework.dao.DataAccessException;

import java.util.Optional;

/**
 * The fence in another database than the lease's: a row per account and date (table {@code
 * tplus1_fence}) that says whose writes are let in. A lock in one database says nothing about a
 * transaction in another; this row is in that transaction. Thread-safe.
 *
 * <p>Whoever takes the lease raises the fence before it reads anything: that waits for a
 * transaction of the holder before it, so what that one wrote is seen, and lets none of its later
 * ones in.
 */
public final class FenceRow {
    private static final String DATE = " WHERE account = ? AND business_date = ?";

    private final Database database;

    /**
     * @param database in which the guarded transactions are
     */
    public FenceRow(Database database) {
        this.database = database;
    }

    /**
     * Shuts out every earlier holder of the lease.
     *
     * @throws LeaseLostException when this holder itself has lost it
     * @throws DatabaseException when a database does not answer
     */
    public void raise(Lease lease) {
        try {
            // a row that is higher than our token is passed by raising the token, once
            while (!raised(lease)) {
                long standing = standing(lease);
                if (standing >= lease.token()) {
                    lease.advanceTo(Math.addExact(standing, 1));
                }
            }
        } catch (DataAccessException e) {
            throw failed(lease, e);
        }
    }

    private boolean raised(Lease lease) {
        return database.retrying(() -> {
            int rows =
                    database.jdbc()
                            .sql(
                                    "UPDATE tplus1_fence SET owner = ?, token = ?"
                                            + DATE
                                            + " AND (token < ? OR owner = ?)")
                            .params(
                                    lease.owner(),
                                    lease.token(),
                                    lease.account(),
                                    lease.date(),
                                    lease.token(),
                                    lease.owner())
                            .update();
            return rows == 1 || inserted(lease);
        });
    }

    private boolean inserted(Lease lease) {
        try {
            database.jdbc()
                    .sql(
                            "INSERT INTO tplus1_fence (account, business_date, owner, token)"
                                    + " VALUES (?, ?, ?, ?)")
                    .params(lease.account(), lease.date(), lease.owner(), lease.token())
                    .update();
            return true;
        } catch (DataAccessException e) {
            if (SqlErrors.duplicateKey(e)) {
                return false;
            }
            throw e;
        }
    }

    private long standing(Lease lease) {
        return database.jdbc()
                .sql("SELECT token FROM tplus1_fence" + DATE)
                .params(lease.account(), lease.date())
                .query(Long.class)
                .single();
    }

    /**
     * Checks in the caller's transaction on this database that the fence is ours, and keeps it so
     * until that transaction ends: whoever takes over waits for it.
     *
     * @throws LeaseLostException when another run raised it
     * @throws DatabaseException when the database does not answer
     */
    public void assertHeld(Lease lease) {
        Optional<String> owner;
        try {
            owner =
                    database.jdbc()
                            .sql("SELECT owner FROM tplus1_fence" + DATE + " FOR UPDATE")
                            .params(lease.account(), lease.date())
                            .query(String.class)
                            .optional();
        } catch (DataAccessException e) {
            throw failed(lease, e);
        }
        if (owner.isEmpty() || !owner.get().equals(lease.owner())) {
            throw lease.lost();
        }
    }

    private static DatabaseException failed(Lease lease, DataAccessException e) {
        return DatabaseException.of(
                "the fence of " + lease.account() + " " + lease.date() + " failed", e);
    }
}
