package dev.tplus1.ledger;

import dev.tplus1.delimited.Amounts;
import dev.tplus1.delimited.PlainText;
import dev.tplus1.delimited.Times;
import dev.tplus1.delimited.Vocabulary;
import dev.tplus1.diff.RowDraft;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BookState;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Currency;
import java.util.Objects;

/** Reads rows into drafts, strictly: what cannot be read is refused, never guessed. */
final class BookRows {
    private static final int MAX_ID = 128;
    private static final int MAX_SHOWN = 60;
    private static final byte[] NOTHING = {};

    private final String account;
    private final byte[] accountBytes;
    private final KeyRule rule;
    private final Vocabulary<Kind> kinds =
            new Vocabulary<>(word ->
                    switch (word) {
                        case "PAYMENT" -> Kind.PAYMENT;
                        case "REFUND" -> Kind.REFUND;
                        default -> null;
                    });
    private final Vocabulary<BookState> orderStates =
            new Vocabulary<>(word -> named(OrderState.values(), word));
    private final Vocabulary<BookState> refundStates =
            new Vocabulary<>(word -> named(RefundState.values(), word));
    private final Vocabulary<Currency> currencies = new Vocabulary<>(Money::currency);
    private final RowDraft draft = new RowDraft();

    /** Whether the row in hand has an id at all. */
    private boolean identified;

    BookRows(String account, KeyRule rule) {
        this.account = account;
        this.accountBytes = account.getBytes(StandardCharsets.UTF_8);
        this.rule = rule;
    }

    /** Which rows are read whole; of the others nothing but the ids is. */
    @FunctionalInterface
    interface Wanted {
        boolean test(Kind kind, Ids ids);
    }

    /** What tells a row apart, before the rest of it is read. */
    record Ids(String account, String transactionId, String orderNo, String refundNo) {}

    /**
     * Reads one row of the account.
     *
     * @return none for a row of another account
     * @throws LedgerException naming the row, the column and what was found
     */
    @Nullable RowDraft own(Fields fields) {
        Kind kind = ids(fields);
        if (ofAnother(fields)) {
            return null;
        }
        rest(fields, kind);
        return draft;
    }

    /** Reads one row of any account. */
    RowDraft any(Fields fields) {
        rest(fields, ids(fields));
        return draft;
    }

    /** Reads one row, if it is wanted. */
    @Nullable BookEntry entry(Fields fields, Wanted wanted) {
        Kind kind = ids(fields);
        String of = text(fields, Column.ACCOUNT);
        Ids ids =
                new Ids(
                        of.isEmpty() ? account : of,
                        text(fields, Column.TRANSACTION_ID),
                        text(fields, Column.ORDER_NO),
                        kind == Kind.PAYMENT ? "" : text(fields, Column.REFUND_NO));
        if (!wanted.test(kind, ids)) {
            return null;
        }
        rest(fields, kind);
        return draft.bookEntry(account);
    }

    private static String text(Fields fields, Column column) {
        String text = fields.has(column) ? fields.text(column) : null;
        return text == null ? "" : text;
    }

    private boolean ofAnother(Fields fields) {
        return fields.turnTo(Column.ACCOUNT)
                && fields.from() < fields.to()
                && !Arrays.equals(
                        fields.bytes(),
                        fields.from(),
                        fields.to(),
                        accountBytes,
                        0,
                        accountBytes.length);
    }

    private Kind ids(Fields fields) {
        Kind kind =
                fields.turnTo(Column.KIND)
                        ? kinds.get(fields.bytes(), fields.from(), fields.to())
                        : null;
        if (kind == null) {
            throw new LedgerException(
                    fields.where()
                            + ": kind is "
                            + quoted(fields.text(Column.KIND))
                            + ", expected PAYMENT or REFUND; "
                            + fields.mend());
        }
        draft.clear().kind(kind);
        identified = false;
        if (id(fields, Column.ACCOUNT)) {
            draft.account(fields.bytes(), fields.from(), fields.to());
        }
        if (id(fields, Column.TRANSACTION_ID)) {
            draft.transactionId(fields.bytes(), fields.from(), fields.to());
            identified |= fields.from() < fields.to();
        }
        if (id(fields, Column.ORDER_NO)) {
            draft.orderNo(fields.bytes(), fields.from(), fields.to());
            identified |= fields.from() < fields.to();
        }
        if (kind == Kind.REFUND && id(fields, Column.REFUND_NO)) {
            draft.refundNo(fields.bytes(), fields.from(), fields.to());
            identified |= fields.from() < fields.to();
        }
        if (kind == Kind.REFUND && id(fields, Column.PROVIDER_REFUND_ID)) {
            draft.providerRefundId(fields.bytes(), fields.from(), fields.to());
        }
        return kind;
    }

    /** Turns to an id and checks it; whether there is one. */
    private static boolean id(Fields fields, Column column) {
        if (!fields.turnTo(column)) {
            return false;
        }
        byte[] bytes = fields.bytes();
        int from = fields.from();
        int to = fields.to();
        if (!PlainText.fits(bytes, from, to, MAX_ID)) {
            check(fields, column, new String(bytes, from, to - from, StandardCharsets.UTF_8));
        }
        return true;
    }

    private static void check(Fields fields, Column column, String text) {
        String what = fields.where() + ": " + column.label() + " " + quoted(text);
        if (text.length() > MAX_ID) {
            throw new LedgerException(
                    what + " has " + text.length() + " chars, more than " + MAX_ID);
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new LedgerException(what + " has a control character");
        }
    }

    private void rest(Fields fields, Kind kind) {
        BookState state = state(fields, kind);
        draft.state(state);
        amount(fields, kind);
        if (!time(fields, kind) && state.booked()) {
            throw unreadable(
                    fields, kind, Column.OCCURRED_AT, "NULL, though it is booked (" + state + ")");
        }
        if (!identified) {
            throw new LedgerException(
                    fields.where()
                            + ": a "
                            + kind
                            + " without order_no, transaction_id and refund_no");
        }
        draft.keyed(rule).version(version(fields, kind));
    }

    private static @Nullable BookState named(BookState[] states, String word) {
        for (BookState state : states) {
            if (state.name().equals(word)) {
                return state;
            }
        }
        return null;
    }

    private BookState state(Fields fields, Kind kind) {
        Vocabulary<BookState> known =
                switch (kind) {
                    case PAYMENT -> orderStates;
                    case REFUND -> refundStates;
                };
        BookState state =
                fields.turnTo(Column.STATUS)
                        ? known.get(fields.bytes(), fields.from(), fields.to())
                        : null;
        if (state == null) {
            BookState[] states =
                    switch (kind) {
                        case PAYMENT -> OrderState.values();
                        case REFUND -> RefundState.values();
                    };
            throw unreadable(
                    fields,
                    kind,
                    Column.STATUS,
                    quoted(fields.text(Column.STATUS))
                            + ", expected one of "
                            + Arrays.toString(states)
                            + "; "
                            + fields.mend());
        }
        return state;
    }

    private Currency currency(Fields fields, Kind kind) {
        try {
            Currency currency =
                    fields.turnTo(Column.CURRENCY)
                            ? currencies.get(fields.bytes(), fields.from(), fields.to())
                            : currencies.get(NOTHING, 0, 0);
            return Objects.requireNonNull(currency);
        } catch (IllegalArgumentException _) {
            throw unreadable(
                    fields,
                    kind,
                    Column.CURRENCY,
                    quoted(fields.text(Column.CURRENCY))
                            + ", expected an ISO 4217 code such as CNY");
        }
    }

    private void amount(Fields fields, Kind kind) {
        Currency currency = currency(fields, kind);
        Column column = fields.has(Column.AMOUNT_MINOR) ? Column.AMOUNT_MINOR : Column.AMOUNT;
        int decimals = column == Column.AMOUNT_MINOR ? 0 : currency.getDefaultFractionDigits();
        if (fields.turnTo(column)) {
            long minor = Amounts.read(fields.bytes(), fields.from(), fields.to(), decimals);
            if (minor >= 0) {
                draft.amount(minor, currency);
                return;
            }
        }
        BigDecimal number;
        try {
            number = fields.number(column);
        } catch (IllegalArgumentException e) {
            throw unreadable(fields, kind, column, e.getMessage());
        }
        if (number == null) {
            throw unreadable(fields, kind, column, "NULL");
        }
        if (number.signum() < 0) {
            throw unreadable(
                    fields,
                    kind,
                    column,
                    number.toPlainString() + "; amounts are positive, of refunds too");
        }
        try {
            draft.amount(number.movePointRight(decimals).longValueExact(), currency);
        } catch (ArithmeticException _) {
            throw unreadable(
                    fields,
                    kind,
                    column,
                    shown(number.toPlainString(), MAX_SHOWN)
                            + ", which is too large or has more than the "
                            + decimals
                            + " decimals that "
                            + (column == Column.AMOUNT_MINOR
                                    ? "an amount in minor units"
                                    : currency.getCurrencyCode())
                            + " has");
        }
    }

    /** Reads when it was booked; whether that is told. */
    private boolean time(Fields fields, Kind kind) {
        if (!fields.turnTo(Column.OCCURRED_AT)) {
            return false;
        }
        Times times = fields.times();
        if (times.read(fields.bytes(), fields.from(), fields.to())) {
            draft.time(times.second(), times.nano());
            return true;
        }
        Instant time;
        try {
            time = fields.time();
        } catch (IllegalArgumentException e) {
            throw unreadable(fields, kind, Column.OCCURRED_AT, e.getMessage());
        }
        if (time != null) {
            draft.time(time.getEpochSecond(), time.getNano());
        }
        return time != null;
    }

    private long version(Fields fields, Kind kind) {
        if (!fields.turnTo(Column.VERSION)) {
            return -1;
        }
        long plain = Amounts.read(fields.bytes(), fields.from(), fields.to(), 0);
        if (plain != Amounts.NONE) {
            return plain;
        }
        try {
            BigDecimal version = fields.number(Column.VERSION);
            return version == null ? -1 : version.longValueExact();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw unreadable(fields, kind, Column.VERSION, e.getMessage());
        }
    }

    private static LedgerException unreadable(
            Fields fields, Kind kind, Column column, @Nullable String found) {
        StringBuilder row = new StringBuilder(kind == Kind.PAYMENT ? "payment" : "refund");
        if (kind == Kind.REFUND) {
            named(row, " ", text(fields, Column.REFUND_NO));
        }
        named(row, " transaction ", text(fields, Column.TRANSACTION_ID));
        named(row, " order ", text(fields, Column.ORDER_NO));
        return new LedgerException(
                fields.where() + ": " + row + ": " + column.label() + " is " + found);
    }

    private static void named(StringBuilder row, String word, String id) {
        if (!id.isEmpty()) {
            row.append(word).append(shown(id, MAX_SHOWN));
        }
    }

    static String quoted(@Nullable String text) {
        return text == null ? "NULL" : "\"" + shown(text, MAX_SHOWN) + "\"";
    }

    /** Text from outside, bounded and printable. */
    static String shown(String text, int longest) {
        String printable = text.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
        return printable.length() <= longest ? printable : printable.substring(0, longest) + "...";
    }
}
