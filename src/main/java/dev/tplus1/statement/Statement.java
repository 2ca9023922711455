package dev.tplus1.statement;

import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A provider's statement of one day, read whole and sound in itself: its rows could all be read,
 * and whatever the layout has to check them by (totals, row count, end) agreed. Whether it is the
 * right day and merchant is {@link StatementCheck}'s question.
 *
 * @param layout which of the provider's layouts, {@code wechatpay/all} say
 * @param declaredDate the business date that the file declares, where it does
 * @param merchantId the merchant that the file declares, where it does
 * @param subMerchantId the sub-merchant that it declares, empty where it does not
 * @param covers the kinds that the layout lists at all
 * @param sha256 of the files' bytes in the order of their names, hex
 * @param counted what counts
 * @param ignored the rows that moved nothing
 * @param otherMovements what moved the balance but is no payment or refund of an order
 * @param fees what the provider took, exact, positive when it costs, by currency
 * @param controlled whether anything in or beside the file vouches for its being whole
 * @param checks what was checked, in plain words ("rows", "totals", "end"), for people
 */
public record Statement(
        String provider,
        String layout,
        @Nullable LocalDate declaredDate,
        @Nullable String merchantId,
        String subMerchantId,
        Set<Kind> covers,
        String sha256,
        Counted counted,
        List<IgnoredRow> ignored,
        List<OtherMovement> otherMovements,
        Map<Currency, BigDecimal> fees,
        boolean controlled,
        List<String> checks)
        implements AutoCloseable {
    /** More reasons than this, why rows were ignored, are counted. */
    private static final int MOST_REASONS = 3;

    /** Gives back what its rows took. */
    @Override
    public void close() {
        counted.close();
    }

    /** A row that moved nothing, and why it does not count. */
    public record IgnoredRow(long line, String reason) {}

    /** How many rows were ignored for which reason. */
    public Map<String, Long> ignoredReasons() {
        return ignored.stream()
                .collect(
                        Collectors.groupingBy(
                                IgnoredRow::reason, TreeMap::new, Collectors.counting()));
    }

    /**
     * The reasons that most rows were ignored for, for people: {@code its status is "NOTPAY" (12);
     * its amount is 0: it moved nothing (2)}.
     *
     * @param reasons how many rows each is of
     */
    public static String inWords(Map<String, Long> reasons) {
        String most =
                reasons.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .limit(MOST_REASONS)
                        .map(each ->
                                String.format(
                                        Locale.ROOT, "%s (%,d)", each.getKey(), each.getValue()))
                        .collect(Collectors.joining("; "));
        int more = reasons.size() - MOST_REASONS;
        return most + (more > 0 ? "; and " + more + " more reason" + (more > 1 ? "s" : "") : "");
    }

    /**
     * That nothing in it counts, for people; and why, where it has rows.
     *
     * @param other what is there beside it, {@code the books hold } say
     */
    public String nothingCountsBut(String other) {
        String nothing =
                ignored.isEmpty()
                        ? "the statement is empty"
                        : String.format(
                                Locale.ROOT,
                                "nothing in the statement counts (%,d %s ignored: %s%s)",
                                ignored.size(),
                                ignored.size() == 1 ? "row is" : "rows are",
                                inWords(ignoredReasons()),
                                provider.equals("csv") ? "; csv.statuses maps words" : "");
        return nothing + ", but " + other;
    }

    /**
     * A movement outside the proof.
     *
     * @param category the provider's word for it, {@code payout} or {@code dispute} say
     * @param gross signed as it moved the merchant's balance
     * @param transactionId the payment that it is about, empty where it is about none
     * @param orderNo that payment's order number, where the row tells it, else empty
     * @param refundNo the refund that it is about, keyed as refunds are, else empty
     */
    public record OtherMovement(
            String category,
            Money gross,
            Money fee,
            Money net,
            Instant time,
            long line,
            String transactionId,
            String orderNo,
            String refundNo) {}
}
