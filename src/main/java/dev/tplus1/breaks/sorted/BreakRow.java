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
import java.util.Currency;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A break as {@link PackedBreak} writes it, its fields read where they stand: of millions no text
 * becomes an object. It shows one break after the other, so nobody keeps it. Ugly on purpose. One
 * thread.
 */
@SuppressWarnings("EnumOrdinal") // nobody but this process writes them
public final class BreakRow {
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Eight bytes, the first of them the lowest. */
    private static final VarHandle FIRST_LOWEST =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The lowest bit of each byte of a long, and the highest. */
    private static final long ONES = 0x0101010101010101L;

    private static final long HIGHEST = 0x8080808080808080L;

    private static final Kind[] KINDS = Kind.values();
    private static final EntryKey.Basis[] BASES = EntryKey.Basis.values();
    private static final Action[] ACTIONS = Action.values();
    private static final Status[] STATES = Status.values();
    private static final BreakType[] TYPES = BreakType.values();
    private static final Text[] TEXTS = Text.values();

    private static final byte[][] KIND_NAMES = names(KINDS);
    private static final byte[][] BASIS_NAMES = names(BASES);
    private static final byte[][] TYPE_NAMES = names(TYPES);

    private final int[] from = new int[TEXTS.length];
    private final int[] to = new int[TEXTS.length];
    private @Nullable PackedBreak whose;
    private byte[] account = new byte[0];
    private byte[] date = new byte[0];
    private BreakIdentity.@Nullable Hashing hashing;
    private @Nullable Break unpacked;
    private @Nullable Currency lastCurrency;
    private int lastCode;
    private byte[] plain = new byte[64];

    private byte[] bytes = new byte[0];
    private int start;
    private int at;
    private boolean located;
    private Kind kind = Kind.PAYMENT;
    private BreakType type = BreakType.UNKNOWN_ORDER;
    private Action action = Action.ALERT;
    private Status status = Status.OPEN;
    private @Nullable Money statementAmount;
    private @Nullable Money ledgerAmount;
    private int statementTime;
    private int ledgerTime;
    private int note;

    /** The texts of a break. */
    public enum Text {
        TRANSACTION_ID,
        ORDER_NO,
        REFUND_NO,
        NOTE
    }

    private static byte[][] names(Enum<?>[] of) {
        return Stream.of(of)
                .map(each -> each.name().getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    /** Shows what begins there. */
    void show(PackedBreak packedBy, byte[] packed, int place) {
        unpacked = null;
        if (!packedBy.packsTheSameAs(whose)) {
            whose = packedBy;
            account = packedBy.account().getBytes(StandardCharsets.UTF_8);
            date = packedBy.date().toString().getBytes(StandardCharsets.US_ASCII);
        }
        bytes = packed;
        start = place;
        located = false;
        at = PackedBreak.from(place);
        type = PackedBreak.BY_NAME[next()];
        kind = KINDS[next()];
        at = PackedBreak.to(packed, place) + 1;
        if (next() == PackedBreak.ITS_OWN) {
            at = end(at) + 1;
        }
        at++;
        action = ACTIONS[next()];
        status = STATES[next()];
        statementAmount = money();
        ledgerAmount = money();
        statementTime = at;
        skipTime();
        ledgerTime = at;
        skipTime();
        note = at;
    }

    /** The same of a break that is there. */
    void show(Break each, PackedBreak packedBy, byte[] packed) {
        show(packedBy, packed, 0);
        unpacked = each;
    }

    public BreakType type() {
        return type;
    }

    public Kind kind() {
        return kind;
    }

    public Action action() {
        return action;
    }

    public Status status() {
        return status;
    }

    public @Nullable Money statementAmount() {
        return statementAmount;
    }

    public @Nullable Money ledgerAmount() {
        return ledgerAmount;
    }

    public @Nullable Instant statementTime() {
        return time(statementTime);
    }

    public @Nullable Instant ledgerTime() {
        return time(ledgerTime);
    }

    /** From 1; 0 for an entry that only the books have. */
    public long statementLine() {
        return (long) LONG.get(bytes, PackedBreak.to(bytes, start) - Integer.BYTES - Long.BYTES);
    }

    /** No more bytes than this are in all of its texts. */
    public int bound() {
        return length();
    }

    /** Whether a text is this one, in UTF-8. */
    public boolean has(Text text, byte[] other) {
        locate();
        int first = from[text.ordinal()];
        if (to[text.ordinal()] - first != other.length) {
            return false;
        }
        for (int i = 0; i < other.length; i++) {
            if ((byte) (bytes[first + i] - 1) != other[i]) {
                return false;
            }
        }
        return true;
    }

    /** Writes a text there, in UTF-8, where there is room for it; where it ends. */
    public int put(Text text, byte[] into, int place) {
        locate();
        return plain(from[text.ordinal()], to[text.ordinal()], into, place);
    }

    /** Writes its id there, 8 bytes; where it ends. */
    public int putId(byte[] into, int place) {
        BreakIdentity.Hashing hash = hashing;
        if (hash == null) {
            hash = new BreakIdentity.Hashing();
            hashing = hash;
        }
        locate();
        hash.begin();
        hash.part(account);
        hash.part(date);
        at = PackedBreak.to(bytes, start);
        hash.part(KIND_NAMES[kind.ordinal()]);
        hash.part(BASIS_NAMES[next()]);
        int holder = next();
        if (holder == PackedBreak.ITS_OWN) {
            int end = end(at);
            hash.part(bytes, at, end, 1);
            at = end + 1;
        } else {
            int text = holder(holder).ordinal();
            hash.part(bytes, from[text], to[text], 1);
        }
        hash.part(TYPE_NAMES[next()]);
        hash.part(occurrence());
        hash.end();
        return hash.id(into, place);
    }

    private byte[] occurrence() {
        int number = (int) INT.get(bytes, PackedBreak.to(bytes, start) - Integer.BYTES);
        return Integer.toString(number).getBytes(StandardCharsets.US_ASCII);
    }

    /** The break itself, to keep. */
    public Break unpacked() {
        PackedBreak by = whose;
        if (unpacked != null || by == null) {
            return Objects.requireNonNull(unpacked, "no break is shown");
        }
        locate();
        at = PackedBreak.to(bytes, start);
        EntryKey.Basis basis = BASES[next()];
        int holder = next();
        String own = holder == PackedBreak.ITS_OWN ? text(at, end(at)) : "";
        String transactionId = text(Text.TRANSACTION_ID);
        String orderNo = text(Text.ORDER_NO);
        String refundNo = text(Text.REFUND_NO);
        String value =
                switch (holder) {
                    case PackedBreak.TRANSACTION_ID -> transactionId;
                    case PackedBreak.ORDER_NO -> orderNo;
                    case PackedBreak.REFUND_NO -> refundNo;
                    default -> own;
                };
        at = holder == PackedBreak.ITS_OWN ? end(at) + 1 : at;
        BreakType first = TYPES[next()];
        int occurrence = (int) INT.get(bytes, PackedBreak.to(bytes, start) - Integer.BYTES);
        return new Break(
                new BreakIdentity(
                        by.account(),
                        by.date(),
                        new EntryKey(kind, basis, value),
                        first,
                        occurrence),
                type,
                action,
                status,
                transactionId,
                orderNo,
                refundNo,
                statementAmount,
                ledgerAmount,
                statementTime(),
                ledgerTime(),
                statementLine(),
                text(Text.NOTE));
    }

    /** How many bytes it is packed in. */
    int length() {
        return PackedBreak.length(bytes, start);
    }

    /** Whose it is, to show a copy of its bytes by. */
    PackedBreak whose() {
        return Objects.requireNonNull(whose);
    }

    /** Copies its bytes there. */
    void copy(byte[] into, int place) {
        System.arraycopy(bytes, start, into, place, length());
    }

    private static Text holder(int holder) {
        return switch (holder) {
            case PackedBreak.TRANSACTION_ID -> Text.TRANSACTION_ID;
            case PackedBreak.ORDER_NO -> Text.ORDER_NO;
            case PackedBreak.REFUND_NO -> Text.REFUND_NO;
            default -> throw new IllegalStateException("no text holds a key at " + holder);
        };
    }

    /** Finds the texts, which not everybody reads. */
    private void locate() {
        if (located) {
            return;
        }
        int place = PackedBreak.from(start) + 2;
        for (int i = 0; i < TEXTS.length; i++) {
            place = i == Text.NOTE.ordinal() ? note : place;
            from[i] = place;
            to[i] = end(place);
            place = to[i] + 1;
        }
        located = true;
    }

    /** The place of the next zero, looked for in eight bytes at a time. */
    private int end(int text) {
        int end = text;
        for (; end <= bytes.length - Long.BYTES; end += Long.BYTES) {
            long eight = (long) FIRST_LOWEST.get(bytes, end);
            // the lowest of the marks is right, whatever the borrowing makes of those above it
            long zeros = (eight - ONES) & ~eight & HIGHEST;
            if (zeros != 0) {
                return end + Long.numberOfTrailingZeros(zeros) / Byte.SIZE;
            }
        }
        while (bytes[end] != 0) {
            end++;
        }
        return end;
    }

    private int plain(int first, int end, byte[] into, int place) {
        int length = end - first;
        for (int i = 0; i < length; i++) {
            into[place + i] = (byte) (bytes[first + i] - 1);
        }
        return place + length;
    }

    private String text(Text text) {
        return text(from[text.ordinal()], to[text.ordinal()]);
    }

    private String text(int first, int end) {
        int length = end - first;
        if (length == 0) {
            return "";
        }
        if (plain.length < length) {
            plain = new byte[2 * length];
        }
        plain(first, end, plain, 0);
        return new String(plain, 0, length, StandardCharsets.UTF_8);
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
        long minor = (long) LONG.get(bytes, at);
        at += Long.BYTES;
        return new Money(minor, currency);
    }

    private void skipTime() {
        at += bytes[at] == 0 ? 1 : 1 + Long.BYTES + Integer.BYTES;
    }

    private @Nullable Instant time(int place) {
        return bytes[place] == 0
                ? null
                : Instant.ofEpochSecond(
                        (long) LONG.get(bytes, place + 1),
                        (int) INT.get(bytes, place + 1 + Long.BYTES));
    }

    private int next() {
        return bytes[at++] & 0xff;
    }
}
