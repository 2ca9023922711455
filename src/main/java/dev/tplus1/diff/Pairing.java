package dev.tplus1.diff;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Set;

/**
 * Both sides of a day joined by key. A key is <em>plain</em> when the statement has it once, the
 * books have booked it once, in the day, amounts and currencies are equal, and so are the order
 * numbers unless one of them is absent. Plain keys are counted, summed and forgotten; of all others
 * every row is left over.
 *
 * <p>Of the books only the rows take part that are booked, of the reconciled account, of a covered
 * kind, and of the widened day [start - grace, end + grace). Those that the statement does not have
 * are left over when they are of the day itself.
 *
 * <p>Neither the order of the rows nor the number of threads changes what comes out.
 *
 * @param plain the plain keys' rows of one side; the other side's are the same
 * @param booked all that takes part and is of the day itself, plain or not
 * @param statement what is left over of the statement, in statement order
 * @param books what is left over of the books, by time and key
 */
public record Pairing(
        List<Total> plain,
        List<Total> booked,
        List<StatementEntry> statement,
        List<BookEntry> books) {
    /**
     * Joins both.
     *
     * @param covers the kinds that the statement lists
     * @param asked keys that are left over even when they are plain
     * @param threads how many work, the caller among them
     * @throws Total.TooLargeException when a sum does not fit a long
     * @throws ScratchException when the temporary folder fails, or is full while a part of the day
     *     that is too large for memory is split
     */
    public static Pairing of(
            Spool<StatementEntry> statement,
            Spool<BookEntry> books,
            BusinessDate day,
            Duration grace,
            Set<Kind> covers,
            Set<EntryKey> asked,
            int threads) {
        if (!statement.tuning().equals(books.tuning())) {
            throw new IllegalArgumentException("the sides are not spread alike");
        }
        Join.Window window = Join.Window.of(day, grace, covers);
        try (Spool<EntryKey> keys = statement.forKeys()) {
            RowDraft draft = new RowDraft().amount(0, Currency.getInstance("XXX"));
            asked.forEach(key -> keys.add(draft.key(key)));
            List<Join> joins =
                    Workers.run(
                            threads,
                            statement.partitions().count(),
                            () -> new Join(statement, books, keys, window));
            return merged(joins, statement, books);
        }
    }

    private static Pairing merged(
            List<Join> joins, Spool<StatementEntry> statement, Spool<BookEntry> books) {
        Tally plain = new Tally();
        Tally booked = new Tally();
        List<StatementEntry> left = new ArrayList<>();
        List<BookEntry> leftInBooks = new ArrayList<>();
        for (Join join : joins) {
            plain.add(join.plain());
            booked.add(join.booked());
            left.addAll(join.left());
            leftInBooks.addAll(join.leftInBooks());
        }
        left.sort(statement.entries().order());
        leftInBooks.sort(books.entries().order());
        return new Pairing(plain.totals(), booked.totals(), left, leftInBooks);
    }
}
