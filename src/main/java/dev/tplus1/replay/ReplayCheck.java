package dev.tplus1.replay;

import dev.tplus1.callback.Callback;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.ledger.Books;
import dev.tplus1.ledger.Ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Looks callbacks up in an account's books: what counts is what arrived. Thread-safe.
 *
 * @param rule how the account's provider keys its entries
 */
public record ReplayCheck(Ledger ledger, String account, KeyRule rule) {
    /**
     * Looks for exactly these, in a new snapshot of the books.
     *
     * @return those that are there: a payment whose order is booked under its transaction id, a
     *     refund that has succeeded, with the same amount
     */
    public Set<Callback> arrived(Collection<Callback> callbacks) {
        if (callbacks.isEmpty()) {
            return Set.of();
        }
        Set<String> transactionIds = new HashSet<>();
        Set<String> refundNos = new HashSet<>();
        for (Callback callback : callbacks) {
            if (!callback.transactionId().isEmpty()) {
                transactionIds.add(callback.transactionId());
            }
            if (!callback.refundNo().isEmpty()) {
                refundNos.add(callback.refundNo());
            }
        }
        Map<EntryKey, List<BookEntry>> found = new HashMap<>();
        try (Books books = ledger.open(account, rule)) {
            for (BookEntry entry : books.transactions(transactionIds)) {
                found.computeIfAbsent(entry.key(), _ -> new ArrayList<>(1)).add(entry);
            }
            for (BookEntry entry : books.refunds(refundNos)) {
                found.computeIfAbsent(entry.key(), _ -> new ArrayList<>(1)).add(entry);
            }
        }
        return callbacks.stream()
                .filter(callback ->
                        found.getOrDefault(key(callback), List.of()).stream()
                                .anyMatch(entry -> equal(callback, entry)))
                .collect(Collectors.toSet());
    }

    /** Whether this one is there. */
    public boolean arrived(Callback callback) {
        return !arrived(List.of(callback)).isEmpty();
    }

    private static EntryKey key(Callback callback) {
        return callback.kind() == Kind.PAYMENT
                ? EntryKey.payment(callback.reference())
                : EntryKey.refund(callback.reference());
    }

    private static boolean equal(Callback callback, BookEntry entry) {
        boolean sameOrder =
                callback.orderNo().isEmpty() || entry.orderNo().equals(callback.orderNo());
        return entry.booked() && sameOrder && entry.amount().equals(callback.amount());
    }
}
