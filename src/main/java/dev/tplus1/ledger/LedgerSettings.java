package dev.tplus1.ledger;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the merchant's books are and how they are read. Refuses, as a SettingException, when only
 * some of the queries are set, or a zone is set for the bundled books, which are in UTC.
 *
 * @param connection none where they are in tplus1's own database
 * @param zone in which a date-time without zone is read
 * @param entriesSql with {@code :account :from :to}, or none for the bundled tables; so are the
 *     others: all four or none
 * @param fresh none where books are taken as they are
 */
public record LedgerSettings(
        @Nullable DatabaseSettings connection,
        ZoneId zone,
        @Nullable String entriesSql,
        @Nullable String ordersSql,
        @Nullable String transactionsSql,
        @Nullable String refundsSql,
        @Nullable Fresh fresh) {
    /** How far behind the books may be where the job file does not say. */
    public static final Duration DEFAULT_MAX_LAG = Duration.ofMinutes(15);

    /**
     * How the books tell how far they are.
     *
     * @param sql one row of one column: a lag in seconds, or the time of the newest booking
     * @param maxLag how far behind they may be
     */
    public record Fresh(String sql, Duration maxLag) {}

    public LedgerSettings {
        List<String> missing = new ArrayList<>();
        missing(missing, "ledger.entries-sql", entriesSql);
        missing(missing, "ledger.orders-sql", ordersSql);
        missing(missing, "ledger.transactions-sql", transactionsSql);
        missing(missing, "ledger.refunds-sql", refundsSql);
        if (!missing.isEmpty() && missing.size() < 4) {
            throw new SettingException(
                    "the four ledger queries belong together: "
                            + String.join(" and ", missing)
                            + (missing.size() == 1 ? " is" : " are")
                            + " missing; set all four, or none for the bundled books");
        }
        if (missing.size() == 4 && !inUtc(zone)) {
            throw new SettingException(
                    "ledger.zone is "
                            + zone
                            + ", but the bundled books are in UTC; leave it out, or set the four"
                            + " queries of your own books");
        }
    }

    /** The bundled books in tplus1's own database. */
    public static LedgerSettings bundled() {
        return new LedgerSettings(null, ZoneOffset.UTC, null, null, null, null, null);
    }

    /** Whether the books are the user's own, read through the user's own queries. */
    public boolean ownQueries() {
        return entriesSql != null && !entriesSql.isBlank();
    }

    static boolean inUtc(ZoneId zone) {
        return zone.getRules().isFixedOffset()
                && zone.getRules().getOffset(Instant.EPOCH).equals(ZoneOffset.UTC);
    }

    private static void missing(List<String> missing, String key, @Nullable String sql) {
        if (sql == null || sql.isBlank()) {
            missing.add(key);
        }
    }
}
