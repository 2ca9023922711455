package dev.tplus1.entry;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;
import java.util.List;

/**
 * What a later statement of a date says otherwise than an earlier one. Amounts are signed as in the
 * proof: payments positive, refunds negative.
 *
 * @param added counted rows that only the later one has
 * @param changed counted rows that both have, not with the same amount, time, order or state
 * @param withdrawn counted rows that only the earlier one has
 * @param other what differs outside the proof: movements that only one of them has, and currencies
 *     whose fees are not the same
 * @param sums one for each currency of a row that was added, changed or withdrawn, by its code
 * @param rows the first of each sort, {@link #MOST_ROWS} at most, in the order of their times
 */
public record StatementChange(
        long added, long changed, long withdrawn, long other, List<Sum> sums, List<Row> rows) {
    /**
     * Of each sort, so many rows of the statement are named, and as many of its other movements.
     */
    public static final int MOST_ROWS = 50;

    /** Both say the same. */
    public static final StatementChange NONE =
            new StatementChange(0, 0, 0, 0, List.of(), List.of());

    public StatementChange {
        sums = List.copyOf(sums);
        rows = List.copyOf(rows);
    }

    /** Whether both say the same, though perhaps in other bytes. */
    public boolean nothing() {
        return added == 0 && changed == 0 && withdrawn == 0 && other == 0;
    }

    /** What became of a row. */
    public enum Sort {
        ADDED,
        CHANGED,
        WITHDRAWN
    }

    /** The counted rows of one currency, summed. */
    public record Sum(
            Currency currency,
            BigDecimal added,
            BigDecimal changedFrom,
            BigDecimal changedTo,
            BigDecimal withdrawn) {}

    /**
     * A row, or what differs outside the proof.
     *
     * @param what {@code PAYMENT}, {@code REFUND}, {@code fees}, or a movement's category in the
     *     provider's own word
     * @param refundNo a refund's number, or the provider's own id of it; empty for others
     * @param before what the earlier statement says; none for what was added
     * @param after what the later one says; none for what was withdrawn
     */
    public record Row(
            Sort sort,
            String what,
            String transactionId,
            String refundNo,
            @Nullable Side before,
            @Nullable Side after) {}

    /**
     * What one of both says.
     *
     * @param time none for fees
     * @param inProgress whether it is a refund that the provider has not finished
     */
    public record Side(
            BigDecimal amount,
            Currency currency,
            @Nullable Instant time,
            String orderNo,
            boolean inProgress) {}
}
