package dev.tplus1.breaks.told;

import dev.tplus1.breaks.Revision;
import dev.tplus1.database.Database;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a job's runs ended with and nobody has been told: the mark is set in the transaction that
 * records who is told, so that a run that was killed before it leaves it for the next one, and two
 * runs at once tell it once. Thread-safe.
 */
public final class Untold {
    /** More than this are told by the next run. */
    static final int MOST = 2000;

    private static final int SLICE = 1000;

    private final Database database;
    private final JdbcClient jdbc;
    private final String job;

    public Untold(Database database, String job) {
        this.database = database;
        this.jdbc = database.jdbc();
        this.job = job;
    }

    /**
     * Takes what is concluded, its report out, and not told, so that nobody else tells it. What has
     * no report yet is told when it has one: whoever is told goes there.
     *
     * @param at the run's time
     * @return the revisions, by account and date
     * @throws IllegalStateException outside of a transaction
     */
    public List<Revision.Id> take(Instant at) {
        requireTransaction();
        // looked for without a lock, and each taken by its key: a date that is being concluded
        // would be waited for otherwise
        List<Revision.Id> taken = new ArrayList<>();
        for (Revision.Id id : untold()) {
            int rows =
                    jdbc.sql(
                                    "UPDATE tplus1_revision SET told_at = ? WHERE account = ? AND"
                                        + " business_date = ? AND revision = ? AND told_at IS NULL"
                                        + " AND state = 'CONCLUDED' AND staged_at IS NULL AND"
                                        + " published_at IS NOT NULL")
                            .params(
                                    LocalDateTime.ofInstant(
                                            at.truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC),
                                    id.account(),
                                    id.date(),
                                    id.number())
                            .update();
            if (rows == 1) {
                taken.add(id);
            }
        }
        return taken;
    }

    private List<Revision.Id> untold() {
        String prefix = job + "/";
        return jdbc.sql(
                        "SELECT account, business_date, revision FROM tplus1_revision WHERE told_at"
                                + " IS NULL AND state = 'CONCLUDED' AND staged_at IS NULL AND"
                                + " published_at IS NOT NULL AND SUBSTRING(run_id, 1, ?) = ? ORDER"
                                + " BY account, business_date, revision LIMIT ?")
                .params(prefix.length(), prefix, MOST)
                .query((row, _) ->
                        new Revision.Id(
                                row.getString("account"),
                                row.getObject("business_date", LocalDate.class),
                                row.getInt("revision")))
                .list();
    }

    /**
     * Takes an end that concluded nothing, which is told once on a day.
     *
     * @param outcome how it ended, at most 16 letters
     * @param on the day on which it is told
     * @return whether it is still to be told
     * @throws IllegalStateException outside of a transaction
     */
    public boolean take(String account, LocalDate date, String outcome, LocalDate on) {
        requireTransaction();
        try {
            return jdbc.sql(
                                    "INSERT INTO tplus1_told (job, account, business_date, outcome,"
                                            + " told_on) VALUES (?, ?, ?, ?, ?)")
                            .params(job, account, date, outcome, on)
                            .update()
                    == 1;
        } catch (DuplicateKeyException _) {
            return false;
        }
    }

    /** How many ends of days before this one are remembered, which are not told again anyway. */
    public long old(LocalDate before) {
        return jdbc.sql("SELECT COUNT(*) FROM tplus1_told WHERE job = ? AND told_on < ?")
                .params(job, before)
                .query(Long.class)
                .single();
    }

    /** Forgets those ends; at most a thousand, and returns how many. */
    public long forgetSome(LocalDate before) {
        return database.retrying(() ->
                Objects.requireNonNull(
                        database.transactions()
                                .execute(_ ->
                                        (long)
                                                jdbc.sql(
                                                                "DELETE FROM tplus1_told WHERE job"
                                                                        + " = ? AND told_on < ?"
                                                                        + " LIMIT "
                                                                        + SLICE)
                                                        .params(job, before)
                                                        .update())));
    }

    private static void requireTransaction() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("what is told belongs to a transaction");
        }
    }
}
