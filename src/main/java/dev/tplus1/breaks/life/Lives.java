package dev.tplus1.breaks.life;

import dev.tplus1.breaks.BreakRows;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.database.Database;
import dev.tplus1.database.Dialect;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the histories of a date's breaks out of the audit trail. Thread-safe. */
public final class Lives {
    /** So many events of a break are shown: its first and its latest. */
    public static final int MOST_EVENTS = 8;

    /** So much of what an event tells is shown, in characters; the audit trail has the rest. */
    public static final int LONGEST_DETAIL = 240;

    /** So many characters of details are kept of a date; what comes later stands without. */
    private static final int MOST_TEXT = 16 << 20;

    private static final int FETCH = 1_000;
    private static final String CUT = "…";

    private final JdbcTemplate jdbc;

    public Lives(Database database) {
        this.jdbc = streaming(database);
    }

    /** Passes rows on while they are read, whatever the database. */
    static JdbcTemplate streaming(Database database) {
        JdbcTemplate jdbc = new JdbcTemplate(database.dataSource());
        jdbc.setFetchSize(database.dialect() == Dialect.H2 ? FETCH : Integer.MIN_VALUE);
        return jdbc;
    }

    /**
     * What had happened to these breaks of a date when a revision was concluded, by identity hash;
     * those left out that had just been found and nothing else. One pass over the date's events.
     *
     * @param until when the revision was concluded: nothing later is told, whenever it is asked
     */
    public Map<String, BreakLife> of(Revision.Id revision, Instant until, Set<String> hashes) {
        Map<String, Collected> all = new HashMap<>();
        int[] left = {MOST_TEXT};
        if (!hashes.isEmpty()) {
            jdbc.query(
                    "SELECT identity_hash, happened_at, actor, event, detail, reason, was,"
                            + " became FROM"
                            + " tplus1_audit_event WHERE account = ? AND business_date = ? AND"
                            + " happened_at <= ? AND identity_hash IS NOT NULL ORDER BY seq",
                    rows -> {
                        String hash = rows.getString("identity_hash");
                        if (hashes.contains(hash)) {
                            Instant at = BreakRows.instant(rows, "happened_at");
                            Audit.What what = new Audit.What(rows.getString("event"));
                            if (what.equals(Audit.What.FOUND) && at.equals(until)) {
                                return;
                            }
                            String detail = cut(rows.getString("detail"), left[0]);
                            left[0] -= detail.length();
                            all.computeIfAbsent(hash, _ -> new Collected())
                                    .add(
                                            new BreakLife.Event(
                                                    at,
                                                    rows.getString("actor"),
                                                    what,
                                                    detail,
                                                    new Audit.Change(
                                                            rows.getString("reason"),
                                                            rows.getString("was"),
                                                            rows.getString("became"))));
                        }
                    },
                    revision.account(),
                    revision.date(),
                    BreakRows.utc(until));
        }
        Map<String, BreakLife> lives = new HashMap<>();
        all.forEach((hash, collected) -> lives.put(hash, collected.life()));
        return lives;
    }

    private static String cut(String detail, int left) {
        int most = Math.min(LONGEST_DETAIL, left);
        if (detail.length() <= most) {
            return detail;
        }
        if (most <= 0) {
            return CUT;
        }
        int end = Character.isHighSurrogate(detail.charAt(most - 1)) ? most - 1 : most;
        return detail.substring(0, end) + CUT;
    }

    /** The first event and the latest ones. */
    private static final class Collected {
        private final List<BreakLife.Event> first = new ArrayList<>(1);
        private final Deque<BreakLife.Event> latest = new ArrayDeque<>(1);
        private int more;
        private @Nullable String owner;

        void add(BreakLife.Event event) {
            if (event.what().equals(Audit.What.ASSIGNED)) {
                owner = event.change().became();
            }
            if (first.isEmpty()) {
                first.add(event);
                return;
            }
            latest.add(event);
            if (latest.size() >= MOST_EVENTS) {
                latest.remove();
                more++;
            }
        }

        BreakLife life() {
            List<BreakLife.Event> events = new ArrayList<>(first);
            events.addAll(latest);
            return new BreakLife(owner, events, more);
        }
    }
}
