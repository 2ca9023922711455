package dev.tplus1.breaks.sorted;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakIdentity;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Breaks of one account and date as bytes, one behind the other: the length, the length of what
 * orders them, that, and the rest. What orders them compares byte by byte, unsigned, as {@link
 * Break#REPORT_ORDER} compares breaks, but for its last word, the id, which takes a hash to make.
 * Written here, read by {@link BreakRow}. Ugly on purpose. One thread.
 */
@SuppressWarnings("EnumOrdinal") // nobody but this process reads them
final class PackedBreak {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Before what orders a break: two lengths. */
    static final int HEAD = 2 * Integer.BYTES;

    /** All but the texts of a break, at most. */
    private static final int FIXED = 128;

    /** The most bytes that a char makes. */
    private static final int WIDEST = 3;

    /** A type is its place among them. */
    static final BreakType[] BY_NAME =
            Stream.of(BreakType.values())
                    .sorted(Comparator.comparing(BreakType::name))
                    .toArray(BreakType[]::new);

    private static final byte[] RANKS = ranks();

    /** Where a key's value stands. */
    static final int ITS_OWN = 0;

    static final int TRANSACTION_ID = 1;
    static final int ORDER_NO = 2;
    static final int REFUND_NO = 3;

    private final String account;
    private final LocalDate date;

    private byte[] bytes = new byte[0];
    private int at;

    PackedBreak(String account, LocalDate date) {
        this.account = account;
        this.date = date;
    }

    /** Whether both pack breaks of one account and date, whoever added them. */
    boolean packsTheSameAs(@Nullable PackedBreak other) {
        return other != null && account.equals(other.account) && date.equals(other.date);
    }

    /** Whether it is of this account and date. */
    boolean packs(BreakIdentity identity) {
        return identity.account().equals(account) && identity.date().equals(date);
    }

    String account() {
        return account;
    }

    LocalDate date() {
        return date;
    }

    private static byte[] ranks() {
        byte[] ranks = new byte[BY_NAME.length];
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
        if (!packs(identity)) {
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

    private void putTime(@Nullable Instant time) {
        put(time == null ? 0 : 1);
        if (time != null) {
            putLong(time.getEpochSecond());
            putInt(time.getNano());
        }
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

    private void put(int value) {
        bytes[at++] = (byte) value;
    }

    private void putInt(int value) {
        INT.set(bytes, at, value);
        at += Integer.BYTES;
    }

    private void putLong(long value) {
        LONG.set(bytes, at, value);
        at += Long.BYTES;
    }
}
