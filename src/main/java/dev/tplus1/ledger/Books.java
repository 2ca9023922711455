package dev.tplus1.ledger;

import dev.tplus1.diff.Scratch;
import dev.tplus1.diff.Spool;
import dev.tplus1.entry.BookEntry;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * One account's books in one snapshot (where the database can): stream the day first, then look up.
 * Not thread-safe; close it to give the connection back.
 */
public interface Books extends AutoCloseable {
    /**
     * What is booked in [from, to), packed; other rows may be among it. Closed with the books.
     *
     * @param scratch where many rows are kept
     */
    Spool<BookEntry> entries(Instant from, Instant to, Scratch scratch);

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

    @Override
    void close();
}
