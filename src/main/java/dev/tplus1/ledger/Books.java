package dev.tplus1.ledger;

import dev.tplus1.diff.Spool;
import dev.tplus1.entry.BookEntry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * One account's books in one snapshot (where the database can), to look up in. Not thread-safe;
 * close it to give the connection back.
 */
public interface Books extends AutoCloseable {
    /**
     * Books of which a day has been read.
     *
     * @param entries what is booked in the widened day, packed; other rows may be among it. Closed
     *     with the books
     * @param books to look up in, in the same snapshot
     */
    record OfDay(Spool<BookEntry> entries, Books books) implements AutoCloseable {
        @Override
        public void close() {
            books.close();
        }
    }

    /** Orders by number, in any state, of any day and any account. */
    List<BookEntry> orders(Collection<String> orderNos);

    /** Payments by transaction id and all refunds of them, in any state, of any day. */
    List<BookEntry> transactions(Collection<String> transactionIds);

    /** This account's refunds by number, in any state, of any day. */
    List<BookEntry> refunds(Collection<String> refundNos);

    /** All of it at once; a row that is found by several ids may come several times. */
    default List<BookEntry> find(
            Collection<String> transactionIds,
            Collection<String> orderNos,
            Collection<String> refundNos) {
        List<BookEntry> found = new ArrayList<>();
        if (!transactionIds.isEmpty()) {
            found.addAll(transactions(transactionIds));
        }
        if (!orderNos.isEmpty()) {
            found.addAll(orders(orderNos));
        }
        if (!refundNos.isEmpty()) {
            found.addAll(refunds(refundNos));
        }
        return found;
    }

    /** Whether look-ups see the very rows that were read, and no newer ones. */
    default boolean unchanging() {
        return false;
    }

    @Override
    void close();
}
