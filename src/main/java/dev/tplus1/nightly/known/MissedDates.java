package dev.tplus1.nightly.known;

import dev.tplus1.database.Database;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What of an account's dates is left to do before a night: dates that no revision concluded, that
 * are held, or of which a run was begun and has not ended. Nothing before the first date that a run
 * was begun of: an account that never ran has missed nothing.
 *
 * @param dates those that are to be run, the oldest first
 * @param older those since the last concluded date before them, which are too many days back; none
 *     where that is all
 */
public record MissedDates(List<LocalDate> dates, @Nullable Range older) {
    /** Dates in a row, both ends among them. */
    public record Range(LocalDate from, LocalDate to) {}

    /**
     * What was missed before a night.
     *
     * @param night the date of the night itself, which is none of them
     * @param most so many days back they may be
     */
    public static MissedDates before(Database database, String account, LocalDate night, int most) {
        JdbcClient jdbc = database.jdbc();
        Optional<LocalDate> first = first(database, account).filter(date -> date.isBefore(night));
        if (first.isEmpty()) {
            return new MissedDates(List.of(), null);
        }
        LocalDate start = night.minusDays(most);
        Map<LocalDate, Boolean> done = done(jdbc, account, start, night);
        List<LocalDate> dates =
                later(start, first.get())
                        .datesUntil(night)
                        .filter(date -> !done.getOrDefault(date, false))
                        .toList();
        LocalDate from =
                lastConcluded(jdbc, account, start)
                        .map(date -> date.plusDays(1))
                        .orElse(first.get());
        return new MissedDates(
                dates, from.isBefore(start) ? new Range(from, start.minusDays(1)) : null);
    }

    /** The first date of an account that a run was begun of. */
    static Optional<LocalDate> first(Database database, String account) {
        return database
                .jdbc()
                .sql(
                        "SELECT MIN(business_date) AS first_date FROM tplus1_revision WHERE account"
                                + " = :account UNION ALL SELECT MIN(business_date) AS first_date"
                                + " FROM tplus1_last_try WHERE account = :account")
                .param("account", account)
                .query((row, _) -> Optional.ofNullable(row.getObject(1, LocalDate.class)))
                .list()
                .stream()
                .flatMap(Optional::stream)
                .min(LocalDate::compareTo);
    }

    /** Of each date that has a revision, whether its last one is reconciled and reported. */
    private static Map<LocalDate, Boolean> done(
            JdbcClient jdbc, String account, LocalDate from, LocalDate before) {
        Map<LocalDate, Boolean> done = new HashMap<>();
        jdbc.sql(
                        "SELECT business_date, state, outcome, published_at FROM tplus1_revision"
                                + " WHERE account = :account AND business_date >= :from AND"
                                + " business_date < :before ORDER BY business_date, revision")
                .param("account", account)
                .param("from", from)
                .param("before", before)
                .query(row -> {
                    done.put(
                            row.getObject("business_date", LocalDate.class),
                            "CONCLUDED".equals(row.getString("state"))
                                    && "RECONCILED".equals(row.getString("outcome"))
                                    && row.getObject("published_at") != null);
                });
        return done;
    }

    private static Optional<LocalDate> lastConcluded(
            JdbcClient jdbc, String account, LocalDate before) {
        return jdbc.sql(
                        "SELECT business_date FROM tplus1_revision WHERE account = :account AND"
                                + " business_date < :before AND state = 'CONCLUDED' ORDER BY"
                                + " business_date DESC LIMIT 1")
                .param("account", account)
                .param("before", before)
                .query((row, _) -> row.getObject("business_date", LocalDate.class))
                .optional();
    }

    private static LocalDate later(LocalDate a, LocalDate b) {
        return a.isAfter(b) ? a : b;
    }
}
