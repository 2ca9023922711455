package dev.tplus1.statement;

import dev.tplus1.database.BulkInsert;
import dev.tplus1.database.Database;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The transactions whose money a date's accepted statement returns, so that an earlier date that is
 * run later knows. Table {@code tplus1_statement_return}. Thread-safe.
 */
public final class StatementReturns {
    private static final int LOOKUP_BATCH = 500;

    private final Database database;

    public StatementReturns(Database database) {
        this.database = database;
    }

    /**
     * Replaces what is known of a date by what its accepted statement says, all or nothing.
     *
     * @param fence runs last, inside the transaction: throws when this run no longer holds the date
     */
    public void record(String account, LocalDate date, Statement statement, Runnable fence) {
        Set<String> returned = new HashSet<>();
        statement.counted().returned().each(returned::add);
        record(account, date, returned, fence);
    }

    void record(String account, LocalDate date, Collection<String> transactionIds, Runnable fence) {
        // in the order of the key, in which a database takes them fastest
        Set<String> ids = new TreeSet<>(transactionIds);
        JdbcTemplate jdbc = new JdbcTemplate(database.dataSource());
        database.transactions()
                .executeWithoutResult(_ -> {
                    jdbc.update(
                            "DELETE FROM tplus1_statement_return WHERE account = ? AND"
                                    + " business_date = ?",
                            account,
                            date);
                    insert(jdbc, account, date, ids);
                    fence.run();
                });
    }

    private static void insert(
            JdbcTemplate jdbc, String account, LocalDate date, Set<String> transactionIds) {
        BulkInsert rows =
                new BulkInsert(
                        jdbc, "tplus1_statement_return", "account, business_date, transaction_id");
        transactionIds.forEach(id -> rows.add(List.of(account, date, id)));
        rows.flush();
    }

    /**
     * Adds what a statement says that is not reconciled, or is read once more: an earlier date must
     * not replay what it returns. What was known before stays, until a run uses a newer one.
     *
     * @param fence runs last, inside the transaction: throws when this run no longer holds the date
     */
    public void add(String account, LocalDate date, Statement statement, Runnable fence) {
        Set<String> returned = new TreeSet<>();
        statement.counted().returned().each(returned::add);
        JdbcTemplate jdbc = new JdbcTemplate(database.dataSource());
        database.transactions()
                .executeWithoutResult(_ -> {
                    returned.removeAll(
                            new HashSet<>(
                                    jdbc.queryForList(
                                            "SELECT transaction_id FROM tplus1_statement_return"
                                                    + " WHERE account = ? AND business_date = ?",
                                            String.class,
                                            account,
                                            date)));
                    insert(jdbc, account, date, returned);
                    fence.run();
                });
    }

    /** Those of the transactions of which a later date's statement returns money. */
    public Set<String> returnedAfter(
            String account, LocalDate date, Collection<String> transactionIds) {
        List<String> ids = new ArrayList<>(new LinkedHashSet<>(transactionIds));
        JdbcClient jdbc = database.jdbc();
        Set<String> returned = new HashSet<>();
        for (int from = 0; from < ids.size(); from += LOOKUP_BATCH) {
            List<String> batch = ids.subList(from, Math.min(from + LOOKUP_BATCH, ids.size()));
            returned.addAll(
                    jdbc.sql(
                                    "SELECT DISTINCT transaction_id FROM tplus1_statement_return"
                                            + " WHERE account = :account AND business_date > :date"
                                            + " AND transaction_id IN (:ids)")
                            .param("account", account)
                            .param("date", date)
                            .param("ids", batch)
                            .query(String.class)
                            .list());
        }
        // whatever the database takes for equal, ids are compared byte for byte
        returned.retainAll(new HashSet<>(ids));
        return Set.copyOf(returned);
    }
}
