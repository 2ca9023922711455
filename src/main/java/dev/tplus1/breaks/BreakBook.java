package dev.tplus1.breaks;

import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.Label;
import dev.tplus1.database.Database;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The breaks in their lives: merges what a revision classified into them, in one transaction.
 * Thread-safe; conclusions of several accounts take turns.
 */
public final class BreakBook {
    private final JdbcTemplate jdbc;
    private final Revisions revisions;
    private final Audit audit;
    private final Clock clock;

    public BreakBook(Database database, Clock clock) {
        this.jdbc = new JdbcTemplate(database.dataSource());
        this.revisions = new Revisions(database, clock);
        this.audit = new Audit(database);
        this.clock = clock;
    }

    /**
     * The alerts that a revision filed, left standing and ended; the same however often it is
     * concluded. Of a held date they are not what is told: its one alert is.
     *
     * @param opened breaks, of this date or escalated ones of others, that it filed first
     * @param stillOpen breaks of this date that an earlier run filed and that still stand
     * @param closed filed breaks, of this date or others, that it ended
     */
    public record Alerts(long opened, long stillOpen, long closed) {}

    /**
     * How a staged revision ends.
     *
     * @param heldReason why it is held back; none unless it is
     * @param actor the run, for the audit trail
     * @param summary makes the summary's JSON once the alerts are counted
     * @param fence runs last, inside the transaction: throws when this run no longer holds the date
     */
    public record Conclusion(
            Revision.Outcome outcome,
            @Nullable String heldReason,
            String actor,
            Function<Alerts, String> summary,
            Runnable fence) {}

    /**
     * Concludes a staged revision, or concludes the same one again: in one transaction it writes
     * what came of its findings, merges them, applies its changes, appends to the audit trail and
     * marks it concluded. Where anything throws, nothing of it has happened: what is staged is then
     * as it was before the replays, for the next try to count them as this one did.
     *
     * @param after the findings as the replays left them; those that are left out stay as staged
     * @throws IllegalStateException when nothing is staged under this number, or when a change
     *     names a break that does not exist
     */
    public Alerts conclude(Revision.Id id, List<Finding> after, Conclusion conclusion) {
        String actor = Label.name(conclusion.actor());
        return audit.write(chain -> {
            Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
            if (revisions.row(id).isEmpty()) {
                throw new IllegalStateException(id + " was never staged");
            }
            revisions.updateFindings(id, after);
            Merge merge = new Merge(id, conclusion.outcome(), now, actor);
            mergeFindings(merge, chain);
            applyChanges(merge, chain);
            Alerts alerts = alerts(id);
            revisions.concluded(id, conclusion, now, conclusion.summary().apply(alerts));
            conclusion.fence().run();
            return alerts;
        });
    }

    /** Concludes a staged revision as it is staged. */
    public Alerts conclude(Revision.Id id, Conclusion conclusion) {
        return conclude(id, List.of(), conclusion);
    }

    private void mergeFindings(Merge merge, Audit.Chain chain) {
        int from = 0;
        List<Finding> page;
        do {
            page = revisions.findings(merge.revision(), from, from + BreakRows.IN);
            from += page.size();
            mergePage(merge, page, chain);
        } while (page.size() == BreakRows.IN);
    }

    private void mergePage(Merge merge, List<Finding> page, Audit.Chain chain) {
        Map<BreakIdentity, BreakRecord> known = new HashMap<>();
        List<String> hashes = page.stream().map(f -> f.found().identity().hash()).toList();
        for (BreakRecord row : BreakRows.read(jdbc, hashes)) {
            known.put(row.found().identity(), row);
        }
        List<BreakRecord> added = new ArrayList<>();
        List<BreakRecord> changed = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        List<Finding> decided = new ArrayList<>();
        for (Finding finding : page) {
            Break found = finding.found();
            BreakRecord before = known.get(found.identity());
            Merge.Result result =
                    before == null ? merge.found(found) : merge.foundAgain(before, found);
            BreakRecord row = result.row();
            if (before == null) {
                added.add(row);
            } else if (result.changed()) {
                changed.add(row);
            } else {
                seen.add(found.identity().hash());
            }
            if (result.event() != null) {
                chain.append(result.event());
            }
            if (row.found().status() != found.status()) {
                decided.add(finding.with(found.action(), row.found().status(), found.note()));
            }
        }
        BreakRows.write(jdbc, added, changed);
        markSeen(merge.revision(), seen);
        // the record of the revision shows what a person had decided
        revisions.updateFindings(merge.revision(), decided);
    }

    private void markSeen(Revision.Id id, List<String> hashes) {
        if (hashes.isEmpty()) {
            return;
        }
        List<Object> values = new ArrayList<>();
        values.add(id.number());
        values.add(id.number());
        values.addAll(hashes);
        jdbc.update(
                "UPDATE tplus1_break SET last_revision = ? WHERE last_revision <> ? AND"
                        + " identity_hash IN ("
                        + BreakRows.marks(hashes.size())
                        + ")",
                values.toArray());
    }

    private void applyChanges(Merge merge, Audit.Chain chain) {
        for (List<BreakChange> slice : BreakRows.slices(revisions.changes(merge.revision()))) {
            Map<String, BreakRecord> rows = new HashMap<>();
            for (BreakRecord row :
                    BreakRows.read(jdbc, slice.stream().map(BreakChange::identityHash).toList())) {
                rows.put(row.found().identity().hash(), row);
            }
            Map<String, BreakRecord> changed = new HashMap<>();
            for (BreakChange change : slice) {
                BreakRecord before = rows.get(change.identityHash());
                if (before == null) {
                    throw new IllegalStateException("no break " + change.identityHash());
                }
                Merge.Result result = merge.changed(before, change);
                if (result.changed()) {
                    rows.put(change.identityHash(), result.row());
                    changed.put(change.identityHash(), result.row());
                }
                if (result.event() != null) {
                    chain.append(result.event());
                }
            }
            BreakRows.write(jdbc, List.of(), List.copyOf(changed.values()));
        }
    }

    private Alerts alerts(Revision.Id id) {
        Object[] run = {id.account(), id.date(), id.number()};
        return new Alerts(
                count("account = ? AND filed_date = ? AND filed_revision = ?", run),
                count(
                        "account = ? AND business_date = ? AND filed_at IS NOT NULL"
                                + " AND NOT (filed_date = ? AND filed_revision = ?)"
                                + " AND status IN "
                                + BreakRows.OPEN,
                        id.account(),
                        id.date(),
                        id.date(),
                        id.number()),
                count("account = ? AND ended_date = ? AND ended_revision = ?", run));
    }

    private long count(String where, Object... values) {
        return Objects.requireNonNull(
                jdbc.queryForObject(
                        "SELECT COUNT(*) FROM tplus1_break WHERE " + where, Long.class, values));
    }
}
