package dev.tplus1.nightly.known;

import dev.tplus1.database.Database;
import dev.tplus1.report.Outcome;
import dev.tplus1.statement.Shown;

import org.springframework.jdbc.core.simple.JdbcClient;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * How the last run of a date ended that did not conclude it; nothing of a date whose last run did.
 * Table {@code tplus1_last_try}. Thread-safe.
 */
public final class LastTries {
    private static final String DATE = " WHERE account = :account AND business_date = :date";

    private final Database database;
    private final Clock clock;

    public LastTries(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * A run that did not conclude its date.
     *
     * @param outcome none that concludes
     * @param reason one line
     */
    public record Try(LocalDate date, Outcome outcome, Instant at, String reason) {}

    /**
     * A run of the date has ended, and has not concluded it.
     *
     * @param reason why; kept on one line, and bounded
     * @param fence runs last, inside the transaction: throws when this run no longer holds the date
     */
    public void ended(
            String account, LocalDate date, Outcome outcome, String reason, Runnable fence) {
        LocalDateTime now =
                LocalDateTime.ofInstant(
                        clock.instant().truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
        database.transactions()
                .executeWithoutResult(_ -> {
                    int known =
                            written(
                                    "UPDATE tplus1_last_try SET outcome = :outcome, tried_at ="
                                            + " :now, reason = :reason"
                                            + DATE,
                                    account,
                                    date,
                                    outcome,
                                    now,
                                    reason);
                    if (known == 0) {
                        written(
                                "INSERT INTO tplus1_last_try (account, business_date, outcome,"
                                        + " tried_at, reason) VALUES (:account, :date, :outcome,"
                                        + " :now, :reason)",
                                account,
                                date,
                                outcome,
                                now,
                                reason);
                    }
                    fence.run();
                });
    }

    private int written(
            String sql,
            String account,
            LocalDate date,
            Outcome outcome,
            LocalDateTime now,
            String reason) {
        return dated(sql, account, date)
                .param("outcome", outcome.name())
                .param("now", now)
                .param("reason", Shown.reason(reason))
                .update();
    }

    /**
     * A run has concluded the date.
     *
     * @param fence runs last, inside the transaction: throws when this run no longer holds the date
     */
    public void concluded(String account, LocalDate date, Runnable fence) {
        database.transactions()
                .executeWithoutResult(_ -> {
                    dated("DELETE FROM tplus1_last_try" + DATE, account, date).update();
                    fence.run();
                });
    }

    /** Those of an account's dates from {@code from} to {@code to}, the oldest date first. */
    public List<Try> list(String account, LocalDate from, LocalDate to) {
        return database.jdbc()
                .sql(
                        "SELECT business_date, outcome, tried_at, reason FROM tplus1_last_try WHERE"
                                + " account = :account AND business_date BETWEEN :from AND :to"
                                + " ORDER BY business_date")
                .param("account", account)
                .param("from", from)
                .param("to", to)
                .query((row, _) ->
                        new Try(
                                row.getObject("business_date", LocalDate.class),
                                Outcome.valueOf(row.getString("outcome")),
                                row.getObject("tried_at", LocalDateTime.class)
                                        .toInstant(ZoneOffset.UTC),
                                row.getString("reason")))
                .list();
    }

    private JdbcClient.StatementSpec dated(String sql, String account, LocalDate date) {
        return database.jdbc().sql(sql).param("account", account).param("date", date);
    }
}
