package dev.tplus1.breaks.sorted;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakIdentity;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Currency;

/**
 * Breaks of one account and date as bytes, one behind the other: the length, the length of what
 * orders them, that, and the rest. What orders them compares byte by byte, unsigned, as {@link
 * Break#REPORT_ORDER} compares breaks, but for its last word, the id, which takes a hash to make.
 * Ugly on purpose. One thread.
 */
@SuppressWarnings("EnumOrdinal") // nobody but this process reads them
final class PackedBreak {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Before what orders a break: two lengths. */
    private static final int HEAD = 2 * Integer.BYTES;

    /** All but the texts of a break, at most. */
    private static final int FIXED = 128;

    /** The most bytes that a char makes. */
    private static final int WIDEST = 3;

    private static final Kind[] KINDS = Kind.values();
    private static final EntryKey.Basis[] BASES = EntryKey.Basis.values();
    private static final Action[] ACTIONS = Action.values();
    private static final Status[] STATES = Status.values();
    private static final BreakType[] TYPES = BreakType.values();
    private static final BreakType[] BY_NAME =
            Arrays.stream(TYPES)
                    .sorted(Comparator.comparing(BreakType::name))
                    .toArray(BreakType[]::new);
    private static final byte[] RANKS = ranks();

    /** Where a key's value stands. */
    private static final int ITS_OWN = 0;

    private static final int TRANSACTION_ID = 1;
    private static final int ORDER_NO = 2;
    private static final int REFUND_NO = 3;

    private final String account;
    private final LocalDate date;

    private @Nullable Currency lastCurrency;
    private int lastCode;
    private byte[] plain = new byte[64];
    private byte[] bytes = new byte[0];
    private int at;

    PackedBreak(String account, LocalDate date) {
        this.account = account;
        this.date = date;
    }

    private static byte[] ranks() {
        byte[] ranks = new byte[TYPES.length];
        for (int i = 0; i < BY_NAME.length; i++) {
            ranks[BY_NAME[i].ordinal()] = (byte) i;
        }
        return ranks;
    }

    /** How many bytes a break takes, at most. */
    static int bound(Break each) {
        long chars =
                (long) each.transactionId().length()
                        + each.orderNo().length()
                        + each.refundNo().length()
                        + each.note().length()
                        + each.identity().key().value().length();
        return Math.toIntExact(FIXED + WIDEST * chars);
    }

    static int length(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    /** Where what orders the break begins. */
    static int from(int at) {
        return at + HEAD;
    }

    /** Where what orders the break ends. */
    static int to(byte[] bytes, int at) {
        return at + HEAD + (int) INT.get(bytes, at + Integer.BYTES);
    }

    /** Writes a break where there is room for it; where it ends. */
    int write(Break each, byte[] into, int from) {
        BreakIdentity identity = each.identity();
        if (!identity.account().equals(account) || !identity.date().equals(date)) {
            throw new IllegalArgumentException("a break of another account or date");
        }
        bytes = into;
        at = from + HEAD;
        put(RANKS[each.type().ordinal()]);
        put(identity.key().kind().ordinal());
        putText(each.transactionId());
        putText(each.orderNo());
        putText(each.refundNo());
        putLong(each.statementLine());
        putInt(identity.occurrence());
        INT.set(into, from + Integer.BYTES, at - from - HEAD);
        putKey(each);
        put(identity.type().ordinal());
        put(each.action().ordinal());
        put(each.status().ordinal());
        putMoney(each.statementAmount());
        putMoney(each.ledgerAmount());
        putTime(each.statementTime());
        putTime(each.ledgerTime());
        putText(each.note());
        INT.set(into, from, at - from);
        return at;
    }

    Break read(byte[] from, int start) {
        bytes = from;
        at = start + HEAD;
        BreakType type = BY_NAME[next()];
        Kind kind = KINDS[next()];
        String transactionId = text();
        String orderNo = text();
        String refundNo = text();
        long line = nextLong();
        int occurrence = nextInt();
        EntryKey.Basis basis = BASES[next()];
        String value =
                switch (next()) {
                    case TRANSACTION_ID -> transactionId;
                    case ORDER_NO -> orderNo;
                    case REFUND_NO -> refundNo;
                    default -> text();
                };
        EntryKey key = new EntryKey(kind, basis, value);
        return new Break(
                new BreakIdentity(account, date, key, TYPES[next()], occurrence),
                type,
                ACTIONS[next()],
                STATES[next()],
                transactionId,
                orderNo,
                refundNo,
                money(),
                money(),
                time(),
                time(),
                line,
                text());
    }

    private void putKey(Break each) {
        EntryKey key = each.identity().key();
        put(key.basis().ordinal());
        String value = key.value();
        if (value.equals(each.transactionId())) {
            put(TRANSACTION_ID);
        } else if (value.equals(each.orderNo())) {
            put(ORDER_NO);
        } else if (value.equals(each.refundNo())) {
            put(REFUND_NO);
        } else {
            put(ITS_OWN);
            putText(value);
        }
    }

    private void putMoney(@Nullable Money money) {
        if (money == null) {
            put(0);
        } else {
            put(1);
            String code = money.currency().getCurrencyCode();
            put(code.charAt(0));
            put(code.charAt(1));
            put(code.charAt(2));
            putLong(money.minor());
        }
    }

    private @Nullable Money money() {
        if (next() == 0) {
            return null;
        }
        int code = next() << 16 | next() << 8 | next();
        Currency currency = lastCurrency;
        if (currency == null || code != lastCode) {
            String letters = new String(bytes, at - 3, 3, StandardCharsets.ISO_8859_1);
            currency = Currency.getInstance(letters);
            lastCurrency = currency;
            lastCode = code;
        }
        return new Money(nextLong(), currency);
    }

    private void putTime(@Nullable Instant time) {
        put(time == null ? 0 : 1);
        if (time != null) {
            putLong(time.getEpochSecond());
            putInt(time.getNano());
        }
    }

    private @Nullable Instant time() {
        return next() == 0 ? null : Instant.ofEpochSecond(nextLong(), nextInt());
    }

    /** UTF-8, each byte one more, so that a zero ends it and sorts before all that goes on. */
    private void putText(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            int c = text.charAt(i);
            if (c < 0x80) {
                bytes[at++] = (byte) (c + 1);
            } else if (c < 0x800) {
                put(0xc1 + (c >>> 6));
                put(0x81 + (c & 0x3f));
            } else if (!Character.isSurrogate((char) c)) {
                put(0xe1 + (c >>> 12));
                put(0x81 + (c >>> 6 & 0x3f));
                put(0x81 + (c & 0x3f));
            } else {
                int whole = text.codePointAt(i++);
                if (!Character.isSupplementaryCodePoint(whole)) {
                    throw new IllegalArgumentException("a text has half a character");
                }
                put(0xf1 + (whole >>> 18));
                put(0x81 + (whole >>> 12 & 0x3f));
                put(0x81 + (whole >>> 6 & 0x3f));
                put(0x81 + (whole & 0x3f));
            }
        }
        put(0);
    }

    private String text() {
        int end = at;
        while (bytes[end] != 0) {
            end++;
        }
        int length = end - at;
        if (length == 0) {
            at++;
            return "";
        }
        if (plain.length < length) {
            plain = new byte[2 * length];
        }
        for (int i = 0; i < length; i++) {
            plain[i] = (byte) (bytes[at + i] - 1);
        }
        at = end + 1;
        return new String(plain, 0, length, StandardCharsets.UTF_8);
    }

    private void put(int value) {
        bytes[at++] = (byte) value;
    }

    private int next() {
        return bytes[at++] & 0xff;
    }

    private void putInt(int value) {
        INT.set(bytes, at, value);
        at += Integer.BYTES;
    }

    private int nextInt() {
        int value = (int) INT.get(bytes, at);
        at += Integer.BYTES;
        return value;
    }

    private void putLong(long value) {
        LONG.set(bytes, at, value);
        at += Long.BYTES;
    }

    private long nextLong() {
        long value = (long) LONG.get(bytes, at);
        at += Long.BYTES;
        return value;
    }
}
