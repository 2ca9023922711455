package dev.tplus1.ledger;

import dev.tplus1.database.Dialect;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The current row of a query's result; its columns are checked once. */
final class ResultFields implements Fields {
    private static final int ABSENT = 0;

    /** How the column tells its times. */
    private enum TimeForm {
        LOCAL,
        INSTANT,
        TEXT
    }

    private final String where;
    private final ResultSet rows;
    private final ZoneId zone;
    private final Map<Column, Integer> index = new EnumMap<>(Column.class);
    private final Set<Column> whole = EnumSet.noneOf(Column.class);
    private final Set<Column> textual = EnumSet.noneOf(Column.class);
    private final TimeForm timeForm;

    /**
     * @throws SettingException when a column is missing, or of a type that cannot be read exactly
     */
    ResultFields(String where, ResultSet rows, ZoneId zone, Dialect dialect) throws SQLException {
        this.where = where;
        this.rows = rows;
        this.zone = zone;
        ResultSetMetaData metaData = rows.getMetaData();
        List<String> labels = new ArrayList<>();
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            labels.add(metaData.getColumnLabel(i));
        }
        Map<Column, Integer> positions =
                Column.positions(labels, message -> new SettingException(where + ": " + message));
        for (Map.Entry<Column, Integer> position : positions.entrySet()) {
            index.put(position.getKey(), position.getValue() + 1);
        }
        number(metaData, Column.AMOUNT);
        number(metaData, Column.AMOUNT_MINOR);
        number(metaData, Column.VERSION);
        timeForm = timeForm(metaData, dialect);
    }

    private void number(ResultSetMetaData metaData, Column column) throws SQLException {
        int at = at(column);
        if (at == ABSENT) {
            return;
        }
        switch (metaData.getColumnType(at)) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> whole.add(column);
            // an unsigned BIGINT may be more than a long holds
            case Types.BIGINT -> {
                if (metaData.isSigned(at)) {
                    whole.add(column);
                }
            }
            case Types.DECIMAL, Types.NUMERIC, Types.NULL -> {}
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR ->
                    textual.add(column);
            default ->
                    throw new SettingException(
                            where
                                    + ": "
                                    + column.label()
                                    + " is a "
                                    + metaData.getColumnTypeName(at)
                                    + ", which is not exact; cast it to DECIMAL or BIGINT");
        }
    }

    private TimeForm timeForm(ResultSetMetaData metaData, Dialect dialect) throws SQLException {
        int at = at(Column.OCCURRED_AT);
        String type = metaData.getColumnTypeName(at);
        return switch (metaData.getColumnType(at)) {
            case Types.TIMESTAMP -> {
                if (dialect != Dialect.H2
                        && type.equalsIgnoreCase("TIMESTAMP")
                        && !LedgerSettings.inUtc(zone)) {
                    throw new SettingException(
                            where
                                    + ": occurred_at is a TIMESTAMP, which the server shows in UTC,"
                                    + " but ledger.zone is "
                                    + zone
                                    + "; set ledger.zone: UTC (then convert DATETIME columns), or"
                                    + " cast it in the query");
                }
                yield TimeForm.LOCAL;
            }
            case Types.TIMESTAMP_WITH_TIMEZONE -> TimeForm.INSTANT;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR ->
                    TimeForm.TEXT;
            case Types.NULL -> TimeForm.TEXT;
            default ->
                    throw new SettingException(
                            where
                                    + ": occurred_at is a "
                                    + type
                                    + ", expected a date with time, or ISO text");
        };
    }

    private int at(Column column) {
        return index.getOrDefault(column, ABSENT);
    }

    @Override
    public boolean has(Column column) {
        return index.containsKey(column);
    }

    @Override
    public @Nullable String text(Column column) {
        try {
            return rows.getString(at(column));
        } catch (SQLException e) {
            throw new LedgerException(
                    where + ": " + column.label() + " cannot be read: " + SqlText.line(e), e);
        }
    }

    @Override
    public @Nullable BigDecimal number(Column column) {
        int at = at(column);
        try {
            if (whole.contains(column)) {
                long value = rows.getLong(at);
                return rows.wasNull() ? null : BigDecimal.valueOf(value);
            }
            if (textual.contains(column)) {
                String text = rows.getString(at);
                return text == null ? null : Texts.number(text);
            }
            return rows.getBigDecimal(at);
        } catch (SQLException e) {
            throw new IllegalArgumentException("not readable: " + SqlText.line(e), e);
        }
    }

    @Override
    public @Nullable Instant time() {
        int at = at(Column.OCCURRED_AT);
        try {
            return switch (timeForm) {
                case LOCAL -> {
                    LocalDateTime local = rows.getObject(at, LocalDateTime.class);
                    yield local == null ? null : local.atZone(zone).toInstant();
                }
                case INSTANT -> {
                    OffsetDateTime offset = rows.getObject(at, OffsetDateTime.class);
                    yield offset == null ? null : offset.toInstant();
                }
                case TEXT -> {
                    String text = rows.getString(at);
                    yield text == null || text.isEmpty() ? null : Texts.time(text, zone);
                }
            };
        } catch (SQLException e) {
            throw new IllegalArgumentException("not readable: " + SqlText.line(e), e);
        }
    }

    @Override
    public String where() {
        return where;
    }
}
