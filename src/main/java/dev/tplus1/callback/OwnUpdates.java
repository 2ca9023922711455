package dev.tplus1.callback;

import dev.tplus1.entry.Kind;

import org.jspecify.annotations.Nullable;

/**
 * The user's own statements that book a missed callback: each changes the one row that it means, or
 * none.
 *
 * @param paid books a payment
 * @param refunded books a refund; none: a missed refund is a person's to look at
 */
public record OwnUpdates(OwnUpdate paid, @Nullable OwnUpdate refunded) {
    /**
     * Reads both statements.
     *
     * @throws dev.tplus1.entry.SettingException where one is no such statement
     */
    public static OwnUpdates of(String markPaid, @Nullable String markRefunded) {
        return new OwnUpdates(
                OwnUpdate.of("replay.mark-paid-sql", Kind.PAYMENT, markPaid),
                markRefunded == null
                        ? null
                        : OwnUpdate.of("replay.mark-refunded-sql", Kind.REFUND, markRefunded));
    }

    @Nullable OwnUpdate of(Kind kind) {
        return switch (kind) {
            case PAYMENT -> paid;
            case REFUND -> refunded;
        };
    }
}
