package dev.tplus1.replay;

import dev.tplus1.breaks.Break;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.ledger.Books;
import dev.tplus1.ledger.Ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the books again after the replays: what counts is what arrived. */
public final class ReplayCheck {
    private ReplayCheck() {}

    /**
     * Looks for exactly these entries, in a new snapshot of the books.
     *
     * @return those that did not arrive: a payment whose order is not booked under its transaction
     *     id, a refund that has not succeeded, or either with another amount
     */
    public static List<MissedCallback> notArrived(
            Ledger ledger, String account, KeyRule rule, List<MissedCallback> replayed) {
        if (replayed.isEmpty()) {
            return List.of();
        }
        Set<String> transactionIds = new HashSet<>();
        Set<String> refundNos = new HashSet<>();
        for (MissedCallback missed : replayed) {
            Break brk = missed.brk();
            if (!brk.transactionId().isEmpty()) {
                transactionIds.add(brk.transactionId());
            }
            if (!brk.refundNo().isEmpty()) {
                refundNos.add(brk.refundNo());
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
        return replayed.stream()
                .filter(missed ->
                        found.getOrDefault(missed.key(), List.of()).stream()
                                .noneMatch(entry -> arrived(missed, entry)))
                .toList();
    }

    private static boolean arrived(MissedCallback missed, BookEntry entry) {
        Break brk = missed.brk();
        boolean sameOrder = brk.orderNo().isEmpty() || entry.orderNo().equals(brk.orderNo());
        return entry.booked() && sameOrder && entry.amount().equals(brk.statementAmount());
    }
}
