package dev.tplus1.breaks;

import dev.tplus1.breaks.Revision.Outcome;
import dev.tplus1.breaks.audit.Label;
import dev.tplus1.database.BulkInsert;
import dev.tplus1.database.Database;
import dev.tplus1.entry.EntryKey;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** The revisions of every date, and what each classified. Thread-safe. */
public final class Revisions {
    private static final String ID = "account = ? AND business_date = ? AND revision = ?";

    private static final String COLUMNS =
            "account, business_date, revision, run_id, state, outcome, held_reason,"
                    + " statement_sha256, started_at, concluded_at, published_at, approved_by,"
                    + " approved_note, approved_at";

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;
    private final TransactionTemplate snapshots;
    private final Clock clock;

    public Revisions(Database database, Clock clock) {
        this.jdbc = new JdbcTemplate(database.dataSource());
        this.transactions = database.transactions();
        this.snapshots = database.transactions();
        this.snapshots.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        this.snapshots.setReadOnly(true);
        this.clock = clock;
    }

    /** The latest concluded revision of a date. */
    public Optional<Revision> latest(String account, LocalDate date) {
        return list(account, date).reversed().stream().findFirst();
    }

    /** The concluded revisions of a date, oldest first. */
    public List<Revision> list(String account, LocalDate date) {
        return jdbc.query(
                "SELECT "
                        + COLUMNS
                        + " FROM tplus1_revision WHERE account = ? AND business_date = ?"
                        + " AND state = 'CONCLUDED' ORDER BY revision",
                (rows, _) -> revision(rows),
                account,
                date);
    }

    /** Whether the date's latest revision is reconciled: not missing, not held. */
    public boolean reconciled(String account, LocalDate date) {
        return latest(account, date).filter(r -> r.outcome() == Outcome.RECONCILED).isPresent();
    }

    /**
     * Whether a deliberate run of the date was begun after its latest revision and has not ended: a
     * killed {@code --rerun}, say. Whoever starts the date next goes on with it.
     */
    public boolean begun(String account, LocalDate date) {
        return row(new Revision.Id(account, date, nextNumber(account, date))).isPresent();
    }

    /** What is staged for a date and not concluded: a revision, or an approval of a held one. */
    public Optional<Revision> underWay(String account, LocalDate date) {
        return row(new Revision.Id(account, date, nextNumber(account, date)))
                .or(() -> latest(account, date).filter(r -> recorded(r.id()).isEmpty()));
    }

    /** The number that the next deliberate run of the date takes; a staged one is not used up. */
    public int nextNumber(String account, LocalDate date) {
        return latest(account, date).map(r -> r.id().number() + 1).orElse(1);
    }

    /**
     * Stages what a run classified, in one transaction, in place of whatever was staged under this
     * number. A held date that a person approved is staged again under its own number, and stays
     * held until it is concluded.
     *
     * @param fence runs last, inside the transaction: throws when this run no longer holds the date
     * @throws IllegalStateException when the revision is concluded and not held
     */
    public void stage(
            Revision.Id id,
            String runId,
            String statementSha256,
            Instant startedAt,
            Classification classification,
            Runnable fence) {
        transactions.executeWithoutResult(_ -> {
            Optional<Revision> known = row(id);
            if (known.filter(r -> r.concluded() && !r.held()).isPresent()) {
                throw new IllegalStateException(id + " is concluded");
            }
            for (String table : List.of("finding", "crossed", "change")) {
                jdbc.update("DELETE FROM tplus1_" + table + " WHERE " + ID, values(id));
            }
            write(id, runId, statementSha256, startedAt, known.isPresent(), classification);
            writeParts(id, classification);
            fence.run();
        });
    }

    private void write(
            Revision.Id id,
            String runId,
            String sha256,
            Instant startedAt,
            boolean known,
            Classification classification) {
        String sql =
                known
                        ? "UPDATE tplus1_revision SET run_id = ?, statement_sha256 = ?, started_at"
                                + " = ?, staged_at = ?, summary = ? WHERE "
                                + ID
                        : "INSERT INTO tplus1_revision (state, run_id, statement_sha256,"
                              + " started_at, staged_at, summary, account, business_date, revision)"
                              + " VALUES ('STAGED', ?, ?, ?, ?, ?, ?, ?, ?)";
        jdbc.update(
                sql,
                runId,
                sha256,
                BreakRows.utc(startedAt.truncatedTo(ChronoUnit.MICROS)),
                BreakRows.utc(now()),
                classification.summaryJson(),
                id.account(),
                id.date(),
                id.number());
    }

    private void writeParts(Revision.Id id, Classification classification) {
        BulkInsert findings = new BulkInsert(jdbc, "tplus1_finding", BreakRows.FINDING);
        int seq = 0;
        for (Finding finding : classification.findings()) {
            findings.add(BreakRows.of(finding, id.number(), ++seq));
        }
        findings.flush();
        BulkInsert crossed =
                new BulkInsert(
                        jdbc,
                        "tplus1_crossed",
                        "account, business_date, revision, seq, kind, key_basis, key_value");
        seq = 0;
        for (EntryKey key : classification.crossed()) {
            crossed.add(
                    List.of(
                            id.account(),
                            id.date(),
                            id.number(),
                            ++seq,
                            key.kind().name(),
                            key.basis().name(),
                            key.value()));
        }
        crossed.flush();
        BulkInsert changes =
                new BulkInsert(
                        jdbc,
                        "tplus1_change",
                        "account, business_date, revision, seq, identity_hash, fate, note");
        seq = 0;
        for (BreakChange change : classification.changes()) {
            changes.add(
                    List.of(
                            id.account(),
                            id.date(),
                            id.number(),
                            ++seq,
                            change.identityHash(),
                            change.fate().name(),
                            Label.cut(change.note(), Label.MAX_NOTE)));
        }
        changes.flush();
    }

    /** What is staged under this number and waits to be concluded. */
    public Optional<Classification> staged(Revision.Id id) {
        return summary(id, " AND staged_at IS NOT NULL")
                .map(summary -> classification(id, summary));
    }

    /**
     * The figures of a concluded revision, as they were stored; none while an approval is under
     * way, which stages what it may not conclude.
     */
    public Optional<String> recorded(Revision.Id id) {
        return summary(id, " AND state = 'CONCLUDED' AND staged_at IS NULL");
    }

    /**
     * The same; shows its findings too, for rendering it again: a page at a time, all in one
     * snapshot.
     */
    public Optional<String> recorded(Revision.Id id, Consumer<Finding> findings) {
        return Objects.requireNonNull(
                snapshots.execute(_ -> {
                    Optional<String> summary = recorded(id);
                    if (summary.isPresent()) {
                        List<Finding> page;
                        int from = 0;
                        do {
                            page = findings(id, from, from + BreakRows.IN);
                            page.forEach(findings);
                            from += BreakRows.IN;
                        } while (!page.isEmpty());
                    }
                    return summary;
                }));
    }

    private Optional<String> summary(Revision.Id id, String condition) {
        return jdbc
                .query(
                        "SELECT summary FROM tplus1_revision WHERE " + ID + condition,
                        (rows, _) -> rows.getString("summary"),
                        values(id))
                .stream()
                .findFirst();
    }

    /** Writes action, status and note of findings of a revision, as after their replays. */
    public void updateFindings(Revision.Id id, List<Finding> findings) {
        record Done(Action action, Status status, String note) {}
        Map<Done, List<String>> groups = new LinkedHashMap<>();
        for (Finding finding : findings) {
            Break found = finding.found();
            groups.computeIfAbsent(
                            new Done(found.action(), found.status(), found.note()),
                            _ -> new ArrayList<>())
                    .add(found.identity().hash());
        }
        transactions.executeWithoutResult(_ ->
                groups.forEach((to, hashes) ->
                        BreakRows.slices(hashes)
                                .forEach(slice ->
                                        updateFindings(
                                                id, slice, to.action(), to.status(), to.note()))));
    }

    private void updateFindings(
            Revision.Id id, List<String> hashes, Action action, Status status, String note) {
        List<Object> values = new ArrayList<>();
        values.add(action.name());
        values.add(status.name());
        values.add(Label.cut(note, Label.MAX_NOTE));
        values.addAll(Arrays.asList(values(id)));
        values.addAll(hashes);
        int rows =
                jdbc.update(
                        "UPDATE tplus1_finding SET action = ?, status = ?, note = ? WHERE "
                                + ID
                                + " AND identity_hash IN ("
                                + BreakRows.marks(hashes.size())
                                + ")",
                        values.toArray());
        if (rows != hashes.size()) {
            throw new IllegalStateException(
                    rows + " of " + hashes.size() + " findings are there in " + id);
        }
    }

    /**
     * The revision's report is out.
     *
     * @param fence runs last, inside the transaction: throws when this run no longer holds the date
     */
    public void published(Revision.Id id, Runnable fence) {
        transactions.executeWithoutResult(_ -> {
            jdbc.update(
                    "UPDATE tplus1_revision SET published_at = ? WHERE "
                            + ID
                            + " AND state = 'CONCLUDED'",
                    BreakRows.utc(now()),
                    id.account(),
                    id.date(),
                    id.number());
            fence.run();
        });
    }

    /** The row of a revision, staged or concluded. */
    Optional<Revision> row(Revision.Id id) {
        return jdbc
                .query(
                        "SELECT " + COLUMNS + " FROM tplus1_revision WHERE " + ID,
                        (rows, _) -> revision(rows),
                        values(id))
                .stream()
                .findFirst();
    }

    /**
     * A page of findings in their order, {@code from} exclusive. Bounded by their numbers, which
     * have no gaps, because H2 would sort the whole rest of the revision for a LIMIT.
     */
    List<Finding> findings(Revision.Id id, int from, int to) {
        return jdbc.query(
                "SELECT "
                        + BreakRows.FINDING
                        + " FROM tplus1_finding WHERE "
                        + ID
                        + " AND seq > ? AND seq <= ? ORDER BY seq",
                (rows, _) -> BreakRows.finding(rows),
                id.account(),
                id.date(),
                id.number(),
                from,
                to);
    }

    List<BreakChange> changes(Revision.Id id) {
        return jdbc.query(
                "SELECT identity_hash, fate, note FROM tplus1_change WHERE " + ID + " ORDER BY seq",
                (rows, _) ->
                        new BreakChange(
                                rows.getString("identity_hash"),
                                BreakChange.Fate.valueOf(rows.getString("fate")),
                                rows.getString("note")),
                values(id));
    }

    /** Marks it concluded; its report has to be published, and it has to be told (again). */
    void concluded(
            Revision.Id id, BreakBook.Conclusion conclusion, Instant at, String summaryJson) {
        String reason = conclusion.heldReason();
        jdbc.update(
                "UPDATE tplus1_revision SET state = 'CONCLUDED', outcome = ?, held_reason = ?,"
                        + " concluded_at = ?, summary = ?, staged_at = NULL, published_at = NULL,"
                        + " told_at = NULL"
                        + " WHERE "
                        + ID,
                conclusion.outcome().name(),
                reason == null ? null : Label.cut(reason, Label.MAX_NOTE),
                BreakRows.utc(at),
                summaryJson,
                id.account(),
                id.date(),
                id.number());
    }

    private Classification classification(Revision.Id id, String summary) {
        List<EntryKey> crossed =
                jdbc.query(
                        "SELECT kind, key_basis, key_value FROM tplus1_crossed WHERE "
                                + ID
                                + " ORDER BY seq",
                        (rows, _) -> BreakRows.key(rows),
                        values(id));
        return new Classification(
                findings(id, 0, Integer.MAX_VALUE), changes(id), crossed, summary);
    }

    private static Revision revision(ResultSet rows) throws SQLException {
        String outcome = rows.getString("outcome");
        return new Revision(
                new Revision.Id(
                        rows.getString("account"),
                        rows.getObject("business_date", LocalDate.class),
                        rows.getInt("revision")),
                rows.getString("run_id"),
                rows.getString("state").equals("CONCLUDED"),
                outcome == null ? null : Outcome.valueOf(outcome),
                rows.getString("held_reason"),
                rows.getString("statement_sha256"),
                BreakRows.instant(rows, "started_at"),
                BreakRows.instantOrNull(rows, "concluded_at"),
                BreakRows.instantOrNull(rows, "published_at"),
                BreakRows.approval(rows));
    }

    private static Object[] values(Revision.Id id) {
        return new Object[] {id.account(), id.date(), id.number()};
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
