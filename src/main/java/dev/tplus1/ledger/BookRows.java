package dev.tplus1.ledger;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BookState;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Currency;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Makes entries of rows, strictly: what cannot be read is refused, never guessed. */
final class BookRows {
    private static final int MAX_ID = 128;
    private static final int MAX_SHOWN = 60;

    private final String account;
    private final KeyRule rule;

    /** Currencies by code: a day has few, a row should not look one up. */
    private final Map<String, Currency> currencies = new HashMap<>();

    BookRows(String account, KeyRule rule) {
        this.account = account;
        this.rule = rule;
    }

    /** What tells a row apart, before the rest of it is read. */
    record Ids(
            String account,
            Kind kind,
            String transactionId,
            String orderNo,
            String refundNo,
            String providerRefundId) {}

    /**
     * Reads one row.
     *
     * @return none for a row that is not wanted; of it nothing but the ids was read
     * @throws LedgerException naming the row, the column and what was found
     */
    @Nullable BookEntry read(Fields fields, Predicate<Ids> wanted) {
        Ids ids = ids(fields);
        return wanted.test(ids) ? entry(fields, ids) : null;
    }

    private Ids ids(Fields fields) {
        String kindText = fields.text(Column.KIND);
        Kind kind;
        if ("PAYMENT".equals(kindText)) {
            kind = Kind.PAYMENT;
        } else if ("REFUND".equals(kindText)) {
            kind = Kind.REFUND;
        } else {
            throw new LedgerException(
                    fields.where()
                            + ": kind is "
                            + quoted(kindText)
                            + ", expected PAYMENT or REFUND");
        }
        String rowAccount = id(fields, Column.ACCOUNT);
        return new Ids(
                rowAccount.isEmpty() ? account : rowAccount,
                kind,
                id(fields, Column.TRANSACTION_ID),
                id(fields, Column.ORDER_NO),
                kind == Kind.PAYMENT ? "" : id(fields, Column.REFUND_NO),
                kind == Kind.PAYMENT ? "" : id(fields, Column.PROVIDER_REFUND_ID));
    }

    private static String id(Fields fields, Column column) {
        String text = fields.has(column) ? fields.text(column) : null;
        if (text == null) {
            return "";
        }
        if (text.length() > MAX_ID) {
            throw new LedgerException(
                    fields.where()
                            + ": "
                            + column.label()
                            + " "
                            + quoted(text)
                            + " has "
                            + text.length()
                            + " chars, more than "
                            + MAX_ID);
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new LedgerException(
                        fields.where()
                                + ": "
                                + column.label()
                                + " "
                                + quoted(text)
                                + " has a control character");
            }
        }
        return text;
    }

    private BookEntry entry(Fields fields, Ids ids) {
        BookState state = state(fields, ids);
        Money amount = amount(fields, ids);
        Instant time;
        try {
            time = fields.time();
        } catch (IllegalArgumentException e) {
            throw unreadable(fields, ids, Column.OCCURRED_AT, e.getMessage());
        }
        if (time == null && state.booked()) {
            throw unreadable(
                    fields, ids, Column.OCCURRED_AT, "NULL, though it is booked (" + state + ")");
        }
        return new BookEntry(
                key(fields, ids, time),
                ids.transactionId(),
                ids.orderNo(),
                ids.refundNo(),
                ids.providerRefundId(),
                amount,
                state,
                time,
                ids.account(),
                version(fields, ids));
    }

    private EntryKey key(Fields fields, Ids ids, @Nullable Instant time) {
        if (ids.orderNo().isEmpty() && ids.transactionId().isEmpty() && ids.refundNo().isEmpty()) {
            throw new LedgerException(
                    fields.where()
                            + ": a "
                            + ids.kind()
                            + " without order_no, transaction_id and refund_no");
        }
        return switch (ids.kind()) {
            case PAYMENT -> rule.payment(ids.transactionId(), ids.orderNo());
            case REFUND ->
                    rule.refund(
                            ids.orderNo(),
                            ids.transactionId(),
                            ids.refundNo(),
                            ids.providerRefundId(),
                            time);
        };
    }

    private static BookState state(Fields fields, Ids ids) {
        String text = fields.text(Column.STATUS);
        BookState[] states =
                switch (ids.kind()) {
                    case PAYMENT -> OrderState.values();
                    case REFUND -> RefundState.values();
                };
        for (BookState state : states) {
            if (state.name().equals(text)) {
                return state;
            }
        }
        throw unreadable(
                fields,
                ids,
                Column.STATUS,
                quoted(text) + ", expected one of " + Arrays.toString(states));
    }

    private Money amount(Fields fields, Ids ids) {
        String code = fields.text(Column.CURRENCY);
        Currency currency = code == null ? null : currencies.get(code);
        if (currency == null) {
            try {
                currency = Money.currency(code == null ? "" : code);
            } catch (IllegalArgumentException _) {
                throw unreadable(
                        fields,
                        ids,
                        Column.CURRENCY,
                        quoted(code) + ", expected an ISO 4217 code such as CNY");
            }
            currencies.put(currency.getCurrencyCode(), currency);
        }
        Column column = fields.has(Column.AMOUNT_MINOR) ? Column.AMOUNT_MINOR : Column.AMOUNT;
        BigDecimal number;
        try {
            number = fields.number(column);
        } catch (IllegalArgumentException e) {
            throw unreadable(fields, ids, column, e.getMessage());
        }
        if (number == null) {
            throw unreadable(fields, ids, column, "NULL");
        }
        if (number.signum() < 0) {
            throw unreadable(
                    fields,
                    ids,
                    column,
                    number.toPlainString() + "; amounts are positive, of refunds too");
        }
        int decimals = column == Column.AMOUNT_MINOR ? 0 : currency.getDefaultFractionDigits();
        try {
            return new Money(number.movePointRight(decimals).longValueExact(), currency);
        } catch (ArithmeticException _) {
            throw unreadable(
                    fields,
                    ids,
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

    private static long version(Fields fields, Ids ids) {
        if (!fields.has(Column.VERSION)) {
            return -1;
        }
        try {
            BigDecimal version = fields.number(Column.VERSION);
            return version == null ? -1 : version.longValueExact();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw unreadable(fields, ids, Column.VERSION, e.getMessage());
        }
    }

    private static LedgerException unreadable(
            Fields fields, Ids ids, Column column, @Nullable String found) {
        StringBuilder row = new StringBuilder(ids.kind() == Kind.PAYMENT ? "payment" : "refund");
        named(row, " ", ids.refundNo());
        named(row, " transaction ", ids.transactionId());
        named(row, " order ", ids.orderNo());
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
