package dev.tplus1.diff;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BookState;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Currency;
import java.util.Objects;

/**
 * One row in the making, of either side: filled in by a reader, added to a {@link Spool}, reused
 * for the next row. Ids are slices {@code [from, to)} of UTF-8 in somebody's array, which must not
 * change before the row is added; an absent id is empty. Whatever a setter has set stays until it
 * is set again or {@link #clear} is called. Not thread-safe.
 */
public final class RowDraft {
    private static final byte[] NOTHING = {};

    Kind kind = Kind.PAYMENT;
    EntryKey.Basis basis = EntryKey.Basis.ID;
    byte[] key = NOTHING;
    int keyFrom;
    int keyTo;
    byte[] transactionId = NOTHING;
    int transactionIdFrom;
    int transactionIdTo;
    byte[] orderNo = NOTHING;
    int orderNoFrom;
    int orderNoTo;
    byte[] refundNo = NOTHING;
    int refundNoFrom;
    int refundNoTo;
    byte[] providerRefundId = NOTHING;
    int providerRefundIdFrom;
    int providerRefundIdTo;
    byte[] account = NOTHING;
    int accountFrom;
    int accountTo;
    long minor;
    @Nullable Currency currency;
    boolean timed;
    long second;
    int nano;
    boolean inProgress;
    long line;
    @Nullable BookState state;
    long version;

    public RowDraft() {
        clear();
    }

    /** An empty payment: no ids, no amount, no time, line 0, no state, version -1. */
    public RowDraft clear() {
        kind = Kind.PAYMENT;
        basis = EntryKey.Basis.ID;
        keyTo = keyFrom;
        transactionIdTo = transactionIdFrom;
        orderNoTo = orderNoFrom;
        refundNoTo = refundNoFrom;
        providerRefundIdTo = providerRefundIdFrom;
        accountTo = accountFrom;
        minor = 0;
        currency = null;
        timed = false;
        second = 0;
        nano = 0;
        inProgress = false;
        line = 0;
        state = null;
        version = -1;
        return this;
    }

    public RowDraft kind(Kind newKind) {
        kind = newKind;
        return this;
    }

    public RowDraft basis(EntryKey.Basis newBasis) {
        basis = newBasis;
        return this;
    }

    /** The key's value; best the very slice that the id has which it is made of. */
    public RowDraft key(byte[] bytes, int from, int to) {
        key = bytes;
        keyFrom = from;
        keyTo = to;
        return this;
    }

    public RowDraft transactionId(byte[] bytes, int from, int to) {
        transactionId = bytes;
        transactionIdFrom = from;
        transactionIdTo = to;
        return this;
    }

    public RowDraft orderNo(byte[] bytes, int from, int to) {
        orderNo = bytes;
        orderNoFrom = from;
        orderNoTo = to;
        return this;
    }

    public RowDraft refundNo(byte[] bytes, int from, int to) {
        refundNo = bytes;
        refundNoFrom = from;
        refundNoTo = to;
        return this;
    }

    public RowDraft providerRefundId(byte[] bytes, int from, int to) {
        providerRefundId = bytes;
        providerRefundIdFrom = from;
        providerRefundIdTo = to;
        return this;
    }

    /** Books only. Empty, or its very name: the account that is reconciled. */
    public RowDraft account(byte[] bytes, int from, int to) {
        account = bytes;
        accountFrom = from;
        accountTo = to;
        return this;
    }

    /** The amount in minor units. */
    public RowDraft amount(long newMinor, Currency newCurrency) {
        minor = newMinor;
        currency = newCurrency;
        return this;
    }

    /** The instant in seconds since 1970, UTC, and the nanoseconds after it. */
    public RowDraft time(long newSecond, int newNano) {
        timed = true;
        second = newSecond;
        nano = newNano;
        return this;
    }

    /** Unbooked rows of the books may have none; a statement's row always has one. */
    public RowDraft noTime() {
        timed = false;
        return this;
    }

    /** Statements only. */
    public RowDraft inProgress(boolean newInProgress) {
        inProgress = newInProgress;
        return this;
    }

    /** Statements only. */
    public RowDraft line(long newLine) {
        line = newLine;
        return this;
    }

    /** Books only, where every row has one. */
    public RowDraft state(BookState newState) {
        state = newState;
        return this;
    }

    /** Books only; -1 where they do not tell one. */
    public RowDraft version(long newVersion) {
        version = newVersion;
        return this;
    }

    /** Sets key and basis from the kind, the ids and the time that are set. */
    public RowDraft keyed(KeyRule rule) {
        if (kind == Kind.REFUND) {
            return key(
                    rule.refund(
                            text(orderNo, orderNoFrom, orderNoTo),
                            text(transactionId, transactionIdFrom, transactionIdTo),
                            text(refundNo, refundNoFrom, refundNoTo),
                            text(providerRefundId, providerRefundIdFrom, providerRefundIdTo),
                            timed ? Instant.ofEpochSecond(second, nano) : null));
        }
        // the same under every rule, and without a String for each payment
        if (transactionIdFrom == transactionIdTo) {
            basis = EntryKey.Basis.ORDER;
            return key(orderNo, orderNoFrom, orderNoTo);
        }
        basis = EntryKey.Basis.ID;
        return key(transactionId, transactionIdFrom, transactionIdTo);
    }

    /** The key that is set. */
    public EntryKey entryKey() {
        return new EntryKey(kind, basis, text(key, keyFrom, keyTo));
    }

    /**
     * The entry of the books that is set.
     *
     * @param reconciled whose it is where no account is set
     */
    public BookEntry bookEntry(String reconciled) {
        String name = text(account, accountFrom, accountTo);
        return new BookEntry(
                entryKey(),
                text(transactionId, transactionIdFrom, transactionIdTo),
                text(orderNo, orderNoFrom, orderNoTo),
                text(refundNo, refundNoFrom, refundNoTo),
                text(providerRefundId, providerRefundIdFrom, providerRefundIdTo),
                new Money(minor, Objects.requireNonNull(currency)),
                Objects.requireNonNull(state),
                timed ? Instant.ofEpochSecond(second, nano) : null,
                name.isEmpty() ? reconciled : name,
                version);
    }

    /** Everything of a statement's entry but its raw bytes. */
    public RowDraft of(StatementEntry entry) {
        clear();
        ids(
                entry.key(),
                entry.transactionId(),
                entry.orderNo(),
                entry.refundNo(),
                entry.providerRefundId());
        amount(entry.amount().minor(), entry.amount().currency());
        Instant time = entry.time();
        time(time.getEpochSecond(), time.getNano());
        return inProgress(entry.inProgress()).line(entry.line());
    }

    /** Everything of an entry of the books. */
    public RowDraft of(BookEntry entry) {
        clear();
        ids(
                entry.key(),
                entry.transactionId(),
                entry.orderNo(),
                entry.refundNo(),
                entry.providerRefundId());
        byte[] name = bytes(entry.account());
        account(name, 0, name.length);
        amount(entry.amount().minor(), entry.amount().currency());
        Instant time = entry.time();
        if (time != null) {
            time(time.getEpochSecond(), time.getNano());
        }
        return state(entry.state()).version(entry.version());
    }

    RowDraft key(EntryKey entryKey) {
        kind = entryKey.kind();
        basis = entryKey.basis();
        byte[] value = bytes(entryKey.value());
        return key(value, 0, value.length);
    }

    private void ids(
            EntryKey entryKey,
            String newTransactionId,
            String newOrderNo,
            String newRefundNo,
            String newProviderRefundId) {
        key(entryKey);
        byte[] id = bytes(newTransactionId);
        transactionId(id, 0, id.length);
        id = bytes(newOrderNo);
        orderNo(id, 0, id.length);
        id = bytes(newRefundNo);
        refundNo(id, 0, id.length);
        id = bytes(newProviderRefundId);
        providerRefundId(id, 0, id.length);
    }

    /** The id as UTF-8; half a surrogate pair, which that cannot write, is refused. */
    static byte[] bytes(String id) {
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        // the encoder writes a question mark for what it cannot write
        if (id.chars().anyMatch(c -> Character.isSurrogate((char) c))
                && !text(bytes, 0, bytes.length).equals(id)) {
            throw new IllegalArgumentException("an id has half a character");
        }
        return bytes;
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
