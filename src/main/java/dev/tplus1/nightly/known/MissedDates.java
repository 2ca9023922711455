package dev.tplus1.nightly.known;

import dev.tplus1.database.Database;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What of an account's dates is left to do before a night: dates that no revision concluded, that
 * are held, or of which a run was begun and has not ended. Nothing before the first date that a run
 * was begun of: an account that never ran has missed nothing.
 *
 * @param dates those that are to be run, the oldest first
 * @param older those that no revision concluded and that are too many days back; none where that is
 *     all
 */
public record MissedDates(List<LocalDate> dates, @Nullable Range older) {
    /**
     * So many days before those that are run a date without conclusion is looked for. One that
     * never comes would else be told of in every night for ever.
     */
    static final int LOOKED_BACK = 31;

    /**
     * Dates without conclusion, and perhaps others between them.
     *
     * @param missing how many of them have none
     */
    public record Range(LocalDate from, LocalDate to, long missing) {}

    /**
     * What was missed before a night.
     *
     * @param night the date of the night itself, which is none of them
     * @param most so many days back they may be
     */
    public static MissedDates before(Database database, String account, LocalDate night, int most) {
        JdbcClient jdbc = database.jdbc();
        LocalDate start = night.minusDays(most);
        Optional<LocalDate> first =
                first(database, account, start.minusDays(LOOKED_BACK))
                        .filter(date -> date.isBefore(night));
        if (first.isEmpty()) {
            return new MissedDates(List.of(), null);
        }
        Map<LocalDate, Boolean> done = done(jdbc, account, start, night);
        List<LocalDate> dates =
                later(start, first.get())
                        .datesUntil(night)
                        .filter(date -> !done.getOrDefault(date, false))
                        .toList();
        return new MissedDates(dates, older(jdbc, account, first.get(), start));
    }

    /**
     * How many of an account's last dates no revision concluded, from its first one on.
     *
     * @param last the latest of them, {@link #LOOKED_BACK} days after the earliest
     */
    static long without(Database database, String account, LocalDate last) {
        LocalDate start = last.minusDays(LOOKED_BACK);
        Optional<LocalDate> first = first(database, account, start);
        if (first.isEmpty() || first.get().isAfter(last)) {
            return 0;
        }
        LocalDate from = later(start, first.get());
        LocalDate end = last.plusDays(1);
        return ChronoUnit.DAYS.between(from, end)
                - concluded(database.jdbc(), account, from, end).size();
    }

    /** A gap that reaches into the days that are looked at is told of with all its dates. */
    private static @Nullable Range older(
            JdbcClient jdbc, String account, LocalDate first, LocalDate start) {
        LocalDate near = later(start.minusDays(LOOKED_BACK), first);
        if (!near.isBefore(start)) {
            return null;
        }
        Set<LocalDate> concluded = concluded(jdbc, account, near, start);
        List<LocalDate> missing =
                near.datesUntil(start).filter(date -> !concluded.contains(date)).toList();
        if (missing.isEmpty()) {
            return null;
        }
        LocalDate from = missing.getFirst();
        if (from.equals(near)) {
            from = lastConcluded(jdbc, account, near).map(date -> date.plusDays(1)).orElse(first);
        }
        long before = ChronoUnit.DAYS.between(from, missing.getFirst());
        return new Range(from, missing.getLast(), before + missing.size());
    }

    /**
     * The first date of an account that a run was begun of. A run that began nothing was perhaps
     * asked for a date that was mistyped, and says where an account begins only from some date on.
     *
     * @param tried the first date for which that a run was tried is enough
     */
    static Optional<LocalDate> first(Database database, String account, LocalDate tried) {
        return database
                .jdbc()
                .sql(
                        "SELECT MIN(business_date) AS first_date FROM tplus1_revision WHERE account"
                                + " = :account UNION ALL SELECT MIN(business_date) AS first_date"
                                + " FROM tplus1_last_try WHERE account = :account AND business_date"
                                + " >= :tried")
                .param("account", account)
                .param("tried", tried)
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

    private static Set<LocalDate> concluded(
            JdbcClient jdbc, String account, LocalDate from, LocalDate before) {
        return Set.copyOf(
                jdbc.sql(
                                "SELECT DISTINCT business_date FROM tplus1_revision WHERE account ="
                                        + " :account AND business_date >= :from AND business_date <"
                                        + " :before AND state = 'CONCLUDED'")
                        .param("account", account)
                        .param("from", from)
                        .param("before", before)
                        .query((row, _) -> row.getObject("business_date", LocalDate.class))
                        .list());
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
