package dev.tplus1.replay;

import dev.tplus1.entry.Money;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;

/**
 * Whether missed callbacks may be replayed, and how many.
 *
 * @param maxShare more missed callbacks than this share of the statement's payments are held back
 * @param minCount unless they are no more than this
 * @param maxAmount a single replay above this is an alert; a currency that is not listed has the
 *     limit 0 when any is listed; empty: no limit
 * @param maxAge business dates that are older are not replayed
 */
public record ReplaySettings(
        ReplayMode mode,
        BigDecimal maxShare,
        int minCount,
        Map<Currency, Money> maxAmount,
        Duration maxAge) {
    public static final BigDecimal DEFAULT_MAX_SHARE = new BigDecimal("0.05");
    public static final int DEFAULT_MIN_COUNT = 20;
    public static final Duration DEFAULT_MAX_AGE = Duration.ofDays(3);

    public ReplaySettings {
        if (mode == ReplayMode.ENDPOINT || mode == ReplayMode.SQL) {
            throw new SettingException(
                    "replay.mode: "
                            + mode.name().toLowerCase(Locale.ROOT)
                            + " is not available in this version; use books or off");
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
     * What the job file says, with a default for what it leaves out.
     *
     * @param mode none: books for the bundled books, off for books of one's own
     * @param ownBooks whether the books are read through queries of the user's own
     * @throws SettingException for a mode that these books cannot have
     */
    public static ReplaySettings of(
            @Nullable ReplayMode mode,
            @Nullable BigDecimal maxShare,
            @Nullable Integer minCount,
            Map<Currency, Money> maxAmount,
            @Nullable Duration maxAge,
            boolean ownBooks) {
        if (mode == ReplayMode.BOOKS && ownBooks) {
            throw new SettingException(
                    "replay.mode: books writes the bundled tables, but the ledger queries read"
                            + " others; set replay.mode: off");
        }
        return new ReplaySettings(
                mode != null ? mode : ownBooks ? ReplayMode.OFF : ReplayMode.BOOKS,
                maxShare != null ? maxShare : DEFAULT_MAX_SHARE,
                minCount != null ? minCount : DEFAULT_MIN_COUNT,
                maxAmount,
                maxAge != null ? maxAge : DEFAULT_MAX_AGE);
    }
}
