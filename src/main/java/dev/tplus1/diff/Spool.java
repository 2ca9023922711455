package dev.tplus1.diff;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.diff.scratch.ScratchException;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Currency;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * One side's rows, packed, in memory while they are few and in a temporary file from then on, in
 * memory that does not grow with their number. One thread adds; whoever reads does so after that,
 * with what it added visible to it. Close it to give its file back.
 *
 * @param <E> what the side's rows are as objects
 */
public final class Spool<E> implements AutoCloseable {
    /** A row as an object takes up to so many times its packed bytes. */
    private static final int UNPACKED = 16;

    private final Tuning tuning;
    private final Scratch scratch;
    private final Partitions partitions;
    private final Entries<E> entries;
    private final byte[] account;
    private final Tally tally = new Tally();
    private @Nullable Currency lastCurrency;
    private int lastCode;
    private long rows;

    /**
     * How rows are spread and joined; tests make everything small, or everything alike.
     *
     * @param partitions a power of two
     * @param block bytes of a partition in memory, and of a block in the file
     * @param budget the most bytes that joining one partition may take, tables too
     * @param fanout into how many a larger one is split
     * @param hashMask which bits of a hash count when joining
     */
    record Tuning(int partitions, int block, long budget, int fanout, long hashMask) {
        static final Tuning BEST = new Tuning(512, 16 << 10, 64L << 20, 16, -1L);
    }

    private Spool(Scratch scratch, Tuning tuning, Entries<E> entries, byte[] account) {
        this.tuning = tuning;
        this.scratch = scratch;
        this.partitions = new Partitions(scratch, tuning.partitions, tuning.block);
        this.entries = entries;
        this.account = account;
    }

    /** An empty spool for a statement's counted rows. */
    public static Spool<StatementEntry> ofStatement(Scratch scratch) {
        return ofStatement(scratch, Tuning.BEST);
    }

    static Spool<StatementEntry> ofStatement(Scratch scratch, Tuning tuning) {
        return new Spool<>(scratch, tuning, Entries.OF_STATEMENT, new byte[0]);
    }

    /** An empty spool for rows of the books, in any state, of any day and account. */
    public static Spool<BookEntry> ofBooks(Scratch scratch, String account) {
        return ofBooks(scratch, account, Tuning.BEST);
    }

    static Spool<BookEntry> ofBooks(Scratch scratch, String account, Tuning tuning) {
        return new Spool<>(scratch, tuning, Entries.ofBooks(account), RowDraft.bytes(account));
    }

    /**
     * Adds a row; the draft may be reused.
     *
     * @throws IllegalArgumentException for an id of more than 65,535 bytes, an amount without
     *     currency, a statement's row without time, a state that its kind cannot have
     * @throws ScratchException when the temporary folder cannot take it
     */
    public void add(RowDraft row) {
        Currency currency = row.currency;
        if (currency == null || currency != lastCurrency) {
            lastCode = code(currency);
            lastCurrency = currency;
        }
        int state = entries.state(row);
        long number = entries.number(row);
        int bound = RowWriter.bound(row);
        int salt = PackedRow.keySalt(row);
        long hash = Words.hash(row.key, row.keyFrom, row.keyTo, salt);
        int which = (int) (hash >>> 40) & tuning.partitions - 1;
        byte[] out = partitions.room(bound);
        partitions.added(
                which,
                RowWriter.write(row, state, lastCode, number, ofOther(row), out, partitions.end()));
        tally.add(PackedRow.kindAndCurrency(row.kind, lastCode), row.minor);
        rows++;
    }

    private static int code(@Nullable Currency currency) {
        if (currency == null) {
            throw new IllegalArgumentException("an amount without currency");
        }
        return PackedRow.currencyCode(currency);
    }

    private boolean ofOther(RowDraft row) {
        return row.accountFrom < row.accountTo
                && !Arrays.equals(
                        row.account, row.accountFrom, row.accountTo, account, 0, account.length);
    }

    public long rows() {
        return rows;
    }

    /**
     * All rows, whatever their state, account and time, counted and summed by kind and currency, in
     * that order.
     *
     * @throws Total.TooLargeException when a sum does not fit a long
     */
    public List<Total> totals() {
        return tally.totals();
    }

    /**
     * The payments and refunds that name one of the transactions, the payments of one of the orders
     * and the refunds with one of the numbers: each row once, in a fixed order. All rows are read
     * for it, so ask for everything at once.
     */
    public List<E> find(
            Collection<String> transactionIds,
            Collection<String> orderNos,
            Collection<String> refundNos,
            int threads) {
        return Lookup.scan(
                this, new Lookup.Wanted(transactionIds, List.of(), orderNos, refundNos), threads);
    }

    /**
     * The same, and of some transactions the refunds alone.
     *
     * @param returnedIds these transactions
     */
    public List<E> findWithReturns(
            Collection<String> returnedIds,
            Collection<String> transactionIds,
            Collection<String> orderNos,
            int threads) {
        return Lookup.scan(
                this, new Lookup.Wanted(transactionIds, returnedIds, orderNos, List.of()), threads);
    }

    /** Shows every row of a kind, in no particular order. */
    public void each(Kind kind, Consumer<E> sink) {
        Partitions settled = partitions();
        for (int i = 0; i < settled.count(); i++) {
            settled.get(i)
                    .each((packed, from, to) -> {
                        for (int at = from; at < to; ) {
                            long head = PackedRow.head(packed, at);
                            if (PackedRow.kind(head) == kind) {
                                sink.accept(entries.read(packed, at));
                            }
                            at += PackedRow.length(head);
                        }
                    });
        }
    }

    /**
     * Shows the rows of two spools side by side, some at a time, in no particular order: all rows
     * of a key come in one call. So many are shown at once as the tuning's budget has room for,
     * unless one key alone has more.
     *
     * @param sink takes the rows of either side; the lists are its own
     */
    public static <E> void beside(Spool<E> one, Spool<E> other, BiConsumer<List<E>, List<E>> sink) {
        if (!one.tuning.equals(other.tuning)) {
            throw new IllegalArgumentException("the sides are not spread alike");
        }
        Partitions ones = one.partitions();
        Partitions others = other.partitions();
        for (int i = 0; i < ones.count(); i++) {
            one.beside(ones.get(i), others.get(i), 0, sink);
        }
    }

    private void beside(
            Partitions.Partition one,
            Partitions.Partition other,
            int level,
            BiConsumer<List<E>, List<E>> sink) {
        long rowsOfBoth = one.rows() + other.rows();
        long packed = one.bytes() + other.bytes();
        if (packed * UNPACKED <= tuning.budget || level == Join.DEEPEST) {
            if (rowsOfBoth > 0) {
                sink.accept(read(one), read(other));
            }
            return;
        }
        try (Partitions some = one.split(tuning, level);
                Partitions beside = other.split(tuning, level)) {
            for (int i = 0; i < tuning.fanout; i++) {
                Partitions.Partition part = some.get(i);
                Partitions.Partition partBeside = beside.get(i);
                boolean whole = part.rows() + partBeside.rows() == rowsOfBoth;
                beside(part, partBeside, whole ? Join.DEEPEST : level + 1, sink);
            }
        }
    }

    private List<E> read(Partitions.Partition partition) {
        List<E> all = new ArrayList<>(Math.toIntExact(partition.rows()));
        partition.each((packed, from, to) -> {
            for (int at = from; at < to; at += PackedRow.length(PackedRow.head(packed, at))) {
                all.add(entries.read(packed, at));
            }
        });
        return all;
    }

    @Override
    public void close() {
        partitions.close();
    }

    /** An empty spool with the same partitions, for keys alone. */
    Spool<EntryKey> forKeys() {
        return new Spool<>(scratch, tuning, Entries.OF_KEYS, new byte[0]);
    }

    /** All that has been added, to be read. */
    Partitions partitions() {
        partitions.settle();
        return partitions;
    }

    Entries<E> entries() {
        return entries;
    }

    Scratch scratch() {
        return scratch;
    }

    Tuning tuning() {
        return tuning;
    }
}
