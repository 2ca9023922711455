package dev.tplus1.breaks;

import dev.tplus1.database.Database;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** What people see of breaks. Thread-safe. */
public final class BreakList {
    private static final int HASH_LENGTH = 64;

    private final JdbcTemplate jdbc;

    public BreakList(Database database) {
        this(new JdbcTemplate(database.dataSource()));
    }

    BreakList(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Which breaks.
     *
     * @param from the first business date; none: from the first there is
     * @param to the last business date; none: to the last there is
     * @param statuses empty: all that are not closed
     * @param types empty: all
     * @param ownedBy none: whoever looks after it
     */
    public record Filter(
            @Nullable String account,
            @Nullable LocalDate from,
            @Nullable LocalDate to,
            Set<Status> statuses,
            Set<BreakType> types,
            @Nullable Owner ownedBy) {
        public Filter {
            statuses = Set.copyOf(statuses);
            types = Set.copyOf(types);
        }

        /** Of one date or all, of any type and owner. */
        public Filter(@Nullable String account, @Nullable LocalDate date, Set<Status> statuses) {
            this(account, date, date, statuses, Set.of(), null);
        }
    }

    /**
     * Who looks after a break.
     *
     * @param name none: nobody
     */
    public record Owner(@Nullable String name) {}

    /**
     * Passes the breaks on by account, date and report order; holds one date at a time in memory.
     */
    public void list(Filter filter, Consumer<BreakRecord> sink) {
        record Day(String account, LocalDate date) {}
        List<Object> values = new ArrayList<>();
        String where = where(filter, values);
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

    private static String where(Filter filter, List<Object> values) {
        Set<Status> statuses =
                filter.statuses().isEmpty()
                        ? EnumSet.complementOf(EnumSet.of(Status.CLOSED))
                        : filter.statuses();
        List<String> conditions = new ArrayList<>();
        oneOf("status", statuses, conditions, values);
        if (!filter.types().isEmpty()) {
            oneOf("type", filter.types(), conditions, values);
        }
        if (filter.account() != null) {
            conditions.add("account = ?");
            values.add(filter.account());
        }
        if (filter.from() != null) {
            conditions.add("business_date >= ?");
            values.add(filter.from());
        }
        if (filter.to() != null) {
            conditions.add("business_date <= ?");
            values.add(filter.to());
        }
        Owner owner = filter.ownedBy();
        if (owner != null && owner.name() == null) {
            conditions.add("owner IS NULL");
        } else if (owner != null) {
            conditions.add("owner = ?");
            values.add(owner.name());
        }
        return String.join(" AND ", conditions);
    }

    private static void oneOf(
            String column,
            Collection<? extends Enum<?>> words,
            List<String> conditions,
            List<Object> values) {
        conditions.add(column + " IN (" + BreakRows.marks(words.size()) + ")");
        words.forEach(word -> values.add(word.name()));
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

    private List<BreakRecord> query(String where, Object... values) {
        return jdbc.query(
                "SELECT " + BreakRows.RECORD + " FROM tplus1_break WHERE " + where,
                (rows, _) -> BreakRows.breakRecord(rows),
                values);
    }
}
