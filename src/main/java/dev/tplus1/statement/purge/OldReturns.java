package dev.tplus1.statement.purge;

import dev.tplus1.database.Database;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What dates' statements return, once no earlier date is left that might replay it. Thread-safe.
 */
public final class OldReturns {
    private static final int SLICE = 1000;

    private final Database database;

    public OldReturns(Database database) {
        this.database = database;
    }

    /** How many rows each of an account's dates has, where it has any. */
    public Map<LocalDate, Long> rows(String account) {
        Map<LocalDate, Long> rows = new HashMap<>();
        database.jdbc()
                .sql(
                        "SELECT business_date, COUNT(*) AS n FROM tplus1_statement_return WHERE"
                                + " account = ? GROUP BY business_date")
                .params(account)
                .query(row -> {
                    rows.put(row.getObject("business_date", LocalDate.class), row.getLong("n"));
                });
        return rows;
    }

    /**
     * Whether no earlier date can be run any more that might replay what this one returns: each
     * that was begun has been purged. One that is ended may still be reopened and approved.
     */
    public boolean mayGo(String account, LocalDate date) {
        return database.jdbc()
                        .sql(
                                "SELECT COUNT(*) FROM tplus1_revision r WHERE r.account = ? AND"
                                        + " r.business_date < ? AND NOT EXISTS (SELECT 1 FROM"
                                        + " tplus1_purged p WHERE p.account = r.account AND"
                                        + " p.business_date = r.business_date AND p.kind ="
                                        + " 'BREAKS')")
                        .params(account, date)
                        .query(Long.class)
                        .single()
                == 0;
    }

    /**
     * Deletes some rows of a date, in a transaction of their own.
     *
     * @param fence runs last, inside the transaction
     * @return how many; 0 once none is left
     */
    public long deleteSome(String account, LocalDate date, Runnable fence) {
        return Objects.requireNonNull(
                database.transactions()
                        .execute(_ -> {
                            long rows =
                                    database.jdbc()
                                            .sql(
                                                    "DELETE FROM tplus1_statement_return WHERE"
                                                            + " account = ? AND business_date = ?"
                                                            + " LIMIT "
                                                            + SLICE)
                                            .params(account, date)
                                            .update();
                            fence.run();
                            return rows;
                        }));
    }
}
