package dev.tplus1.reconcile;

import dev.tplus1.diff.RowDraft;
import dev.tplus1.diff.Spool;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Row;
import dev.tplus1.ledger.Books;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Books in memory that answer as the queries of a job do, and count how often they are asked. */
final class MemoryBooks implements Books {
    private final List<BookEntry> rows = new ArrayList<>();
    private final List<BookEntry> bookedLater = new ArrayList<>();
    private int questions;
    private boolean whole;

    MemoryBooks(Row... rows) {
        for (Row row : rows) {
            this.rows.add(row.entry());
        }
    }

    MemoryBooks(Collection<BookEntry> rows) {
        this.rows.addAll(rows);
    }

    /** A row that is written after the stream and before the look-ups. */
    MemoryBooks later(Row row) {
        bookedLater.add(row.entry());
        return this;
    }

    /** The same rows, and nothing asked yet. */
    MemoryBooks unread() {
        MemoryBooks same = new MemoryBooks(rows);
        same.bookedLater.addAll(bookedLater);
        return same;
    }

    /** The same rows in one file: what is read are all rows, and look-ups see no others. */
    MemoryBooks whole() {
        MemoryBooks same = new MemoryBooks(rows);
        same.whole = true;
        return same;
    }

    /** Whether every look-up sees what was there when the day was read. */
    boolean settled() {
        return bookedLater.isEmpty();
    }

    /** How many look-ups there were. */
    int questions() {
        return questions;
    }

    Books.OfDay of(AccountDay account, Scratch scratch) {
        Instant from = account.day().start().minus(account.cutoffGrace());
        Instant to = account.day().end().plus(account.cutoffGrace());
        Spool<BookEntry> spool = Spool.ofBooks(scratch, Row.ACCOUNT);
        RowDraft draft = new RowDraft();
        for (BookEntry row : rows) {
            Instant time = row.time();
            boolean ofDay =
                    row.account().equals(Row.ACCOUNT)
                            && time != null
                            && !time.isBefore(from)
                            && time.isBefore(to);
            if (whole || ofDay) {
                spool.add(draft.of(row));
            }
        }
        return new Books.OfDay(spool, this);
    }

    @Override
    public List<BookEntry> orders(Collection<String> orderNos) {
        Set<String> asked = asked(orderNos);
        return answer(row -> row.kind() == Kind.PAYMENT && asked.contains(row.orderNo()));
    }

    @Override
    public List<BookEntry> transactions(Collection<String> transactionIds) {
        Set<String> asked = asked(transactionIds);
        return answer(row -> asked.contains(row.transactionId()));
    }

    @Override
    public List<BookEntry> refunds(Collection<String> refundNos) {
        Set<String> asked = asked(refundNos);
        return answer(row ->
                row.kind() == Kind.REFUND
                        && row.account().equals(Row.ACCOUNT)
                        && asked.contains(row.refundNo()));
    }

    @Override
    public boolean unchanging() {
        return whole;
    }

    @Override
    public void close() {}

    private Set<String> asked(Collection<String> ids) {
        if (ids.isEmpty() || ids.contains("")) {
            throw new IllegalStateException("nobody may ask for nothing, nor for an empty id");
        }
        questions++;
        return Set.copyOf(ids);
    }

    private List<BookEntry> answer(Predicate<BookEntry> fits) {
        List<BookEntry> answer = new ArrayList<>(rows);
        for (BookEntry late : bookedLater) {
            answer.removeIf(row -> sameRow(row, late));
            answer.add(late);
        }
        answer.removeIf(fits.negate());
        return answer;
    }

    private static boolean sameRow(BookEntry a, BookEntry b) {
        return a.kind() == b.kind()
                && a.account().equals(b.account())
                && a.orderNo().equals(b.orderNo())
                && a.refundNo().equals(b.refundNo());
    }
}
