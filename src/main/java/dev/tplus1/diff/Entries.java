package dev.tplus1.diff;

import dev.tplus1.diff.pair.Diff;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BookState;
import dev.tplus1.entry.ByteOrder;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Comparator;

/** What the rows of a side are: how drafts of it are packed, and packed rows made objects again. */
abstract class Entries<E> {
    static final Entries<StatementEntry> OF_STATEMENT = new OfStatement();
    static final Entries<EntryKey> OF_KEYS = new OfKeys();

    static Entries<BookEntry> ofBooks(String account) {
        return new OfBooks(account);
    }

    /** The state's code; refuses a draft that is no row of this side. */
    abstract int state(RowDraft row);

    /** The number that this side's rows carry. */
    abstract long number(RowDraft row);

    abstract E read(byte[] rows, int at);

    /** Equal only where no field differs. */
    abstract Comparator<E> order();

    private static final class OfStatement extends Entries<StatementEntry> {
        private static final Comparator<StatementEntry> REST =
                Comparator.comparing(StatementEntry::transactionId, ByteOrder.OF_TEXT)
                        .thenComparing(StatementEntry::orderNo, ByteOrder.OF_TEXT)
                        .thenComparing(StatementEntry::refundNo, ByteOrder.OF_TEXT)
                        .thenComparing(StatementEntry::providerRefundId, ByteOrder.OF_TEXT)
                        .thenComparing(StatementEntry::inProgress);

        /** Nearly all are told by the first half. */
        private static int compare(StatementEntry a, StatementEntry b) {
            int order = Diff.STATEMENT_ORDER.compare(a, b);
            return order == 0 ? REST.compare(a, b) : order;
        }

        @Override
        int state(RowDraft row) {
            if (!row.timed) {
                throw new IllegalArgumentException("a statement's row without a time");
            }
            return PackedRow.statementState(row);
        }

        @Override
        long number(RowDraft row) {
            return row.line;
        }

        @Override
        StatementEntry read(byte[] rows, int at) {
            long head = PackedRow.head(rows, at);
            int keyEnd = PackedRow.keyEnd(rows, at);
            EntryKey key = key(rows, at, head);
            return new StatementEntry(
                    key,
                    id(rows, PackedRow.transactionId(rows, at, head, keyEnd), at, key),
                    id(rows, PackedRow.orderNo(rows, at, head, keyEnd), at, key),
                    id(rows, PackedRow.refundNo(rows, at, head, keyEnd), at, key),
                    id(rows, PackedRow.providerRefundId(rows, at, head, keyEnd), at, key),
                    amount(rows, head, keyEnd),
                    time(rows, head, keyEnd),
                    PackedRow.inProgress(head),
                    PackedRow.number(rows, head, keyEnd),
                    "");
        }

        @Override
        Comparator<StatementEntry> order() {
            return OfStatement::compare;
        }
    }

    private static final class OfBooks extends Entries<BookEntry> {
        private static final Comparator<BookEntry> REST =
                Comparator.comparing(BookEntry::orderNo, ByteOrder.OF_TEXT)
                        .thenComparing(BookEntry::refundNo, ByteOrder.OF_TEXT)
                        .thenComparing(BookEntry::transactionId, ByteOrder.OF_TEXT)
                        .thenComparing(BookEntry::providerRefundId, ByteOrder.OF_TEXT)
                        .thenComparingLong(e -> e.amount().minor())
                        .thenComparing(e -> e.amount().currency().getCurrencyCode())
                        .thenComparing(e -> e.state().name())
                        .thenComparing(BookEntry::account, ByteOrder.OF_TEXT)
                        .thenComparingLong(BookEntry::version);

        /** Nearly all are told by time and key. */
        private static int compare(BookEntry a, BookEntry b) {
            int order = Diff.compareTimeAndKey(a, b);
            return order == 0 ? REST.compare(a, b) : order;
        }

        private final String account;

        OfBooks(String account) {
            this.account = account;
        }

        @Override
        int state(RowDraft row) {
            return PackedRow.bookState(row);
        }

        @Override
        long number(RowDraft row) {
            return row.version;
        }

        @Override
        BookEntry read(byte[] rows, int at) {
            long head = PackedRow.head(rows, at);
            int keyEnd = PackedRow.keyEnd(rows, at);
            EntryKey key = key(rows, at, head);
            return new BookEntry(
                    key,
                    id(rows, PackedRow.transactionId(rows, at, head, keyEnd), at, key),
                    id(rows, PackedRow.orderNo(rows, at, head, keyEnd), at, key),
                    id(rows, PackedRow.refundNo(rows, at, head, keyEnd), at, key),
                    id(rows, PackedRow.providerRefundId(rows, at, head, keyEnd), at, key),
                    amount(rows, head, keyEnd),
                    state(head),
                    PackedRow.timed(head) ? time(rows, head, keyEnd) : null,
                    PackedRow.otherAccount(head)
                            ? Packing.read(rows, PackedRow.account(rows, head, keyEnd))
                            : account,
                    PackedRow.number(rows, head, keyEnd));
        }

        private static BookState state(long head) {
            @Nullable BookState state = PackedRow.bookState(head);
            if (state == null) {
                throw new IllegalStateException("a row of the books without a state");
            }
            return state;
        }

        @Override
        Comparator<BookEntry> order() {
            return OfBooks::compare;
        }
    }

    private static final class OfKeys extends Entries<EntryKey> {
        @Override
        int state(RowDraft row) {
            return 0;
        }

        @Override
        long number(RowDraft row) {
            return -1;
        }

        @Override
        EntryKey read(byte[] rows, int at) {
            return key(rows, at, PackedRow.head(rows, at));
        }

        @Override
        Comparator<EntryKey> order() {
            return Comparator.naturalOrder();
        }
    }

    private static EntryKey key(byte[] rows, int at, long head) {
        return new EntryKey(
                PackedRow.kind(head),
                PackedRow.basis(head),
                Packing.read(rows, at + PackedRow.HEAD));
    }

    /** An id that stands where the key stands is the key's own text. */
    private static String id(byte[] rows, int at, int row, EntryKey key) {
        if (at < 0) {
            return "";
        }
        return at == row + PackedRow.HEAD ? key.value() : Packing.read(rows, at);
    }

    private static Money amount(byte[] rows, long head, int keyEnd) {
        return new Money(
                PackedRow.minor(rows, head, keyEnd),
                PackedRow.currency(PackedRow.kindAndCurrency(head)));
    }

    private static Instant time(byte[] rows, long head, int keyEnd) {
        return Instant.ofEpochSecond(
                PackedRow.second(rows, head, keyEnd), PackedRow.nano(rows, head, keyEnd));
    }
}
