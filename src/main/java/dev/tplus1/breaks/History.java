package dev.tplus1.breaks;

import dev.tplus1.database.Database;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a run has to know of earlier revisions and of other dates. Thread-safe. */
public final class History {
    private static final RowMapper<BreakRecord> BREAK = (rows, _) -> BreakRows.breakRecord(rows);

    /** Whether a row's revision is its date's latest concluded one. */
    private static final String LATEST =
            " AND t.revision = (SELECT MAX(r.revision) FROM tplus1_revision r WHERE r.account ="
                    + " t.account AND r.business_date = t.business_date AND r.state = 'CONCLUDED')";

    private final JdbcTemplate jdbc;

    public History(Database database) {
        this.jdbc = new JdbcTemplate(database.dataSource());
    }

    /** The last concluded dates of an account before a date, the latest first. */
    public List<LocalDate> concluded(String account, LocalDate before, int most) {
        return jdbc.query(
                "SELECT DISTINCT business_date FROM tplus1_revision WHERE account = ? AND"
                        + " business_date < ? AND state = 'CONCLUDED' ORDER BY business_date DESC"
                        + " LIMIT ?",
                (rows, _) -> rows.getObject("business_date", LocalDate.class),
                account,
                before,
                most);
    }

    /** Which side of a pair a break is of. */
    public enum Side {
        /** A booked entry that no statement entry matched: cut-off, or missing at the provider. */
        BOOKS,
        /** A statement entry, whatever the books say to it. */
        STATEMENT
    }

    /**
     * Of these keys, those that another date's latest concluded revision has among its statement
     * entries and matched across the cut-off or found to be a break; with that date, the nearest
     * where there are several.
     */
    public Map<EntryKey, LocalDate> carriedElsewhere(
            String account, LocalDate date, Collection<EntryKey> keys) {
        Map<EntryKey, LocalDate> carried = new HashMap<>();
        byKey(
                keys,
                (where, values) -> {
                    List<@Nullable Object> all = new ArrayList<>(List.of(account, date));
                    all.addAll(values);
                    carried(
                            "tplus1_crossed t WHERE t.account = ? AND t.business_date <> ? AND "
                                    + where
                                    + LATEST,
                            all,
                            date,
                            carried);
                    carried(
                            "tplus1_finding t WHERE t.account = ? AND t.business_date <> ? AND "
                                    + where
                                    + " AND t.statement_minor IS NOT NULL"
                                    + " AND t.type NOT IN ('DISPUTE', 'REFUND_FAILURE')"
                                    + LATEST,
                            all,
                            date,
                            carried);
                });
        return carried;
    }

    private void carried(
            String from,
            List<@Nullable Object> values,
            LocalDate date,
            Map<EntryKey, LocalDate> carried) {
        jdbc.query(
                "SELECT DISTINCT t.kind, t.key_basis, t.key_value, t.business_date FROM " + from,
                rows -> {
                    carried.merge(
                            BreakRows.key(rows),
                            rows.getObject("business_date", LocalDate.class),
                            (a, b) -> nearer(date, a, b));
                },
                values.toArray());
    }

    private static LocalDate nearer(LocalDate date, LocalDate a, LocalDate b) {
        long toA = Math.abs(ChronoUnit.DAYS.between(date, a));
        long toB = Math.abs(ChronoUnit.DAYS.between(date, b));
        return toA != toB ? (toA < toB ? a : b) : (a.isBefore(b) ? a : b);
    }

    /** The breaks of one date as they stand now, in report order. */
    public List<BreakRecord> breaksOf(String account, LocalDate date) {
        return sorted(
                jdbc.query(
                        "SELECT "
                                + BreakRows.RECORD
                                + " FROM tplus1_break WHERE account = ? AND business_date = ?",
                        BREAK,
                        account,
                        date));
    }

    /** The breaks with these identities that are known, in no order. */
    public List<BreakRecord> breaks(Collection<String> identityHashes) {
        return BreakRows.read(jdbc, identityHashes);
    }

    /** All breaks in suspense of the account's other dates, oldest date first. */
    public List<BreakRecord> suspended(String account, LocalDate exceptDate) {
        return sorted(
                jdbc.query(
                        "SELECT "
                                + BreakRows.RECORD
                                + " FROM tplus1_break WHERE account = ? AND status = 'SUSPENSE'"
                                + " AND business_date <> ?",
                        BREAK,
                        account,
                        exceptDate));
    }

    /** Open breaks of the account's other dates with one of these keys, oldest date first. */
    public List<BreakRecord> openByKeys(
            String account, LocalDate exceptDate, Collection<EntryKey> keys, Side side) {
        String ofSide =
                switch (side) {
                    case BOOKS ->
                            "t.statement_minor IS NULL AND t.type IN ('CUT_OFF',"
                                    + " 'MISSING_AT_PROVIDER')";
                    case STATEMENT ->
                            "t.statement_minor IS NOT NULL AND t.type NOT IN ('DISPUTE',"
                                    + " 'REFUND_FAILURE')";
                };
        List<BreakRecord> open = new ArrayList<>();
        byKey(
                keys,
                (where, values) -> {
                    List<@Nullable Object> all = new ArrayList<>(List.of(account, exceptDate));
                    all.addAll(values);
                    open.addAll(
                            jdbc.query(
                                    "SELECT "
                                            + BreakRows.RECORD
                                            + " FROM tplus1_break t WHERE t.account = ? AND"
                                            + " t.business_date <> ? AND "
                                            + where
                                            + " AND t.status IN "
                                            + BreakRows.OPEN
                                            + " AND "
                                            + ofSide,
                                    BREAK,
                                    all.toArray()));
                });
        return sorted(open);
    }

    /**
     * Breaks of an account that are alike and still have to be ended.
     *
     * @param statement what the statement says of them together, where it has them
     * @param ledger what the books say of them together, where they have them
     * @param between their absolute differences together, in minor units; nothing where they are of
     *     two currencies
     */
    public record Standing(
            LocalDate date,
            BreakType type,
            Status status,
            long count,
            @Nullable Money statement,
            @Nullable Money ledger,
            long between) {}

    /** All that an account has open or in suspense, counted, oldest date first. */
    public List<Standing> standing(String account) {
        String alike = "business_date, type, status, statement_currency, ledger_currency";
        return jdbc.query(
                "SELECT "
                        + alike
                        + ", COUNT(*) AS breaks, SUM(statement_minor) AS statement_sum,"
                        + " SUM(ledger_minor) AS ledger_sum, SUM(ABS(COALESCE(statement_minor, 0) -"
                        + " COALESCE(ledger_minor, 0))) AS between_sum FROM tplus1_break WHERE"
                        + " account = ? AND status IN "
                        + BreakRows.OPEN
                        + " GROUP BY "
                        + alike
                        + " ORDER BY "
                        + alike,
                (rows, _) ->
                        new Standing(
                                rows.getObject("business_date", LocalDate.class),
                                BreakType.valueOf(rows.getString("type")),
                                Status.valueOf(rows.getString("status")),
                                rows.getLong("breaks"),
                                sum(rows, "statement"),
                                sum(rows, "ledger"),
                                rows.getBigDecimal("between_sum").longValueExact()),
                account);
    }

    /** The oldest breaks of an account that wait for a person, by date. */
    public List<BreakRecord> undecided(String account, int most) {
        return jdbc.query(
                "SELECT "
                        + BreakRows.RECORD
                        + " FROM tplus1_break WHERE account = ? AND status IN ('OPEN', 'HELD',"
                        + " 'WITHDRAWN') ORDER BY business_date, identity_hash LIMIT ?",
                BREAK,
                account,
                most);
    }

    private static @Nullable Money sum(ResultSet rows, String side) throws SQLException {
        String currency = rows.getString(side + "_currency");
        return currency == null
                ? null
                : new Money(
                        rows.getBigDecimal(side + "_sum").longValueExact(),
                        Money.currency(currency));
    }

    private static List<BreakRecord> sorted(List<BreakRecord> rows) {
        return rows.stream().sorted(BreakRecord.REPORT_ORDER).toList();
    }

    private interface Query {
        void run(String where, List<String> values);
    }

    /** One condition for each kind and basis and each slice of their values. */
    private static void byKey(Collection<EntryKey> keys, Query query) {
        Map<List<String>, List<String>> groups = new LinkedHashMap<>();
        for (EntryKey key : keys) {
            groups.computeIfAbsent(
                            Arrays.asList(key.kind().name(), key.basis().name()),
                            _ -> new ArrayList<>())
                    .add(key.value());
        }
        groups.forEach((group, all) -> {
            for (List<String> slice : BreakRows.slices(all)) {
                List<String> values = new ArrayList<>(group);
                values.addAll(slice);
                query.run(
                        "t.kind = ? AND t.key_basis = ? AND t.key_value IN ("
                                + BreakRows.marks(slice.size())
                                + ")",
                        values);
            }
        });
    }
}
