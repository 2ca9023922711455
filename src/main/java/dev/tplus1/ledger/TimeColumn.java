package dev.tplus1.ledger;

import dev.tplus1.database.Dialect;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;

/** A column of times: how it tells them, and in which zone those without one are read. */
record TimeColumn(int at, Form form, ZoneId zone) {

    enum Form {
        LOCAL,
        INSTANT,
        TEXT
    }

    /**
     * The column at this position, from 1.
     *
     * @param what the query and the column, as messages name them
     * @throws SettingException when it cannot be read as a time
     */
    static TimeColumn of(
            String what, ResultSetMetaData metaData, int at, ZoneId zone, Dialect dialect)
            throws SQLException {
        String type = metaData.getColumnTypeName(at);
        Form form =
                switch (metaData.getColumnType(at)) {
                    case Types.TIMESTAMP -> {
                        if (dialect != Dialect.H2
                                && type.equalsIgnoreCase("TIMESTAMP")
                                && !LedgerSettings.inUtc(zone)) {
                            throw new SettingException(
                                    what
                                            + " is a TIMESTAMP, which the server shows in UTC, but"
                                            + " ledger.zone is "
                                            + zone
                                            + "; set ledger.zone: UTC (then convert DATETIME"
                                            + " columns), or cast it in the query");
                        }
                        yield Form.LOCAL;
                    }
                    case Types.TIMESTAMP_WITH_TIMEZONE -> Form.INSTANT;
                    case Types.CHAR,
                            Types.VARCHAR,
                            Types.LONGVARCHAR,
                            Types.NCHAR,
                            Types.NVARCHAR,
                            Types.NULL ->
                            Form.TEXT;
                    default ->
                            throw new SettingException(
                                    what
                                            + " is a "
                                            + type
                                            + ", expected a date with time, or ISO"
                                            + " text");
                };
        return new TimeColumn(at, form, zone);
    }

    /**
     * The time in the current row; none for NULL.
     *
     * @throws IllegalArgumentException saying what is wrong with a text
     */
    @Nullable Instant read(ResultSet rows) throws SQLException {
        return switch (form) {
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
    }
}
