package dev.tplus1.breaks;

import dev.tplus1.database.Database;
import dev.tplus1.entry.StatementChange;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Statements of concluded dates that say otherwise than the one that the date's latest revision
 * used: of each date the one that the provider showed last. A row answers itself once a revision
 * has used its statement. Table {@code tplus1_revised_statement}. Thread-safe.
 */
public final class RevisedStatements {
    /** So many dates are offered at most, the latest ones. */
    public static final int MOST_DATES = 1_000;

    private static final String DATE = " WHERE account = ? AND business_date = ?";

    private static final String OPEN =
            "SELECT s.account, s.business_date, s.sha256, s.revision, s.seen_at, s.added,"
                + " s.changed, s.withdrawn, s.other FROM tplus1_revised_statement s JOIN"
                + " tplus1_revision r ON r.account = s.account AND r.business_date ="
                + " s.business_date WHERE s.account = ? AND r.state = 'CONCLUDED' AND r.revision ="
                + " (SELECT MAX(x.revision) FROM tplus1_revision x WHERE x.account = s.account AND"
                + " x.business_date = s.business_date AND x.state = 'CONCLUDED') AND"
                + " r.statement_sha256 <> s.sha256";

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;
    private final Clock clock;

    public RevisedStatements(Database database, Clock clock) {
        this.jdbc = new JdbcTemplate(database.dataSource());
        this.transactions = database.transactions();
        this.clock = clock;
    }

    /**
     * A statement that no revision has used yet.
     *
     * @param sha256 of its files' bytes, by which the archive has it
     * @param revision whose statement it was compared with
     * @param seenAt when the provider showed it first
     * @param other differences outside the proof
     */
    public record Seen(
            String account,
            LocalDate date,
            String sha256,
            int revision,
            Instant seenAt,
            long added,
            long changed,
            long withdrawn,
            long other) {}

    /**
     * The provider shows another statement than the one that a revision used; in place of what it
     * had shown before that. The same again changes nothing.
     *
     * @param against the date's latest concluded revision
     * @param fence runs last, inside the transaction: throws when this run no longer holds the date
     */
    public void seen(Revision.Id against, String sha256, StatementChange change, Runnable fence) {
        transactions.executeWithoutResult(_ -> {
            List<String> same =
                    jdbc.query(
                            "SELECT sha256 FROM tplus1_revised_statement"
                                    + DATE
                                    + " AND sha256 = ? AND revision = ?",
                            (rows, _) -> rows.getString("sha256"),
                            against.account(),
                            against.date(),
                            sha256,
                            against.number());
            if (same.isEmpty()) {
                forget(against.account(), against.date());
                jdbc.update(
                        "INSERT INTO tplus1_revised_statement (account, business_date, sha256,"
                                + " revision, seen_at, added, changed, withdrawn, other) VALUES (?,"
                                + " ?, ?, ?, ?, ?, ?, ?, ?)",
                        against.account(),
                        against.date(),
                        sha256,
                        against.number(),
                        BreakRows.utc(clock.instant().truncatedTo(ChronoUnit.MICROS)),
                        change.added(),
                        change.changed(),
                        change.withdrawn(),
                        change.other());
            }
            fence.run();
        });
    }

    /**
     * The provider shows what the date's latest revision used (again).
     *
     * @param fence runs last, inside the transaction: throws when this run no longer holds the date
     */
    public void same(String account, LocalDate date, Runnable fence) {
        transactions.executeWithoutResult(_ -> {
            forget(account, date);
            fence.run();
        });
    }

    /**
     * What the provider showed last is kept in other bytes, too, which say the same.
     *
     * @param fence runs last, inside the transaction: throws when this run no longer holds the date
     */
    public void keptIn(String account, LocalDate date, String sha256, Runnable fence) {
        transactions.executeWithoutResult(_ -> {
            jdbc.update(
                    "UPDATE tplus1_revised_statement SET sha256 = ?" + DATE, sha256, account, date);
            fence.run();
        });
    }

    private void forget(String account, LocalDate date) {
        jdbc.update("DELETE FROM tplus1_revised_statement" + DATE, account, date);
    }

    /** The statement of a date that its latest revision did not use; none where it did. */
    public Optional<Seen> open(String account, LocalDate date) {
        return jdbc
                .query(OPEN + " AND s.business_date = ?", (rows, _) -> seen(rows), account, date)
                .stream()
                .findFirst();
    }

    /** An account's dates with such a statement, the latest first, {@link #MOST_DATES} at most. */
    public List<Seen> open(String account) {
        return jdbc.query(
                OPEN + " ORDER BY s.business_date DESC LIMIT " + MOST_DATES,
                (rows, _) -> seen(rows),
                account);
    }

    /** All of an account's dates with such a statement. */
    public Set<LocalDate> openDates(String account) {
        return Set.copyOf(jdbc.query(OPEN, (rows, _) -> seen(rows).date(), account));
    }

    private static Seen seen(ResultSet rows) throws SQLException {
        return new Seen(
                rows.getString("account"),
                rows.getObject("business_date", LocalDate.class),
                rows.getString("sha256"),
                rows.getInt("revision"),
                BreakRows.instant(rows, "seen_at"),
                rows.getLong("added"),
                rows.getLong("changed"),
                rows.getLong("withdrawn"),
                rows.getLong("other"));
    }
}
