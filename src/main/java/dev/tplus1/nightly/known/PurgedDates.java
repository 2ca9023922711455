package dev.tplus1.nightly.known;

import dev.tplus1.database.Database;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What of accounts' dates was purged by retention. Table {@code tplus1_purged}. Thread-safe. */
public final class PurgedDates {
    private static final String ONE = " WHERE account = ? AND business_date = ? AND kind = ?";

    private final Database database;
    private final Clock clock;

    public PurgedDates(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** What goes as a whole. */
    public enum What {
        /** What of its statements is in the archive. */
        STATEMENTS,
        /**
         * Its files in the reports folder; they can be rendered again while its breaks are there.
         */
        REPORTS,
        /** Its breaks and what its revisions classified: it can not be run again after that. */
        BREAKS
    }

    /**
     * Marks it, in the caller's transaction where there is one on this database; again with the
     * time of the last purge.
     */
    public void mark(String account, LocalDate date, What what) {
        LocalDateTime now =
                LocalDateTime.ofInstant(
                        clock.instant().truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
        int known =
                database.jdbc()
                        .sql("UPDATE tplus1_purged SET purged_at = ?" + ONE)
                        .params(now, account, date, what.name())
                        .update();
        if (known == 0 && at(account, date, what).isEmpty()) {
            database.jdbc()
                    .sql(
                            "INSERT INTO tplus1_purged (account, business_date, kind, purged_at)"
                                    + " VALUES (?, ?, ?, ?)")
                    .params(account, date, what.name(), now)
                    .update();
        }
    }

    /** When it was purged last; nothing where it was not. */
    public Optional<Instant> at(String account, LocalDate date, What what) {
        return database.jdbc()
                .sql("SELECT purged_at FROM tplus1_purged" + ONE)
                .params(account, date, what.name())
                .query((row, _) ->
                        row.getObject("purged_at", LocalDateTime.class).toInstant(ZoneOffset.UTC))
                .optional();
    }

    /** When a date's statements, or else its breaks, were purged; nothing where neither was. */
    public Optional<Instant> of(String account, LocalDate date) {
        return at(account, date, What.STATEMENTS).or(() -> at(account, date, What.BREAKS));
    }

    /** Of an account's dates from {@code from} to {@code to}, when this was purged. */
    public Map<LocalDate, Instant> list(String account, LocalDate from, LocalDate to, What what) {
        Map<LocalDate, Instant> purged = new HashMap<>();
        database.jdbc()
                .sql(
                        "SELECT business_date, purged_at FROM tplus1_purged WHERE account = ? AND"
                                + " business_date BETWEEN ? AND ? AND kind = ?")
                .params(account, from, to, what.name())
                .query(row -> {
                    purged.put(
                            row.getObject("business_date", LocalDate.class),
                            row.getObject("purged_at", LocalDateTime.class)
                                    .toInstant(ZoneOffset.UTC));
                });
        return purged;
    }

    /** The first of an account's dates after this one whose breaks were purged. */
    public Optional<LocalDate> after(String account, LocalDate date) {
        return database.jdbc()
                .sql(
                        "SELECT MIN(business_date) AS later FROM tplus1_purged WHERE account = ?"
                                + " AND business_date > ? AND kind = 'BREAKS'")
                .params(account, date)
                .query((row, _) -> Optional.ofNullable(row.getObject("later", LocalDate.class)))
                .single();
    }

    /** {@code shop 2026-01-10: its breaks were purged on 2028-02-01 by retention.breaks}. */
    public static String told(String account, LocalDate date, String what, Instant at) {
        return account
                + " "
                + date
                + ": its "
                + what
                + " were purged on "
                + day(at)
                + " by retention."
                + what;
    }

    /** {@code 2028-02-01}, as it is said in UTC. */
    public static String day(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC).toString();
    }
}
