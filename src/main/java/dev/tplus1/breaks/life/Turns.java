package dev.tplus1.breaks.life;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakChange;
import dev.tplus1.breaks.BreakRows;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.life.RevisionChange.Row;
import dev.tplus1.breaks.life.RevisionChange.Sort;
import dev.tplus1.database.Database;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads what a concluded revision changed, against the revision before it and in breaks that it did
 * not classify. Everything is told as of its conclusion, so that it is the same whenever it is
 * asked. Thread-safe.
 */
public final class Turns {
    /** So many breaks of each sort are shown; all are counted. */
    public static final int MOST_ROWS = 50;

    private static final String FOUND = BreakRows.columns("f");

    /** A finding of the break in a revision that was concluded by then. */
    private static final String FINDINGS_BY_THEN =
            " JOIN tplus1_finding f ON f.account = b.account AND f.kind = b.kind AND f.key_basis ="
                    + " b.key_basis AND f.key_value = b.key_value AND f.identity_hash ="
                    + " b.identity_hash JOIN tplus1_revision r ON r.account = f.account AND"
                    + " r.business_date = f.business_date AND r.revision = f.revision AND r.state ="
                    + " 'CONCLUDED' AND r.concluded_at <= ?";

    private static final String DIFFERS =
            "p.identity_hash IS NULL OR p.type <> f.type OR p.status <> f.status"
                    + " OR COALESCE(p.statement_minor, -1) <> COALESCE(f.statement_minor, -1)"
                    + " OR COALESCE(p.ledger_minor, -1) <> COALESCE(f.ledger_minor, -1)"
                    + " OR COALESCE(p.statement_currency, '') <> COALESCE(f.statement_currency, '')"
                    + " OR COALESCE(p.ledger_currency, '') <> COALESCE(f.ledger_currency, '')";

    /** What had last changed a break's status by then. */
    private static final String LAST_EVENT =
            "(SELECT e.event FROM tplus1_audit_event e WHERE e.identity_hash = b.identity_hash AND"
                    + " e.happened_at <= ? AND e.event IN ('FOUND', 'CHANGED', 'REPAIRED',"
                    + " 'REOPENED', 'CLOSED', 'WITHDRAWN', 'RESOLVED', 'ESCALATED')"
                    + " ORDER BY e.seq DESC LIMIT 1)";

    private final JdbcTemplate jdbc;

    public Turns(Database database) {
        this.jdbc = Lives.streaming(database);
    }

    /** What a revision found otherwise than the one before it; none where it is the first. */
    public Optional<RevisionChange> since(Revision.Id id) {
        OptionalInt before = before(id);
        if (before.isEmpty()) {
            return Optional.empty();
        }
        int previous = before.getAsInt();
        Compared compared = new Compared();
        jdbc.query(
                "SELECT "
                        + FOUND
                        + ", p.type AS was_type, p.action AS was_action, p.status AS was_status,"
                        + " p.note AS was_note, p.statement_minor AS was_statement_minor,"
                        + " p.statement_currency AS was_statement_currency, p.ledger_minor AS"
                        + " was_ledger_minor, p.ledger_currency AS was_ledger_currency"
                        + " FROM tplus1_finding f LEFT JOIN tplus1_finding p ON p.account ="
                        + " f.account AND p.business_date = f.business_date AND p.revision = ? AND"
                        + " p.identity_hash = f.identity_hash WHERE f.account = ? AND"
                        + " f.business_date = ? AND f.revision = ? AND ("
                        + DIFFERS
                        + ") ORDER BY f.seq",
                rows -> {
                    Break is = BreakRows.found(rows);
                    Break was = was(rows, is);
                    compared.add(new Row(sort(was, is), was, is, is.note()));
                },
                previous,
                id.account(),
                id.date(),
                id.number());
        gone(id, previous, compared);
        long found = count(id, id.number());
        return Optional.of(
                new RevisionChange(
                        new Revision.Id(id.account(), id.date(), previous),
                        compared.counts,
                        found - compared.present,
                        compared.rows()));
    }

    /** What the revision before had found and this one has not. */
    private void gone(Revision.Id id, int previous, Compared compared) {
        Map<String, BreakChange> changes = changes(id);
        jdbc.query(
                "SELECT "
                        + FOUND
                        + " FROM tplus1_finding f LEFT JOIN tplus1_finding n ON n.account ="
                        + " f.account AND n.business_date = f.business_date AND n.revision = ? AND"
                        + " n.identity_hash = f.identity_hash WHERE f.account = ? AND"
                        + " f.business_date = ? AND f.revision = ? AND n.identity_hash IS NULL"
                        + " ORDER BY f.seq",
                rows -> {
                    Break was = BreakRows.found(rows);
                    BreakChange change = changes.get(rows.getString("identity_hash"));
                    if (change != null) {
                        Sort sort =
                                change.fate() == BreakChange.Fate.WITHDRAWN
                                        ? Sort.WITHDRAWN
                                        : Sort.CLOSED;
                        compared.add(new Row(sort, was, null, change.note()));
                    } else if (!was.status().open()) {
                        compared.add(new Row(Sort.AGREED, was, null, ""));
                    }
                },
                id.number(),
                id.account(),
                id.date(),
                previous);
    }

    private Map<String, BreakChange> changes(Revision.Id id) {
        Map<String, BreakChange> changes = new HashMap<>();
        Map<String, String> notes = new HashMap<>();
        jdbc.query(
                "SELECT identity_hash, fate, note FROM tplus1_change WHERE account = ? AND"
                        + " business_date = ? AND revision = ?",
                rows -> {
                    String hash = rows.getString("identity_hash");
                    String note = rows.getString("note");
                    // most say the same
                    String same = notes.size() < MOST_ROWS ? notes.putIfAbsent(note, note) : null;
                    changes.put(
                            hash,
                            new BreakChange(
                                    hash,
                                    BreakChange.Fate.valueOf(rows.getString("fate")),
                                    same == null ? note : same));
                },
                id.account(),
                id.date(),
                id.number());
        return changes;
    }

    private static Sort sort(@Nullable Break was, Break is) {
        if (was == null) {
            return Sort.NEW;
        }
        if (was.status() != is.status() && was.status().open()) {
            return switch (is.status()) {
                case REPAIRED -> Sort.REPAIRED;
                case RESOLVED -> Sort.DECIDED;
                case OPEN, SUSPENSE, HELD, CLOSED, WITHDRAWN -> Sort.CHANGED;
            };
        }
        return Sort.CHANGED;
    }

    private static @Nullable Break was(ResultSet rows, Break is) throws SQLException {
        return rows.getString("was_type") == null ? null : BreakRows.was(rows, is);
    }

    /**
     * What a revision did to breaks of other dates, and what earlier revisions of its own date had
     * found and left open.
     *
     * @param until when the revision was concluded
     */
    public Beside beside(Revision.Id id, Instant until) {
        Map<String, Beside.Other> others = new LinkedHashMap<>();
        long touched = others(id, until, others);
        Map<String, Beside.Left> earlier = new LinkedHashMap<>();
        long left = before(id).isEmpty() ? 0 : left(id, until, earlier);
        return new Beside(
                touched, List.copyOf(others.values()), left, List.copyOf(earlier.values()));
    }

    private long others(Revision.Id id, Instant until, Map<String, Beside.Other> others) {
        Distinct distinct = new Distinct();
        jdbc.query(
                "SELECT "
                        + FOUND
                        + ", c.fate, c.note AS why FROM tplus1_change c JOIN tplus1_break b ON"
                        + " b.identity_hash = c.identity_hash"
                        + FINDINGS_BY_THEN
                        + " WHERE c.account = ? AND c.business_date = ? AND c.revision = ? AND"
                        + " b.business_date <> ? AND EXISTS (SELECT 1 FROM tplus1_audit_event e"
                        + " WHERE e.identity_hash = b.identity_hash AND e.event = c.fate AND"
                        + " e.happened_at = ?) ORDER BY b.business_date, c.seq, f.revision",
                rows -> {
                    if (distinct.shown(rows.getString("identity_hash"))) {
                        others.put(
                                rows.getString("identity_hash"),
                                new Beside.Other(
                                        BreakRows.found(rows),
                                        BreakChange.Fate.valueOf(rows.getString("fate")),
                                        rows.getString("why")));
                    }
                },
                BreakRows.utc(until),
                id.account(),
                id.date(),
                id.number(),
                id.date(),
                BreakRows.utc(until));
        return distinct.count;
    }

    private long left(Revision.Id id, Instant until, Map<String, Beside.Left> earlier) {
        Distinct distinct = new Distinct();
        jdbc.query(
                "SELECT "
                        + FOUND
                        + ", f.revision, "
                        + LAST_EVENT
                        + " AS last_event FROM tplus1_break b LEFT JOIN tplus1_finding n ON"
                        + " n.account = b.account AND n.business_date = b.business_date AND"
                        + " n.revision = ? AND n.identity_hash = b.identity_hash"
                        + FINDINGS_BY_THEN
                        + " WHERE b.account = ? AND b.business_date = ? AND n.identity_hash IS"
                        + " NULL AND "
                        + LAST_EVENT
                        + " NOT IN ('REPAIRED', 'CLOSED', 'RESOLVED')"
                        + " AND NOT (b.updated_at <= ? AND b.status IN ('REPAIRED', 'CLOSED',"
                        + " 'RESOLVED')) ORDER BY b.type, b.key_value, b.identity_hash, f.revision",
                rows -> {
                    Break found = BreakRows.found(rows);
                    String last = rows.getString("last_event");
                    if (!found.status().open() && "FOUND".equals(last)) {
                        // repaired or decided in the very revision that found it
                        return;
                    }
                    if (distinct.shown(rows.getString("identity_hash"))) {
                        earlier.put(
                                rows.getString("identity_hash"),
                                new Beside.Left(
                                        found,
                                        rows.getInt("revision"),
                                        Status.WITHDRAWN.name().equals(last)));
                    }
                },
                BreakRows.utc(until),
                id.number(),
                BreakRows.utc(until),
                id.account(),
                id.date(),
                BreakRows.utc(until),
                BreakRows.utc(until));
        return distinct.count;
    }

    private OptionalInt before(Revision.Id id) {
        List<Integer> last =
                jdbc.query(
                        "SELECT revision FROM tplus1_revision WHERE account = ? AND business_date ="
                                + " ? AND state = 'CONCLUDED' AND revision < ? ORDER BY revision"
                                + " DESC LIMIT 1",
                        (rows, _) -> rows.getInt("revision"),
                        id.account(),
                        id.date(),
                        id.number());
        return last.isEmpty() ? OptionalInt.empty() : OptionalInt.of(last.getFirst());
    }

    private long count(Revision.Id id, int revision) {
        Long count =
                jdbc.queryForObject(
                        "SELECT COUNT(*) FROM tplus1_finding WHERE account = ? AND business_date ="
                                + " ? AND revision = ?",
                        Long.class,
                        id.account(),
                        id.date(),
                        revision);
        return count == null ? 0 : count;
    }

    /** Counts those that come one after another, however often each comes. */
    private static final class Distinct {
        private String last = "";
        private long count;

        /** Whether it is one of those that are shown. */
        boolean shown(String hash) {
            if (!hash.equals(last)) {
                last = hash;
                count++;
            }
            return count <= MOST_ROWS;
        }
    }

    /** All counted, the first of each sort kept. */
    private static final class Compared {
        private final Map<Sort, Long> counts = new EnumMap<>(Sort.class);
        private final Map<Sort, List<Row>> kept = new EnumMap<>(Sort.class);
        private long present;

        void add(Row row) {
            present += row.is() == null ? 0 : 1;
            if (counts.merge(row.sort(), 1L, Long::sum) <= MOST_ROWS && row.sort() != Sort.AGREED) {
                kept.computeIfAbsent(row.sort(), _ -> new ArrayList<>()).add(row);
            }
        }

        List<Row> rows() {
            return kept.values().stream().flatMap(List::stream).toList();
        }
    }
}
