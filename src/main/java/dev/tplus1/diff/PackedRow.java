package dev.tplus1.diff;

import dev.tplus1.entry.BookState;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;

import org.jspecify.annotations.Nullable;

import java.util.Currency;
import java.util.Objects;

/**
 * A row as it stands in a spool, all of it in as few bytes as it needs: a head of eight bytes, the
 * key, amount, time, number (a statement's line, the books' version), then the ids that are not
 * empty and not the key. Every value has a wider form for what does not fit the narrow one. Ugly on
 * purpose: rows are never objects while there are millions of them.
 *
 * <pre>
 * bits of the head
 *  0-19  length of the row       28     amount: 4 or 8 bytes
 * 20     kind                    29-30  number: none (-1), 1, 4, 8 bytes
 * 21     basis of the key        31-45  currency: its three letters
 * 22-25  state                   46-53  four ids: empty, the key, or their own
 * 26-27  time: none, seconds,    54     an account that is not the reconciled one
 *        with nanos, any         59-63  marks of the join; never in a spool
 * </pre>
 */
@SuppressWarnings("EnumOrdinal") // the codes do not outlive the process
final class PackedRow {
    static final int HEAD = Long.BYTES;

    private static final long LENGTH = 0xfffff;
    static final int KIND = 20;
    static final int STATE = 22;
    static final int TIME = 26;
    static final int AMOUNT = 28;
    static final int NUMBER = 29;
    static final int CURRENCY = 31;
    static final int TRANSACTION_ID = 46;
    static final int ORDER_NO = 48;
    static final int REFUND_NO = 50;
    static final int PROVIDER_REFUND_ID = 52;
    static final int ACCOUNT = 54;

    /** Of an id: not there, the key's own bytes, or bytes of its own. */
    static final int KEY = 1;

    static final int OWN = 2;

    private static final int LETTERS = 26;

    /** By their codes, so that none is looked up by its letters twice. Threads may both do it. */
    private static final @Nullable Currency[] CURRENCIES =
            new Currency[LETTERS * LETTERS * LETTERS];

    private static final int IN_PROGRESS = 1;
    private static final int ORDERS = 2;
    private static final int REFUNDS = ORDERS + OrderState.values().length;
    private static final OrderState[] ORDER_STATES = OrderState.values();
    private static final RefundState[] REFUND_STATES = RefundState.values();
    private static final Kind[] KINDS = Kind.values();
    private static final EntryKey.Basis[] BASES = EntryKey.Basis.values();

    private PackedRow() {}

    static int keySalt(RowDraft row) {
        return row.kind.ordinal() | row.basis.ordinal() << 1;
    }

    static int statementState(RowDraft row) {
        return row.inProgress ? IN_PROGRESS : 0;
    }

    static int bookState(RowDraft row) {
        BookState state = Objects.requireNonNull(row.state, "a row of the books without a state");
        Kind kind =
                switch (state) {
                    case OrderState _ -> Kind.PAYMENT;
                    case RefundState _ -> Kind.REFUND;
                };
        if (kind != row.kind) {
            throw new IllegalArgumentException(row.kind + " in state " + state);
        }
        return switch (state) {
            case OrderState order -> ORDERS + order.ordinal();
            case RefundState refund -> REFUNDS + refund.ordinal();
        };
    }

    /** Three letters in 15 bits. */
    static int currencyCode(Currency currency) {
        String code = currency.getCurrencyCode();
        int packed = 0;
        for (int i = 0; i < code.length(); i++) {
            packed = packed * LETTERS + code.charAt(i) - 'A';
        }
        if (code.length() != 3 || !code(packed).equals(code)) {
            throw new IllegalArgumentException(code + " is not three letters");
        }
        return packed;
    }

    private static String code(int packed) {
        return new String(
                new char[] {
                    (char) ('A' + packed / (LETTERS * LETTERS)),
                    (char) ('A' + packed / LETTERS % LETTERS),
                    (char) ('A' + packed % LETTERS)
                });
    }

    /** What the join has found out about a row that it holds: it is plain, unless left too. */
    static final long PAIRED = 1L << 62;

    /** It is not plain. */
    static final long LEFT = 1L << 63;

    /** It is not plain, and its key has more rows than one on a side, or is asked for. */
    static final long SEVERAL = LEFT | 1L << 61;

    /** It is not plain, and has been told by itself. */
    static final long TOLD = LEFT | 1L << 60;

    /** The books have a row of its key that takes no part. */
    static final long NAMED = 1L << 59;

    static final long MARKS = SEVERAL | TOLD | PAIRED | NAMED;

    static void mark(byte[] rows, int at, long mark) {
        Words.putLong(rows, at, Words.getLong(rows, at) | mark);
    }

    static long head(byte[] rows, int at) {
        return Words.getLong(rows, at);
    }

    static int length(long head) {
        return (int) (head & LENGTH);
    }

    /** Kind and basis: what a key is beside its bytes. */
    static int keySalt(long head) {
        return (int) (head >>> KIND) & 3;
    }

    static Kind kind(long head) {
        return KINDS[(int) (head >>> KIND) & 1];
    }

    static EntryKey.Basis basis(long head) {
        return BASES[(int) (head >>> (KIND + 1)) & 1];
    }

    /** Whether it is a payment whose key is its transaction id. */
    static boolean paymentById(long head) {
        return kind(head) == Kind.PAYMENT
                && basis(head) == EntryKey.Basis.ID
                && (head >>> TRANSACTION_ID & 3) == KEY;
    }

    static boolean inProgress(long head) {
        return state(head) == IN_PROGRESS;
    }

    private static int state(long head) {
        return (int) (head >>> STATE) & 0xf;
    }

    static @Nullable BookState bookState(long head) {
        int state = state(head);
        return state >= REFUNDS
                ? REFUND_STATES[state - REFUNDS]
                : state >= ORDERS ? ORDER_STATES[state - ORDERS] : null;
    }

    /** A set of the states that are booked, a bit for each. */
    private static final int BOOKED = booked();

    private static int booked() {
        int states = 0;
        for (OrderState state : ORDER_STATES) {
            states |= state.booked() ? 1 << (ORDERS + state.ordinal()) : 0;
        }
        for (RefundState state : REFUND_STATES) {
            states |= state.booked() ? 1 << (REFUNDS + state.ordinal()) : 0;
        }
        return states;
    }

    static boolean booked(long head) {
        return (BOOKED >>> state(head) & 1) != 0;
    }

    static boolean otherAccount(long head) {
        return (head >>> ACCOUNT & 1) != 0;
    }

    static boolean timed(long head) {
        return timeForm(head) != 0;
    }

    private static int timeForm(long head) {
        return (int) (head >>> TIME) & 3;
    }

    /** What a tally counts by; the kind is in its lowest bit. */
    static int kindAndCurrency(long head) {
        return (int) (head >>> CURRENCY & 0x7fff) << 1 | ((int) (head >>> KIND) & 1);
    }

    static int kindAndCurrency(Kind kind, int currency) {
        return currency << 1 | kind.ordinal();
    }

    static Kind kind(int kindAndCurrency) {
        return KINDS[kindAndCurrency & 1];
    }

    static Currency currency(int kindAndCurrency) {
        int code = kindAndCurrency >>> 1;
        Currency currency = CURRENCIES[code];
        if (currency == null) {
            currency = Currency.getInstance(code(code));
            CURRENCIES[code] = currency;
        }
        return currency;
    }

    static int keyEnd(byte[] rows, int at) {
        return Packing.end(rows, at + HEAD);
    }

    static long minor(byte[] rows, long head, int keyEnd) {
        return wide(head) ? Words.getLong(rows, keyEnd) : Words.getInt(rows, keyEnd);
    }

    private static boolean wide(long head) {
        return (head >>> AMOUNT & 1) != 0;
    }

    private static int timeAt(long head, int keyEnd) {
        return keyEnd + (wide(head) ? Long.BYTES : Integer.BYTES);
    }

    static long second(byte[] rows, long head, int keyEnd) {
        int at = timeAt(head, keyEnd);
        return timeForm(head) == 3
                ? Words.getLong(rows, at)
                : Integer.toUnsignedLong(Words.getInt(rows, at));
    }

    static int nano(byte[] rows, long head, int keyEnd) {
        int form = timeForm(head);
        return form < 2
                ? 0
                : Words.getInt(
                        rows, timeAt(head, keyEnd) + (form == 2 ? Integer.BYTES : Long.BYTES));
    }

    private static int numberAt(long head, int keyEnd) {
        int form = timeForm(head);
        return timeAt(head, keyEnd) + (form == 3 ? 12 : 4 * form);
    }

    static long number(byte[] rows, long head, int keyEnd) {
        int at = numberAt(head, keyEnd);
        return switch ((int) (head >>> NUMBER) & 3) {
            case 0 -> -1;
            case 1 -> Byte.toUnsignedLong(rows[at]);
            case 2 -> Integer.toUnsignedLong(Words.getInt(rows, at));
            default -> Words.getLong(rows, at);
        };
    }

    private static int idsAt(long head, int keyEnd) {
        int form = (int) (head >>> NUMBER) & 3;
        return numberAt(head, keyEnd) + (form == 0 ? 0 : form == 1 ? 1 : form == 2 ? 4 : 8);
    }

    /** Where the packed id stands, -1 when it is empty. */
    static int transactionId(byte[] rows, int at, long head, int keyEnd) {
        return id(rows, at, head, keyEnd, TRANSACTION_ID);
    }

    static int orderNo(byte[] rows, int at, long head, int keyEnd) {
        return id(rows, at, head, keyEnd, ORDER_NO);
    }

    static int refundNo(byte[] rows, int at, long head, int keyEnd) {
        return id(rows, at, head, keyEnd, REFUND_NO);
    }

    static int providerRefundId(byte[] rows, int at, long head, int keyEnd) {
        return id(rows, at, head, keyEnd, PROVIDER_REFUND_ID);
    }

    /** Only of rows that have {@link #otherAccount}. */
    static int account(byte[] rows, long head, int keyEnd) {
        return own(rows, head, keyEnd, ACCOUNT);
    }

    private static int id(byte[] rows, int at, long head, int keyEnd, int which) {
        int form = (int) (head >>> which) & 3;
        return form == 0 ? -1 : form == KEY ? at + HEAD : own(rows, head, keyEnd, which);
    }

    private static int own(byte[] rows, long head, int keyEnd, int which) {
        int to = idsAt(head, keyEnd);
        for (int before = TRANSACTION_ID; before < which; before += 2) {
            if ((head >>> before & 3) == OWN) {
                to = Packing.end(rows, to);
            }
        }
        return to;
    }
}
