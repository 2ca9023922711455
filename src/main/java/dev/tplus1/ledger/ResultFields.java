package dev.tplus1.ledger;

import dev.tplus1.database.Dialect;
import dev.tplus1.delimited.Times;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The current row of a query's result; its columns are checked once. */
final class ResultFields implements Fields {
    private static final int ABSENT = 0;

    private final String where;
    private final ResultSet rows;
    private final int[] index = new int[Column.COUNT];
    private final Set<Column> whole = EnumSet.noneOf(Column.class);
    private final Set<Column> textual = EnumSet.noneOf(Column.class);
    private final TimeColumn timeColumn;
    private final Times times;

    /** Whether the driver gives a column's bytes as the server wrote them: MySQL's does. */
    private final boolean written;

    private byte[] bytes = {};

    /**
     * @throws SettingException when a column is missing, or of a type that cannot be read exactly
     */
    ResultFields(String where, ResultSet rows, ZoneId zone, Dialect dialect) throws SQLException {
        this.where = where;
        this.rows = rows;
        ResultSetMetaData metaData = rows.getMetaData();
        List<String> labels = new ArrayList<>();
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            labels.add(metaData.getColumnLabel(i));
        }
        Map<Column, Integer> positions =
                Column.positions(labels, message -> new SettingException(where + ": " + message));
        for (Map.Entry<Column, Integer> position : positions.entrySet()) {
            index[position.getKey().place()] = position.getValue() + 1;
        }
        number(metaData, Column.AMOUNT);
        number(metaData, Column.AMOUNT_MINOR);
        number(metaData, Column.VERSION);
        written = dialect != Dialect.H2;
        times = new Times(zone);
        timeColumn =
                TimeColumn.of(
                        where + ": " + Column.OCCURRED_AT.label(),
                        metaData,
                        at(Column.OCCURRED_AT),
                        zone,
                        dialect);
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

    private int at(Column column) {
        return index[column.place()];
    }

    @Override
    public boolean has(Column column) {
        return at(column) != ABSENT;
    }

    @Override
    public boolean turnTo(Column column) {
        int at = at(column);
        if (at == ABSENT) {
            return false;
        }
        try {
            byte @Nullable [] value = written ? rows.getBytes(at) : null;
            if (value == null || !plain(value)) {
                // the driver knows the column's character set, and H2 has no text of its own
                String text = rows.getString(at);
                value = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
            }
            bytes = value == null ? bytes : value;
            return value != null;
        } catch (SQLException e) {
            throw unreadable(column, e);
        }
    }

    /** Whether the bytes mean the same in every character set that a column may have. */
    private static boolean plain(byte[] value) {
        for (byte each : value) {
            if (each <= 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public int from() {
        return 0;
    }

    @Override
    public int to() {
        return bytes.length;
    }

    @Override
    public Times times() {
        return times;
    }

    private LedgerException unreadable(Column column, SQLException e) {
        return new LedgerException(
                where + ": " + column.label() + " cannot be read: " + SqlText.line(e), e);
    }

    @Override
    public @Nullable String text(Column column) {
        try {
            return rows.getString(at(column));
        } catch (SQLException e) {
            throw unreadable(column, e);
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
        try {
            return timeColumn.read(rows);
        } catch (SQLException e) {
            throw new IllegalArgumentException("not readable: " + SqlText.line(e), e);
        }
    }

    @Override
    public String where() {
        return where;
    }

    @Override
    public String mend() {
        return "map yours to these in the query: CASE ... WHEN ... THEN ... END";
    }
}
