package dev.tplus1.ledger;

import dev.tplus1.database.Dialect;
import dev.tplus1.database.SqlErrors;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;

/**
 * How far the books are, asked of the very connection from which they are then read: a replica that
 * lags would otherwise invent missed callbacks.
 */
final class Freshness {
    private static final String KEY = "ledger.freshness-sql";

    /** How far the clocks of two servers may be apart; a lag below that is a wrong zone. */
    private static final Duration CLOCKS_APART = Duration.ofMinutes(5);

    private static final DateTimeFormatter TIME = DateTimeFormatter.ISO_OFFSET_DATE_TIME;

    private final Query query;
    private final Duration maxLag;
    private final ZoneId zone;
    private final Dialect dialect;

    private Freshness(Query query, Duration maxLag, ZoneId zone, Dialect dialect) {
        this.query = query;
        this.maxLag = maxLag;
        this.zone = zone;
        this.dialect = dialect;
    }

    /** Of these settings; none where they ask for no freshness. */
    static @Nullable Freshness of(LedgerSettings settings, Dialect dialect) {
        LedgerSettings.Fresh fresh = settings.fresh();
        return fresh == null
                ? null
                : new Freshness(
                        Query.of(KEY, fresh.sql(), true, Set.of(), Set.of(Queries.ACCOUNT)),
                        fresh.maxLag(),
                        settings.zone(),
                        dialect);
    }

    /** What the books say. */
    sealed interface Answer {
        /** A replica's, behind its source. */
        record Lag(BigDecimal seconds) implements Answer {}

        /** The newest booking, or the last heartbeat. */
        record Newest(Instant time) implements Answer {}

        record Unknown() implements Answer {}
    }

    /**
     * Whether these books hold the whole day.
     *
     * @throws BooksNotReadyException saying what is missing
     */
    void require(Connection connection, String account, BusinessDate day)
            throws BooksNotReadyException {
        switch (ask(connection, account)) {
            case Answer.Lag(BigDecimal seconds) -> {
                if (seconds.compareTo(seconds(maxLag)) > 0) {
                    throw notReady(
                            behind(seconds)
                                    + ", more than the "
                                    + shown(maxLag)
                                    + " of ledger.max-lag");
                }
            }
            case Answer.Newest(Instant time) -> {
                if (time.isBefore(day.end().minus(maxLag))) {
                    throw notReady(
                            newest(time, day.zone())
                                    + ", the day ends at "
                                    + TIME.format(day.end().atZone(day.zone()))
                                    + " (ledger.max-lag "
                                    + shown(maxLag)
                                    + ")");
                }
            }
            case Answer.Unknown _ -> throw notReady(unknown());
        }
    }

    /** What the books say now, for people. */
    String told(Connection connection, String account) {
        return switch (ask(connection, account)) {
            case Answer.Lag(BigDecimal seconds) -> behind(seconds);
            case Answer.Newest(Instant time) -> newest(time, ZoneOffset.UTC);
            case Answer.Unknown _ -> unknown();
        };
    }

    private static BooksNotReadyException notReady(String why) {
        return new BooksNotReadyException("the books are not ready: " + why);
    }

    private static String behind(BigDecimal seconds) {
        return "they are " + seconds.stripTrailingZeros().toPlainString() + " s behind";
    }

    private static String newest(Instant time, ZoneId zone) {
        return "newest booking " + TIME.format(time.atZone(zone));
    }

    private static String unknown() {
        return KEY + " answers NULL, so nothing is booked yet or replication stopped";
    }

    Answer ask(Connection connection, String account) {
        Query.Bound bound = query.bind(Map.of(Queries.ACCOUNT, account));
        try (PreparedStatement statement = connection.prepareStatement(bound.sql())) {
            for (int i = 0; i < bound.values().size(); i++) {
                statement.setObject(i + 1, bound.values().get(i));
            }
            // a second row is too many already
            statement.setMaxRows(2);
            Answer answer;
            try (ResultSet rows = statement.executeQuery()) {
                answer = only(rows);
            }
            if (answer instanceof Answer.Newest(Instant time)
                    && time.isAfter(now(connection).plus(CLOCKS_APART))) {
                throw wrong(
                        "answers "
                                + TIME.format(time.atZone(ZoneOffset.UTC))
                                + ", which is still to come (ledger.zone is "
                                + zone
                                + ")");
            }
            return answer;
        } catch (SQLException e) {
            if (SqlErrors.badStatement(e)) {
                throw new SettingException(KEY + " does not work: " + SqlText.line(e), e);
            }
            throw new LedgerException(KEY + ": " + SqlText.line(e), e);
        } catch (IllegalArgumentException e) {
            throw wrong("is no lag (a number) and no time: it is " + e.getMessage());
        }
    }

    /** The server's own clock: what it says of its bookings is compared with nobody else's. */
    private Instant now(Connection connection) throws SQLException {
        String sql =
                switch (dialect) {
                    case H2 -> "SELECT CURRENT_TIMESTAMP";
                    case MYSQL, MARIADB -> "SELECT UTC_TIMESTAMP(6)";
                };
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return switch (dialect) {
                case H2 -> rows.getObject(1, OffsetDateTime.class).toInstant();
                case MYSQL, MARIADB ->
                        rows.getObject(1, LocalDateTime.class).toInstant(ZoneOffset.UTC);
            };
        }
    }

    private Answer only(ResultSet rows) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        if (columns != 1) {
            throw wrong("returns " + columns + " columns");
        }
        if (!rows.next()) {
            throw wrong("returns no row");
        }
        Answer answer = answer(rows);
        if (rows.next()) {
            throw wrong("returns more than one row");
        }
        return answer;
    }

    private Answer answer(ResultSet rows) throws SQLException {
        ResultSetMetaData metaData = rows.getMetaData();
        return switch (metaData.getColumnType(1)) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.DECIMAL,
                    Types.NUMERIC ->
                    lag(rows.getBigDecimal(1));
            case Types.DATE -> {
                LocalDate date = rows.getObject(1, LocalDate.class);
                yield newest(date == null ? null : date.atStartOfDay(zone).toInstant());
            }
            case Types.TIMESTAMP,
                    Types.TIMESTAMP_WITH_TIMEZONE,
                    Types.CHAR,
                    Types.VARCHAR,
                    Types.LONGVARCHAR,
                    Types.NCHAR,
                    Types.NVARCHAR,
                    Types.NULL ->
                    newest(
                            TimeColumn.of(KEY + ": the column", metaData, 1, zone, dialect)
                                    .read(rows));
            default ->
                    throw wrong(
                            "returns a "
                                    + metaData.getColumnTypeName(1)
                                    + "; cast a lag to DECIMAL");
        };
    }

    private static Answer lag(@Nullable BigDecimal seconds) {
        if (seconds == null) {
            return new Answer.Unknown();
        }
        if (seconds.compareTo(seconds(CLOCKS_APART).negate()) < 0) {
            throw wrong(
                    "says that the books are "
                            + seconds.abs().toPlainString()
                            + " s ahead; check the zones of the times that it compares");
        }
        return new Answer.Lag(seconds.max(BigDecimal.ZERO));
    }

    private static Answer newest(@Nullable Instant time) {
        return time == null ? new Answer.Unknown() : new Answer.Newest(time);
    }

    private static SettingException wrong(String what) {
        return new SettingException(
                KEY
                        + " "
                        + what
                        + "; it must return one row of one column: a lag in seconds, or"
                        + " the time of the newest booking");
    }

    private static BigDecimal seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toSeconds())
                .add(BigDecimal.valueOf(duration.toNanosPart(), 9));
    }

    private static String shown(Duration duration) {
        if (duration.toNanosPart() != 0 || duration.isZero()) {
            return seconds(duration).stripTrailingZeros().toPlainString() + "s";
        }
        long seconds = duration.toSeconds();
        return seconds % 3600 == 0
                ? seconds / 3600 + "h"
                : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }
}
