package dev.tplus1.breaks;

import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.Label;
import dev.tplus1.database.Database;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What people see of breaks and decide about them. Who decides and why are labels: 1 to 64 and 1 to
 * 2,000 characters, without control characters, else {@link IllegalArgumentException} says what is
 * wrong. Thread-safe.
 */
public final class Decisions {
    private static final int HASH_LENGTH = 64;
    private static final String IMPORTED = " (imported by ";

    private final JdbcTemplate jdbc;
    private final Revisions revisions;
    private final Audit audit;
    private final Clock clock;

    public Decisions(Database database, Clock clock) {
        this.jdbc = new JdbcTemplate(database.dataSource());
        this.revisions = new Revisions(database, clock);
        this.audit = new Audit(database);
        this.clock = clock;
    }

    /**
     * Which breaks.
     *
     * @param statuses empty: all that are not closed
     */
    public record Filter(@Nullable String account, @Nullable LocalDate date, Set<Status> statuses) {
        public Filter {
            statuses = Set.copyOf(statuses);
        }
    }

    /** What came of a decision. */
    public sealed interface Decision {
        /** It is made; the breaks as they stand now. */
        record Made(List<BreakRecord> breaks) implements Decision {}

        /** No break has this id; nothing was changed. */
        record Unknown(String id) implements Decision {}

        /** Several have it; nothing was changed. The identity's hash tells them apart. */
        record Ambiguous(String id, List<BreakRecord> matches) implements Decision {}

        /** It cannot be decided so; nothing was changed. {@code why} is one plain sentence. */
        record Refused(BreakRecord of, String why) implements Decision {}
    }

    /**
     * Passes the breaks on by account, date and report order; holds one date at a time in memory.
     */
    public void list(Filter filter, Consumer<BreakRecord> sink) {
        record Day(String account, LocalDate date) {}
        Set<Status> statuses =
                filter.statuses().isEmpty()
                        ? EnumSet.complementOf(EnumSet.of(Status.CLOSED))
                        : filter.statuses();
        StringBuilder where =
                new StringBuilder("status IN (" + BreakRows.marks(statuses.size()) + ")");
        List<Object> values = new ArrayList<>();
        statuses.forEach(status -> values.add(status.name()));
        if (filter.account() != null) {
            where.append(" AND account = ?");
            values.add(filter.account());
        }
        if (filter.date() != null) {
            where.append(" AND business_date = ?");
            values.add(filter.date());
        }
        List<Day> days =
                jdbc.query(
                        "SELECT DISTINCT account, business_date FROM tplus1_break WHERE "
                                + where
                                + " ORDER BY account, business_date",
                        (rows, _) ->
                                new Day(
                                        rows.getString("account"),
                                        rows.getObject("business_date", LocalDate.class)),
                        values.toArray());
        for (Day day : days) {
            List<Object> ofDay = new ArrayList<>(values);
            ofDay.add(day.account());
            ofDay.add(day.date());
            query(where + " AND account = ? AND business_date = ?", ofDay.toArray()).stream()
                    .sorted(BreakRecord.REPORT_ORDER)
                    .forEach(sink);
        }
    }

    /** The breaks with this id, as people write it, or with this identity hash. */
    public List<BreakRecord> show(String id) {
        String column = id.length() == HASH_LENGTH ? "identity_hash" : "break_id";
        String value =
                id.length() == HASH_LENGTH
                        ? id.toLowerCase(Locale.ROOT)
                        : id.toUpperCase(Locale.ROOT);
        return query(column + " = ?", value).stream().sorted(BreakRecord.REPORT_ORDER).toList();
    }

    /** What happened to a break, oldest first. */
    public List<Audit.Entry> events(BreakRecord of) {
        return audit.events(of.found().identity().hash());
    }

    /** What speaks against deciding a break as it stands now, in one plain sentence. */
    @FunctionalInterface
    public interface Objection {
        Optional<String> to(BreakRecord row);
    }

    /**
     * A decision that a file says.
     *
     * @param as who decided
     * @param note why
     * @param importer who brought the file
     */
    public record Ruling(String as, String note, String importer) {
        private String detail() {
            return importer.equals(as) ? note : note + IMPORTED + importer + ")";
        }

        /** Whether this is what an event of that person tells, whoever brought it. */
        private boolean told(String detail) {
            return detail.equals(note)
                    || (detail.startsWith(note + IMPORTED)
                            && detail.lastIndexOf(IMPORTED) == note.length());
        }
    }

    /** Whether a break is resolved just so: by this person, for this reason. */
    public boolean resolvedSo(BreakRecord row, Ruling ruling) {
        return row.found().status() == Status.RESOLVED
                && ruling.as().equals(row.resolvedBy())
                && events(row).reversed().stream()
                        .map(Audit.Entry::event)
                        .filter(event -> event.what() == Audit.What.RESOLVED)
                        .findFirst()
                        .filter(event ->
                                event.actor().equals(ruling.as()) && ruling.told(event.detail()))
                        .isPresent();
    }

    /** A person settles a break that is open, in suspense, held or withdrawn. */
    public Decision resolve(String id, String as, String note) {
        return resolve(id, new Ruling(as, note, as), _ -> Optional.empty());
    }

    /**
     * The same as a file says it, unless something else speaks against it.
     *
     * @param first asked before anything else, in the transaction that decides
     */
    public Decision resolve(String id, Ruling ruling, Objection first) {
        return decide(
                List.of(id),
                ruling,
                Audit.What.RESOLVED,
                row -> first.to(row).or(() -> whyNotResolved(row)),
                (row, at) -> row.resolved(ruling.as(), at));
    }

    private static Optional<String> whyNotResolved(BreakRecord row) {
        Status status = row.found().status();
        return status.open()
                ? Optional.empty()
                : Optional.of("it is " + status + "; only an open one can be resolved");
    }

    /**
     * A person lets missed callbacks be replayed that a limit or a breaker kept back; all of them
     * or, where one cannot be, none.
     */
    public Decision approveBreaks(List<String> ids, String as, String note) {
        return approveBreaks(ids, new Ruling(as, note, as), _ -> Optional.empty());
    }

    /**
     * The same as a file says it, unless something else speaks against it.
     *
     * @param first asked before anything else, in the transaction that decides
     */
    public Decision approveBreaks(List<String> ids, Ruling ruling, Objection first) {
        return decide(
                ids,
                ruling,
                Audit.What.APPROVED,
                row -> first.to(row).or(() -> whyNotApproved(row)),
                (row, at) ->
                        row.approved(new Revision.Approval(ruling.as(), ruling.note(), at), at));
    }

    private static Optional<String> whyNotApproved(BreakRecord row) {
        Break found = row.found();
        if (found.type() != BreakType.MISSED_CALLBACK) {
            return Optional.of(
                    "it is "
                            + found.type()
                            + "; only a MISSED_CALLBACK can be approved, anything else is resolved"
                            + " with a note");
        }
        return switch (found.status()) {
            case OPEN, HELD -> Optional.empty();
            case SUSPENSE, REPAIRED, RESOLVED, CLOSED, WITHDRAWN ->
                    Optional.of(
                            "it is " + found.status() + "; only an open or held one is replayed");
        };
    }

    /**
     * A person approves a held date: recorded on its latest revision, for a run to apply.
     *
     * @return the revision as it stands now; empty, and nothing changed, when the date's latest
     *     revision is not held
     */
    public Optional<Revision> approveDate(String account, LocalDate date, String as, String note) {
        String by = Label.name(as);
        String why = Label.note(note);
        return audit.write(chain -> {
            Optional<Revision> held = revisions.latest(account, date).filter(Revision::held);
            if (held.isEmpty()) {
                return held;
            }
            Revision.Id id = held.get().id();
            Instant at = now();
            jdbc.update(
                    "UPDATE tplus1_revision SET approved_by = ?, approved_note = ?,"
                            + " approved_at = ? WHERE account = ? AND business_date = ?"
                            + " AND revision = ?",
                    by,
                    why,
                    BreakRows.utc(at),
                    id.account(),
                    id.date(),
                    id.number());
            chain.append(
                    new Audit.Event(
                            null,
                            null,
                            account,
                            date,
                            at,
                            by,
                            Audit.What.APPROVED,
                            id.label() + ": " + why));
            return revisions.row(id);
        });
    }

    private interface Change {
        BreakRecord to(BreakRecord row, Instant at);
    }

    private Decision decide(
            List<String> ids, Ruling ruling, Audit.What what, Objection objection, Change change) {
        String by = Label.name(ruling.as());
        Label.name(ruling.importer());
        Label.note(ruling.note());
        String why = ruling.detail();
        return audit.write(chain -> {
            List<BreakRecord> rows = new ArrayList<>();
            for (String id : ids) {
                List<BreakRecord> matches = show(id);
                if (matches.isEmpty()) {
                    return new Decision.Unknown(id);
                }
                if (matches.size() > 1) {
                    return new Decision.Ambiguous(id, matches);
                }
                BreakRecord row = matches.getFirst();
                Optional<String> refusal = objection.to(row);
                if (refusal.isPresent()) {
                    return new Decision.Refused(row, refusal.get());
                }
                if (!rows.contains(row)) {
                    rows.add(row);
                }
            }
            Instant at = now();
            List<BreakRecord> changed = rows.stream().map(row -> change.to(row, at)).toList();
            BreakRows.write(jdbc, List.of(), changed);
            changed.forEach(row -> chain.append(row.found().event(at, by, what, why)));
            return new Decision.Made(changed);
        });
    }

    private List<BreakRecord> query(String where, Object... values) {
        return jdbc.query(
                "SELECT " + BreakRows.RECORD + " FROM tplus1_break WHERE " + where,
                (rows, _) -> BreakRows.breakRecord(rows),
                values);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
