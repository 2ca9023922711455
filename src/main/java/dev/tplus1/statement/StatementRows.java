package dev.tplus1.statement;

import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.Statement.IgnoredRow;
import dev.tplus1.statement.Statement.OtherMovement;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collects a statement's rows as a provider's reader finds them. Each method throws an
 * IllegalArgumentException that says what is wrong with the row: such a line cannot be read. Not
 * thread-safe.
 */
public final class StatementRows {
    /** Rows of one statement, counted or not; more is refused. */
    public static final int MAX_ROWS = 20_000_000;

    /** Times before 1970 or after the year 9999 are no payment's, and no database keeps them. */
    private static final long END_OF_TIME = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    /** The longest id that is taken. */
    public static final int MAX_ID_CHARS = 128;

    private final KeyRule keys;
    private final List<StatementEntry> entries = new ArrayList<>();
    private final List<IgnoredRow> ignored = new ArrayList<>();
    private final List<OtherMovement> otherMovements = new ArrayList<>();
    private final Map<Currency, BigDecimal> fees = new HashMap<>();
    private final Map<Currency, Long> moved = new HashMap<>();

    public StatementRows(KeyRule keys) {
        this.keys = keys;
    }

    /**
     * Where a row stands.
     *
     * @param line from 1
     * @param raw its own bytes, one char each (ISO 8859-1)
     */
    public record Place(long line, String raw) {}

    /** A payment; one of nothing is ignored. */
    public void payment(
            String transactionId, String orderNo, Money amount, Instant time, Place place) {
        checkRows();
        id("the transaction id", transactionId);
        id("the order number", orderNo);
        if (transactionId.isEmpty()) {
            throw new IllegalArgumentException("the payment has no transaction id");
        }
        if (moves(amount, time, place)) {
            entries.add(
                    new StatementEntry(
                            keys.payment(transactionId, orderNo),
                            transactionId,
                            orderNo,
                            "",
                            "",
                            amount,
                            time,
                            false,
                            place.line(),
                            place.raw()));
        }
    }

    /** The ids of a refund; absent ones are empty, a number {@code 0} is none. */
    public record RefundIds(
            String transactionId, String orderNo, String refundNo, String providerRefundId) {}

    /** A refund; one of nothing is ignored. */
    public void refund(RefundIds ids, Money amount, Instant time, boolean inProgress, Place place) {
        checkRows();
        String refundNo = id("the refund number", given(ids.refundNo()));
        String refundId = id("the provider's refund id", given(ids.providerRefundId()));
        id("the transaction id", ids.transactionId());
        id("the order number", ids.orderNo());
        if (refundNo.isEmpty()
                && refundId.isEmpty()
                && ids.transactionId().isEmpty()
                && ids.orderNo().isEmpty()) {
            throw new IllegalArgumentException("the refund has no number or id at all");
        }
        if (moves(amount, time, place)) {
            entries.add(
                    new StatementEntry(
                            keys.refund(
                                    ids.orderNo(), ids.transactionId(), refundNo, refundId, time),
                            ids.transactionId(),
                            ids.orderNo(),
                            refundNo,
                            refundId,
                            amount,
                            time,
                            inProgress,
                            place.line(),
                            place.raw()));
        }
    }

    private boolean moves(Money amount, Instant time, Place place) {
        checkTime(time);
        if (amount.minor() < 0) {
            throw new IllegalArgumentException("the amount " + amount + " has the wrong sign");
        }
        if (amount.minor() == 0) {
            ignored.add(new IgnoredRow(place.line(), "its amount is 0: it moved nothing"));
            return false;
        }
        sum(amount);
        return true;
    }

    /** Sums that leave a long's range are refused here, so that none is met later. */
    private void sum(Money amount) {
        try {
            moved.merge(amount.currency(), amount.minor(), Math::addExact);
        } catch (ArithmeticException _) {
            Money limit = new Money(Long.MAX_VALUE, amount.currency());
            throw new IllegalArgumentException(
                    "with it the amounts add up to more than " + limit + ", the limit");
        }
    }

    private static void checkTime(Instant time) {
        if (time.getEpochSecond() < 0 || time.getEpochSecond() > END_OF_TIME) {
            throw new IllegalArgumentException(
                    "the time " + time + " is not in the years 1970 to 9999");
        }
    }

    /** A row that moved nothing. */
    public void ignore(long line, String reason) {
        checkRows();
        ignored.add(new IgnoredRow(line, reason));
    }

    /** A movement outside the proof. */
    public void other(OtherMovement movement) {
        checkRows();
        id("the transaction id", movement.transactionId());
        id("the order number", movement.orderNo());
        id("the refund number", movement.refundNo());
        checkTime(movement.time());
        otherMovements.add(movement);
    }

    /** What the provider took, positive when it costs. */
    public void fee(Currency currency, BigDecimal amount) {
        fees.merge(currency, amount, BigDecimal::add);
    }

    /** All rows of another reader's, after those that are here. */
    public void addAll(StatementRows other) {
        other.entries.forEach(entry -> sum(entry.amount()));
        entries.addAll(other.entries);
        ignored.addAll(other.ignored);
        otherMovements.addAll(other.otherMovements);
        other.fees.forEach(this::fee);
        checkRows();
    }

    /** The entry that came in n-th, from 0, until now. */
    public StatementEntry entry(int index) {
        return entries.get(index);
    }

    /** Gives an entry another amount; one that is left with nothing is ignored. */
    public void amount(int index, Money amount) {
        StatementEntry e = entries.get(index);
        if (amount.minor() <= 0) {
            throw new IllegalArgumentException("the reversal is not smaller than its charge");
        }
        entries.set(
                index,
                new StatementEntry(
                        e.key(),
                        e.transactionId(),
                        e.orderNo(),
                        e.refundNo(),
                        e.providerRefundId(),
                        amount,
                        e.time(),
                        e.inProgress(),
                        e.line(),
                        e.raw()));
    }

    public int entries() {
        return entries.size();
    }

    /**
     * What the file says of itself and what it was checked by; see {@link Statement} for the parts.
     */
    public record Description(
            String provider,
            String layout,
            @Nullable LocalDate declaredDate,
            @Nullable String merchantId,
            String subMerchantId,
            Set<Kind> covers,
            boolean controlled,
            List<String> checks) {}

    /** The statement of these rows. */
    public Statement statement(Description described, Fingerprint fingerprint) {
        Map<Currency, BigDecimal> exact = new HashMap<>();
        fees.forEach((currency, amount) -> exact.put(currency, shortest(amount, currency)));
        return new Statement(
                described.provider(),
                described.layout(),
                described.declaredDate(),
                described.merchantId(),
                described.subMerchantId(),
                Set.copyOf(described.covers()),
                fingerprint.sha256(),
                List.copyOf(entries),
                List.copyOf(ignored),
                List.copyOf(otherMovements),
                Map.copyOf(exact),
                described.controlled(),
                List.copyOf(described.checks()));
    }

    /** All decimals that say something, and never fewer than the currency has. */
    private static BigDecimal shortest(BigDecimal amount, Currency currency) {
        BigDecimal stripped = amount.stripTrailingZeros();
        return stripped.setScale(Math.max(stripped.scale(), currency.getDefaultFractionDigits()));
    }

    private static String given(String number) {
        return number.equals("0") ? "" : number;
    }

    private static String id(String what, String id) {
        if (id.length() > MAX_ID_CHARS) {
            throw new IllegalArgumentException(
                    what + " has more than " + MAX_ID_CHARS + " characters, the limit");
        }
        for (int i = 0; i < id.length(); i++) {
            if (Character.isISOControl(id.charAt(i))) {
                throw new IllegalArgumentException(what + " holds a control character");
            }
        }
        return id;
    }

    private void checkRows() {
        if (entries.size() + ignored.size() + otherMovements.size() >= MAX_ROWS) {
            throw new IllegalArgumentException(
                    "the statement has more than " + MAX_ROWS + " rows, the limit");
        }
    }
}
