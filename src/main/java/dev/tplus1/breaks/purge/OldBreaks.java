package dev.tplus1.breaks.purge;

import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.Audit.Change;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.breaks.audit.Label;
import dev.tplus1.database.Database;

import org.springframework.jdbc.core.JdbcTemplate;

import java.time.Clock;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the revisions of a date classified, and the lives of its breaks, once nobody needs them any
 * more. The revisions themselves stay, one row each: by them a date is known to be reconciled. So
 * does the audit trail, whole. Thread-safe.
 */
public final class OldBreaks {
    /** How many rows a transaction deletes at most. */
    static final int SLICE = 1000;

    /** How the audit trail calls it. */
    public static final What PURGED = new What("PURGED");

    private static final String DATE = " WHERE account = ? AND business_date = ?";

    private static final String OPEN =
            Arrays.stream(Status.values())
                    .filter(Status::open)
                    .map(status -> "'" + status.name() + "'")
                    .collect(Collectors.joining(", ", "(", ")"));

    /** In the order in which they go, and which rows of each. */
    private static final List<String> ROWS =
            List.of(
                    "tplus1_finding" + DATE,
                    "tplus1_crossed" + DATE,
                    "tplus1_change" + DATE,
                    "tplus1_revised_statement" + DATE,
                    "tplus1_break" + DATE + " AND status NOT IN " + OPEN);

    private final Database database;
    private final JdbcTemplate jdbc;
    private final Audit audit;
    private final Clock clock;

    public OldBreaks(Database database, Clock clock) {
        this.database = database;
        this.jdbc = new JdbcTemplate(database.dataSource());
        this.audit = new Audit(database);
        this.clock = clock;
    }

    /**
     * How a date stands that a run was begun of.
     *
     * @param ended whether it is reconciled and reported, and nothing of it is under way
     * @param open how many of its breaks somebody or something still has to end
     * @param moved when something of it was last begun, concluded or decided, in UTC
     * @param runs the ids of its revisions' runs
     */
    public record Stand(
            LocalDate date, boolean ended, long open, LocalDateTime moved, List<String> runs) {
        public Stand {
            runs = List.copyOf(runs);
        }

        private Stand with(long openBreaks, LocalDateTime decided) {
            return new Stand(date, ended, openBreaks, later(moved, decided), runs);
        }
    }

    /** How an account's dates stand, by date. */
    public Map<LocalDate, Stand> stands(String account) {
        return stands("account = ?", account);
    }

    /** How one date stands; empty where no run of it was begun. */
    public Map<LocalDate, Stand> stands(String account, LocalDate date) {
        return stands("account = ? AND business_date = ?", account, date);
    }

    private Map<LocalDate, Stand> stands(String where, Object... values) {
        Map<LocalDate, Stand> stands = new TreeMap<>();
        jdbc.query(
                "SELECT business_date, run_id, state, outcome, started_at, staged_at,"
                        + " concluded_at, published_at FROM tplus1_revision WHERE "
                        + where
                        + " ORDER BY business_date, revision",
                row -> {
                    LocalDate date = row.getObject("business_date", LocalDate.class);
                    Stand before = stands.get(date);
                    LocalDateTime moved = row.getObject("started_at", LocalDateTime.class);
                    LocalDateTime concluded = row.getObject("concluded_at", LocalDateTime.class);
                    moved = concluded == null ? moved : later(moved, concluded);
                    List<String> runs =
                            before == null
                                    ? List.of(row.getString("run_id"))
                                    : plus(before.runs(), row.getString("run_id"));
                    boolean ended =
                            "CONCLUDED".equals(row.getString("state"))
                                    && "RECONCILED".equals(row.getString("outcome"))
                                    && row.getObject("staged_at") == null
                                    && row.getObject("published_at") != null;
                    stands.put(
                            date,
                            new Stand(
                                    date,
                                    ended,
                                    0,
                                    before == null ? moved : later(before.moved(), moved),
                                    runs));
                },
                values);
        jdbc.query(
                "SELECT business_date, MAX(updated_at) AS moved, SUM(CASE WHEN status IN "
                        + OPEN
                        + " THEN 1 ELSE 0 END) AS open_breaks FROM tplus1_break WHERE "
                        + where
                        + " GROUP BY business_date",
                row -> {
                    long open = row.getLong("open_breaks");
                    LocalDateTime moved = row.getObject("moved", LocalDateTime.class);
                    stands.computeIfPresent(
                            row.getObject("business_date", LocalDate.class),
                            (_, stand) -> stand.with(open, moved));
                },
                values);
        return stands;
    }

    private static List<String> plus(List<String> list, String one) {
        return Stream.concat(list.stream(), Stream.of(one)).toList();
    }

    private static LocalDateTime later(LocalDateTime a, LocalDateTime b) {
        return a.isAfter(b) ? a : b;
    }

    /** How many rows of each of an account's dates would go. */
    public Map<LocalDate, Long> rows(String account) {
        Map<LocalDate, Long> rows = new HashMap<>();
        for (String each : ROWS) {
            jdbc.query(
                    "SELECT business_date, COUNT(*) AS n FROM "
                            + each.replace(" AND business_date = ?", "")
                            + " GROUP BY business_date",
                    row -> {
                        rows.merge(
                                row.getObject("business_date", LocalDate.class),
                                row.getLong("n"),
                                Long::sum);
                    },
                    account);
        }
        return rows;
    }

    /**
     * Says in the audit trail that a date's breaks go, unless one of them is open by now.
     *
     * @param why what lets them go, for people
     * @param mark runs inside the transaction: remembers it, and throws when this run no longer
     *     holds the date
     * @return whether they may go
     */
    public boolean begin(String account, LocalDate date, String why, Runnable mark) {
        return audit.write(chain -> {
            if (count(" AND status IN " + OPEN, account, date) > 0) {
                return false;
            }
            long breaks = count("", account, date);
            chain.append(
                    new Audit.Event(
                            null,
                            null,
                            account,
                            date,
                            clock.instant(),
                            Label.RUN,
                            PURGED,
                            (breaks == 1 ? "1 break was" : breaks + " breaks were")
                                    + " purged, "
                                    + why,
                            Change.NONE));
            mark.run();
            return true;
        });
    }

    private long count(String more, String account, LocalDate date) {
        return Objects.requireNonNull(
                jdbc.queryForObject(
                        "SELECT COUNT(*) FROM tplus1_break" + DATE + more,
                        Long.class,
                        account,
                        date));
    }

    /**
     * Deletes some rows of a date, in a transaction of their own.
     *
     * @param fence runs last, inside the transaction: throws when this run no longer holds the date
     * @return how many; 0 once none is left
     */
    public long deleteSome(String account, LocalDate date, Runnable fence) {
        for (String each : ROWS) {
            Integer gone =
                    database.transactions()
                            .execute(_ -> {
                                int rows =
                                        jdbc.update(
                                                "DELETE FROM " + each + " LIMIT " + SLICE,
                                                account,
                                                date);
                                fence.run();
                                return rows;
                            });
            if (gone != null && gone > 0) {
                return gone;
            }
        }
        return 0;
    }

    /**
     * A date whose breaks were purged.
     *
     * @param at when, in UTC
     */
    public record Gone(String account, LocalDate date, LocalDateTime at) {}

    /** Where a break was, by its id, that has been purged; by what the audit trail tells. */
    public Optional<Gone> gone(String breakId) {
        return jdbc
                .query(
                        "SELECT p.account, p.business_date, p.happened_at FROM tplus1_audit_event p"
                                + " WHERE p.event = ? AND EXISTS (SELECT 1 FROM tplus1_audit_event"
                                + " e WHERE e.account = p.account AND e.business_date ="
                                + " p.business_date AND e.break_id = ?) ORDER BY p.seq LIMIT 1",
                        (row, _) ->
                                new Gone(
                                        row.getString("account"),
                                        row.getObject("business_date", LocalDate.class),
                                        row.getObject("happened_at", LocalDateTime.class)),
                        PURGED.word(),
                        breakId)
                .stream()
                .findFirst();
    }
}
