package dev.tplus1.breaks;

import dev.tplus1.breaks.audit.Label;
import dev.tplus1.breaks.decide.FirstApproval;
import dev.tplus1.database.BulkInsert;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** How breaks, findings and their parts stand in the tables. Times are UTC without zone. */
public final class BreakRows {
    /** How many values one IN list takes. */
    static final int IN = 500;

    private static final String BREAK =
            "account, business_date, identity_hash, break_id, kind, key_basis, key_value,"
                    + " identity_type, occurrence, type, action, status, transaction_id, order_no,"
                    + " refund_no, statement_minor, statement_currency, ledger_minor,"
                    + " ledger_currency, statement_time, ledger_time, statement_line, note";

    static final String FINDING = BREAK + ", provider_refund_id, revision, seq";

    static final String FIRST =
            "first_approved_by, first_approved_note, first_approved_at, first_approved_of";

    static final String RECORD =
            BREAK
                    + ", opened_at, opened_revision, last_revision, filed_at, filed_date,"
                    + " filed_revision, ended_at, ended_date, ended_revision, resolved_by,"
                    + " approved_by, approved_note, approved_at, updated_at, owner, "
                    + FIRST;

    /** The statuses that somebody or something still has to end, as an SQL list. */
    static final String OPEN =
            Arrays.stream(Status.values())
                    .filter(Status::open)
                    .map(status -> "'" + status.name() + "'")
                    .collect(Collectors.joining(", ", "(", ")"));

    /** The columns of a break, for {@link #found}, of the table that goes by this name. */
    public static String columns(String table) {
        return table + "." + BREAK.replace(", ", ", " + table + ".");
    }

    private BreakRows() {}

    static List<@Nullable Object> of(Finding finding, int revision, int seq) {
        List<@Nullable Object> values = of(finding.found());
        values.add(finding.providerRefundId());
        values.add(revision);
        values.add(seq);
        return values;
    }

    private static List<@Nullable Object> of(BreakRecord row) {
        List<@Nullable Object> values = of(row.found());
        values.add(utc(row.openedAt()));
        values.add(row.openedRevision());
        values.add(row.lastRevision());
        addMark(values, row.filed());
        addMark(values, row.ended());
        values.add(row.resolvedBy());
        Revision.Approval approval = row.approval();
        values.add(approval == null ? null : approval.by());
        values.add(approval == null ? null : approval.note());
        values.add(approval == null ? null : utc(approval.at()));
        values.add(utc(row.updatedAt()));
        values.add(row.owner());
        values.addAll(of(row.first()));
        return values;
    }

    static List<@Nullable Object> of(@Nullable FirstApproval first) {
        return first == null
                ? new ArrayList<@Nullable Object>(
                        Arrays.<@Nullable Object>asList(null, null, null, null))
                : new ArrayList<@Nullable Object>(
                        List.of(first.by(), first.note(), utc(first.at()), first.of()));
    }

    private static void addMark(List<@Nullable Object> values, BreakRecord.@Nullable Mark mark) {
        values.add(mark == null ? null : utc(mark.at()));
        values.add(mark == null ? null : mark.date());
        values.add(mark == null ? null : mark.revision());
    }

    private static List<@Nullable Object> of(Break of) {
        BreakIdentity identity = of.identity();
        Money statement = of.statementAmount();
        Money ledger = of.ledgerAmount();
        return new ArrayList<@Nullable Object>(
                Arrays.<@Nullable Object>asList(
                        identity.account(),
                        identity.date(),
                        identity.hash(),
                        identity.id(),
                        identity.key().kind().name(),
                        identity.key().basis().name(),
                        identity.key().value(),
                        identity.type().name(),
                        identity.occurrence(),
                        of.type().name(),
                        of.action().name(),
                        of.status().name(),
                        of.transactionId(),
                        of.orderNo(),
                        of.refundNo(),
                        statement == null ? null : statement.minor(),
                        statement == null ? null : statement.currency().getCurrencyCode(),
                        ledger == null ? null : ledger.minor(),
                        ledger == null ? null : ledger.currency().getCurrencyCode(),
                        utcOrNull(of.statementTime()),
                        utcOrNull(of.ledgerTime()),
                        of.statementLine(),
                        Label.cut(of.note(), Label.MAX_NOTE)));
    }

    static Finding finding(ResultSet rows) throws SQLException {
        return new Finding(found(rows), rows.getString("provider_refund_id"));
    }

    static BreakRecord breakRecord(ResultSet rows) throws SQLException {
        return new BreakRecord(
                found(rows),
                instant(rows, "opened_at"),
                rows.getInt("opened_revision"),
                rows.getInt("last_revision"),
                mark(rows, "filed"),
                mark(rows, "ended"),
                rows.getString("resolved_by"),
                rows.getString("owner"),
                first(rows),
                approval(rows),
                instant(rows, "updated_at"));
    }

    private static BreakRecord.@Nullable Mark mark(ResultSet rows, String name)
            throws SQLException {
        Instant at = instantOrNull(rows, name + "_at");
        return at == null
                ? null
                : new BreakRecord.Mark(
                        at,
                        rows.getObject(name + "_date", LocalDate.class),
                        rows.getInt(name + "_revision"));
    }

    static Revision.@Nullable Approval approval(ResultSet rows) throws SQLException {
        Instant at = instantOrNull(rows, "approved_at");
        return at == null
                ? null
                : new Revision.Approval(
                        rows.getString("approved_by"), rows.getString("approved_note"), at);
    }

    static @Nullable FirstApproval first(ResultSet rows) throws SQLException {
        Instant at = instantOrNull(rows, "first_approved_at");
        return at == null
                ? null
                : new FirstApproval(
                        rows.getString("first_approved_by"),
                        rows.getString("first_approved_note"),
                        at,
                        rows.getString("first_approved_of"));
    }

    /** A row of a break's columns. */
    public static Break found(ResultSet rows) throws SQLException {
        return new Break(
                new BreakIdentity(
                        rows.getString("account"),
                        rows.getObject("business_date", LocalDate.class),
                        key(rows),
                        BreakType.valueOf(rows.getString("identity_type")),
                        rows.getInt("occurrence")),
                BreakType.valueOf(rows.getString("type")),
                Action.valueOf(rows.getString("action")),
                Status.valueOf(rows.getString("status")),
                rows.getString("transaction_id"),
                rows.getString("order_no"),
                rows.getString("refund_no"),
                money(rows, "statement"),
                money(rows, "ledger"),
                instantOrNull(rows, "statement_time"),
                instantOrNull(rows, "ledger_time"),
                rows.getLong("statement_line"),
                rows.getString("note"));
    }

    /** The same break as another row of it says, whose columns begin with {@code was_}. */
    public static Break was(ResultSet rows, Break is) throws SQLException {
        return new Break(
                is.identity(),
                BreakType.valueOf(rows.getString("was_type")),
                Action.valueOf(rows.getString("was_action")),
                Status.valueOf(rows.getString("was_status")),
                is.transactionId(),
                is.orderNo(),
                is.refundNo(),
                money(rows, "was_statement"),
                money(rows, "was_ledger"),
                is.statementTime(),
                is.ledgerTime(),
                is.statementLine(),
                rows.getString("was_note"));
    }

    static EntryKey key(ResultSet rows) throws SQLException {
        return new EntryKey(
                Kind.valueOf(rows.getString("kind")),
                EntryKey.Basis.valueOf(rows.getString("key_basis")),
                rows.getString("key_value"));
    }

    private static @Nullable Money money(ResultSet rows, String side) throws SQLException {
        String currency = rows.getString(side + "_currency");
        return currency == null
                ? null
                : new Money(rows.getLong(side + "_minor"), Money.currency(currency));
    }

    public static LocalDateTime utc(Instant at) {
        return at.atOffset(ZoneOffset.UTC).toLocalDateTime();
    }

    static @Nullable LocalDateTime utcOrNull(@Nullable Instant at) {
        return at == null ? null : utc(at);
    }

    public static Instant instant(ResultSet rows, String column) throws SQLException {
        return Objects.requireNonNull(instantOrNull(rows, column), column);
    }

    static @Nullable Instant instantOrNull(ResultSet rows, String column) throws SQLException {
        LocalDateTime at = rows.getObject(column, LocalDateTime.class);
        return at == null ? null : at.toInstant(ZoneOffset.UTC);
    }

    /** {@code ?, ?, ?} */
    static String marks(int count) {
        return "?, ".repeat(count - 1) + "?";
    }

    /** The values in lists short enough for one IN. */
    static <T> List<List<T>> slices(Collection<T> values) {
        List<T> all = List.copyOf(values);
        List<List<T>> slices = new ArrayList<>();
        for (int from = 0; from < all.size(); from += IN) {
            slices.add(all.subList(from, Math.min(from + IN, all.size())));
        }
        return slices;
    }

    /**
     * Why a break of a date that is being purged, or was, is not decided any more: no run could
     * apply it. Asked under the audit chain, as the purge marks the date under it.
     */
    static Optional<String> purged(JdbcOperations jdbc, BreakRecord row) {
        Long marks =
                jdbc.queryForObject(
                        "SELECT COUNT(*) FROM tplus1_purged WHERE account = ? AND business_date = ?"
                                + " AND kind = 'BREAKS'",
                        Long.class,
                        row.account(),
                        row.date());
        return marks != null && marks > 0
                ? Optional.of("the breaks of its date were purged by retention.breaks")
                : Optional.empty();
    }

    /**
     * Writes rows, new ones and known ones. Known ones are deleted and inserted again, all in the
     * caller's transaction: many rows a statement, where updates would be one round trip each.
     */
    static void write(JdbcOperations jdbc, List<BreakRecord> added, List<BreakRecord> changed) {
        for (List<BreakRecord> slice : slices(changed)) {
            jdbc.update(
                    "DELETE FROM tplus1_break WHERE identity_hash IN (" + marks(slice.size()) + ")",
                    slice.stream().map(row -> row.found().identity().hash()).toArray());
        }
        BulkInsert insert = new BulkInsert(jdbc, "tplus1_break", RECORD);
        changed.forEach(row -> insert.add(of(row)));
        added.forEach(row -> insert.add(of(row)));
        insert.flush();
    }

    /** The current rows with these hashes, in no particular order. */
    static List<BreakRecord> read(JdbcOperations jdbc, Collection<String> hashes) {
        List<BreakRecord> rows = new ArrayList<>();
        for (List<String> slice : slices(hashes)) {
            rows.addAll(
                    jdbc.query(
                            "SELECT "
                                    + RECORD
                                    + " FROM tplus1_break WHERE identity_hash IN ("
                                    + marks(slice.size())
                                    + ")",
                            (row, _) -> breakRecord(row),
                            slice.toArray()));
        }
        return rows;
    }
}
