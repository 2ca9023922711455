package dev.tplus1.replay;

import dev.tplus1.callback.OwnUpdates;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Currency;
import java.util.Map;

/**
 * Whether missed callbacks may be replayed, how, and how many. Refuses, as a SettingException, what
 * cannot be used.
 *
 * @param maxShare more missed callbacks than this share of the statement's payments are held back
 * @param minCount unless they are no more than this
 * @param maxAmount a single replay above this is an alert; a currency that is not listed has the
 *     limit 0 when any is listed; empty: no limit
 * @param maxAge business dates that are older are not replayed
 * @param confirm whether the provider is asked, where it can be, before each replay
 * @param endpoint for mode endpoint, else none
 * @param markPaidSql for mode sql, else none
 * @param markRefundedSql for mode sql; none: a missed refund is an alert
 */
public record ReplaySettings(
        ReplayMode mode,
        BigDecimal maxShare,
        int minCount,
        Map<Currency, Money> maxAmount,
        Duration maxAge,
        boolean confirm,
        @Nullable EndpointSettings endpoint,
        @Nullable String markPaidSql,
        @Nullable String markRefundedSql) {
    public static final BigDecimal DEFAULT_MAX_SHARE = new BigDecimal("0.05");
    public static final int DEFAULT_MIN_COUNT = 20;
    public static final Duration DEFAULT_MAX_AGE = Duration.ofDays(3);

    public ReplaySettings {
        if ((mode == ReplayMode.ENDPOINT) != (endpoint != null)) {
            throw new SettingException(
                    "replay.endpoint: belongs to mode endpoint, which needs it; set both or none");
        }
        if ((mode == ReplayMode.SQL) != (markPaidSql != null)) {
            throw new SettingException(
                    "replay.mark-paid-sql: belongs to mode sql, which needs it; set both or none");
        }
        if (markPaidSql == null && markRefundedSql != null) {
            throw new SettingException(
                    "replay.mark-refunded-sql: belongs to mode sql; leave it out");
        }
        if (markPaidSql != null) {
            var _ = OwnUpdates.of(markPaidSql, markRefundedSql);
        }
        if (maxShare.signum() < 0 || maxShare.compareTo(BigDecimal.ONE) > 0) {
            throw new SettingException(
                    "replay.max-share is " + maxShare.toPlainString() + ", expected 0 to 1");
        }
        if (minCount < 0) {
            throw new SettingException("replay.min-count is " + minCount + ", expected 0 or more");
        }
        if (maxAge.isNegative()) {
            throw new SettingException("replay.max-age is negative");
        }
        for (Map.Entry<Currency, Money> limit : maxAmount.entrySet()) {
            if (limit.getValue().minor() < 0
                    || !limit.getValue().currency().equals(limit.getKey())) {
                throw new SettingException(
                        "replay.max-amount: "
                                + limit.getKey()
                                + " has the limit "
                                + limit.getValue());
            }
        }
        maxAmount = Map.copyOf(maxAmount);
    }

    /**
     * The user's own statements.
     *
     * @throws IllegalStateException in any mode but sql
     */
    public OwnUpdates updates() {
        if (markPaidSql == null) {
            throw new IllegalStateException(mode + " has no statements of its own");
        }
        return OwnUpdates.of(markPaidSql, markRefundedSql);
    }

    /** Whether a provider that can be asked is asked before each replay. */
    public boolean asks() {
        return confirm && mode != ReplayMode.OFF;
    }

    /** Whether tplus1 itself writes the books, so that callback log and outbox live beside them. */
    public boolean writesBooks() {
        return switch (mode) {
            case BOOKS, SQL -> true;
            case ENDPOINT, OFF -> false;
        };
    }
}
