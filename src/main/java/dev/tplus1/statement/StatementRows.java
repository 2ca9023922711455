package dev.tplus1.statement;

import dev.tplus1.diff.RowDraft;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.statement.Statement.IgnoredRow;
import dev.tplus1.statement.Statement.OtherMovement;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Collects a statement's rows as a provider's reader finds them. Each method throws an
 * IllegalArgumentException that says what is wrong with the row: such a line cannot be read. Not
 * thread-safe.
 */
public final class StatementRows implements AutoCloseable {
    /** Rows of one statement, counted or not; more is refused. */
    public static final int MAX_ROWS = 100_000_000;

    /** The longest id that is taken. */
    public static final int MAX_ID_CHARS = Ids.MAX_CHARS;

    /** Times before 1970 or after the year 9999 are no payment's, and no database keeps them. */
    private static final long END_OF_TIME = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    private final KeyRule keys;
    private final Counted counted;
    private final @Nullable Recall recall;
    private final List<IgnoredRow> ignored = new ArrayList<>();
    private final List<OtherMovement> otherMovements = new ArrayList<>();
    private final Fees fees = new Fees();
    private final Map<Currency, long[]> moved = new HashMap<>();
    private @Nullable Currency lastCurrency;
    private long[] lastMoved = new long[1];
    private long rows;

    // the row in hand
    private final RowDraft draft = new RowDraft();
    private long line;
    private boolean identified;
    private byte[] transaction = {};
    private int transactionFrom;
    private int transactionTo;
    private int idBytes;
    private long minor;
    private @Nullable Currency currency;
    private long second;
    private Supplier<String> payer = StatementRows::nobody;

    /**
     * Takes rows.
     *
     * @param zone the account's, in which days are counted
     */
    public StatementRows(KeyRule keys, ZoneId zone, Scratch scratch) {
        this(keys, new Counted(zone, scratch), null);
    }

    private StatementRows(KeyRule keys, Counted counted, @Nullable Recall recall) {
        this.keys = keys;
        this.counted = counted;
        this.recall = recall;
    }

    /** Looks for rows that were taken before, to learn their own bytes. */
    static StatementRows recalling(KeyRule keys, ZoneId zone, Scratch scratch, Recall recall) {
        return new StatementRows(keys, new Counted(zone, scratch), recall);
    }

    /**
     * Where a row stands.
     *
     * @param line from 1
     * @param raw its own bytes, one char each (ISO 8859-1); asked for only where it matters
     * @param payer who paid, or empty; asked for only where it may be shown
     */
    public record Place(long line, Supplier<String> raw, Supplier<String> payer) {
        public Place(long line, Supplier<String> raw) {
            this(line, raw, StatementRows::nobody);
        }

        public Place(long line, String raw) {
            this(line, () -> raw);
        }
    }

    /** The ids of a refund; absent ones are empty, a number {@code 0} is none. */
    public record RefundIds(
            String transactionId, String orderNo, String refundNo, String providerRefundId) {}

    /** A payment; one of nothing is ignored. */
    public void payment(
            String transactionId, String orderNo, Money amount, Instant time, Place place) {
        begin(place.line()).ids(transactionId, orderNo, "", "");
        amount(amount.minor(), amount.currency());
        time(time.getEpochSecond(), time.getNano());
        payer(place.payer());
        payment(place.raw());
    }

    /** A refund; one of nothing is ignored. */
    public void refund(RefundIds ids, Money amount, Instant time, boolean inProgress, Place place) {
        begin(place.line())
                .ids(ids.transactionId(), ids.orderNo(), ids.refundNo(), ids.providerRefundId());
        amount(amount.minor(), amount.currency());
        time(time.getEpochSecond(), time.getNano());
        payer(place.payer());
        refund(inProgress, place.raw());
    }

    private void ids(String transactionId, String orderNo, String refundNo, String refundId) {
        byte[] bytes = transactionId.getBytes(StandardCharsets.UTF_8);
        transactionId(bytes, 0, bytes.length);
        bytes = orderNo.getBytes(StandardCharsets.UTF_8);
        orderNo(bytes, 0, bytes.length);
        bytes = refundNo.getBytes(StandardCharsets.UTF_8);
        refundNo(bytes, 0, bytes.length);
        bytes = refundId.getBytes(StandardCharsets.UTF_8);
        providerRefundId(bytes, 0, bytes.length);
    }

    // --- a row in parts: begin, what it has (ids are UTF-8 bytes from, to), payment or refund ---

    /** Begins a row; what is not set after this is absent. */
    public StatementRows begin(long newLine) {
        if (++rows > MAX_ROWS) {
            throw new IllegalArgumentException(
                    "the statement has more than " + MAX_ROWS + " rows, the limit");
        }
        draft.clear().line(newLine);
        line = newLine;
        idBytes = 0;
        payer = StatementRows::nobody;
        identified = false;
        transactionTo = transactionFrom;
        return this;
    }

    public void transactionId(byte[] bytes, int from, int to) {
        Ids.check("the transaction id", bytes, from, to);
        draft.transactionId(bytes, from, to);
        transaction = bytes;
        transactionFrom = from;
        transactionTo = to;
        identified = from < to;
        idBytes += to - from;
    }

    public void orderNo(byte[] bytes, int from, int to) {
        Ids.check("the order number", bytes, from, to);
        draft.orderNo(bytes, from, to);
        idBytes += to - from;
    }

    /** The merchant's number of a refund; {@code 0} is none. */
    public void refundNo(byte[] bytes, int from, int to) {
        Ids.check("the refund number", bytes, from, to);
        int end = Ids.isZero(bytes, from, to) ? from : to;
        draft.refundNo(bytes, from, end);
        idBytes += end - from;
    }

    /** The provider's own id of a refund; {@code 0} is none. */
    public void providerRefundId(byte[] bytes, int from, int to) {
        Ids.check("the provider's refund id", bytes, from, to);
        int end = Ids.isZero(bytes, from, to) ? from : to;
        draft.providerRefundId(bytes, from, end);
        idBytes += end - from;
    }

    public void amount(long newMinor, Currency newCurrency) {
        minor = newMinor;
        currency = newCurrency;
    }

    /** In seconds since 1970 and nanoseconds after them. */
    public void time(long newSecond, int nano) {
        second = newSecond;
        draft.time(newSecond, nano);
    }

    /** Who paid; asked for only where it may be shown, and kept nowhere. */
    public void payer(Supplier<String> newPayer) {
        payer = newPayer;
    }

    /** Whether who paid is asked for at all. */
    public boolean asksForPayers() {
        return recall != null && recall.ofPayers();
    }

    /**
     * Takes the row as a payment; one of nothing is ignored.
     *
     * @param raw its own bytes, one char each (ISO 8859-1); asked for only where it matters
     */
    public void payment(Supplier<String> raw) {
        if (!identified) {
            throw new IllegalArgumentException("the payment has no transaction id");
        }
        take(Kind.PAYMENT, raw);
    }

    /** Takes the row as a refund; one of nothing is ignored. */
    public void refund(boolean inProgress, Supplier<String> raw) {
        if (idBytes == 0) {
            throw new IllegalArgumentException("the refund has no number or id at all");
        }
        draft.inProgress(inProgress);
        take(Kind.REFUND, raw);
    }

    private void take(Kind kind, Supplier<String> raw) {
        checkTime(second);
        Currency of = Objects.requireNonNull(currency);
        if (minor < 0) {
            throw new IllegalArgumentException(
                    "the amount " + new Money(minor, of) + " has the wrong sign");
        }
        if (minor == 0) {
            ignored.add(new IgnoredRow(line, "its amount is 0: it moved nothing"));
            return;
        }
        sum(minor, of);
        draft.kind(kind).amount(minor, of).keyed(keys);
        if (recall != null) {
            recall.look(line, draft, raw, payer);
            return;
        }
        counted.days(kind).add(second);
        counted.rows().add(draft);
        if (kind == Kind.REFUND && transactionFrom < transactionTo) {
            counted.returned().add(transaction, transactionFrom, transactionTo);
        }
    }

    private static void checkTime(long second) {
        if (second < 0 || second > END_OF_TIME) {
            throw new IllegalArgumentException(
                    "the time "
                            + Instant.ofEpochSecond(second)
                            + " is not in the years 1970 to 9999");
        }
    }

    /** Sums that leave a long's range are refused here, so that none is met later. */
    private void sum(long amount, Currency of) {
        if (of != lastCurrency) {
            lastMoved = moved.computeIfAbsent(of, _ -> new long[1]);
            lastCurrency = of;
        }
        long sum = lastMoved[0] + amount;
        if (sum < 0) {
            throw new IllegalArgumentException(
                    "with it the amounts add up to more than "
                            + new Money(Long.MAX_VALUE, of)
                            + ", the limit");
        }
        lastMoved[0] = sum;
    }

    /** A row that moved nothing. */
    public void ignore(long at, String reason) {
        begin(at);
        ignored.add(new IgnoredRow(at, reason));
    }

    /** A movement outside the proof. */
    public void other(OtherMovement movement) {
        begin(movement.line())
                .ids(movement.transactionId(), movement.orderNo(), movement.refundNo(), "");
        checkTime(movement.time().getEpochSecond());
        otherMovements.add(movement);
    }

    /** What the provider took, positive when it costs. */
    public void fee(Currency of, BigDecimal amount) {
        fees.add(of, amount);
    }

    /** The same in units of a number of decimals, one number in all of a statement's rows. */
    public void fee(Currency of, long amount, int decimals) {
        fees.add(of, amount, decimals);
    }

    /** The day on which most of the kind fall until now, the earlier of two; null without any. */
    public @Nullable LocalDate day(Kind kind) {
        return counted.most(kind);
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

    /** The statement of these rows, which are its to close from then on. */
    public Statement statement(Description described, Fingerprint fingerprint) {
        return new Statement(
                described.provider(),
                described.layout(),
                described.declaredDate(),
                described.merchantId(),
                described.subMerchantId(),
                Set.copyOf(described.covers()),
                fingerprint.sha256(),
                counted,
                List.copyOf(ignored),
                List.copyOf(otherMovements),
                fees.sums(),
                described.controlled(),
                List.copyOf(described.checks()));
    }

    @Override
    public void close() {
        counted.close();
    }

    private static String nobody() {
        return "";
    }
}
