package dev.tplus1.diff.pair;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.StatementEntry;

import java.util.List;

/** Answers from the books, any day, what the stream of the day did not have. */
@FunctionalInterface
public interface Missing {
    /**
     * What the books know of these entries' transactions, orders and refunds, in any state.
     *
     * @param unmatched statement entries without a booked one, each key once, in statement order
     */
    List<BookEntry> find(List<StatementEntry> unmatched);
}
