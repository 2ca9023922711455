package dev.tplus1.reconcile;

import dev.tplus1.diff.Spool;
import dev.tplus1.diff.pair.Diff;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.ledger.Books;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the look-ups found, told apart: rows that the stream had shown already, and that are plain,
 * and rows that it had not, because they were booked while it ran.
 *
 * @param unseen all that was found but the plain ones
 * @param keysToPair plain keys that have a row more than the stream showed, so are plain no more
 */
record LateRows(List<BookEntry> unseen, Set<EntryKey> keysToPair) {

    static LateRows among(
            List<BookEntry> found, Diff diff, Books.OfDay books, BusinessDate day, int threads) {
        if (books.books().unchanging()) {
            return new LateRows(
                    found.stream()
                            .filter(row -> !ofToday(row, day) || diff.knows(row.key()))
                            .toList(),
                    Set.of());
        }
        List<BookEntry> doubtful =
                found.stream().filter(row -> ofToday(row, day) && !diff.knows(row.key())).toList();
        if (doubtful.isEmpty()) {
            return new LateRows(found, Set.of());
        }
        Map<EntryKey, List<BookEntry>> seen = seen(doubtful, books.entries(), threads);
        List<BookEntry> unseen = new ArrayList<>();
        Set<EntryKey> keysToPair = new HashSet<>();
        for (BookEntry row : found) {
            if (!ofToday(row, day) || diff.knows(row.key())) {
                unseen.add(row);
                continue;
            }
            List<BookEntry> same = seen.getOrDefault(row.key(), List.of());
            if (same.stream().noneMatch(other -> Diff.sameRow(other, row))) {
                unseen.add(row);
                if (!same.isEmpty()) {
                    keysToPair.add(row.key());
                }
            }
        }
        return new LateRows(unseen, keysToPair);
    }

    private static boolean ofToday(BookEntry row, BusinessDate day) {
        Instant time = row.time();
        return row.booked() && time != null && day.contains(time);
    }

    /** The streamed bookings that have one of the rows' keys. */
    private static Map<EntryKey, List<BookEntry>> seen(
            List<BookEntry> rows, Spool<BookEntry> streamed, int threads) {
        Set<String> transactionIds = new HashSet<>();
        Set<String> orderNos = new HashSet<>();
        Set<String> refundNos = new HashSet<>();
        for (BookEntry row : rows) {
            if (!row.transactionId().isEmpty()) {
                transactionIds.add(row.transactionId());
            } else if (row.kind() == Kind.PAYMENT) {
                orderNos.add(row.orderNo());
            } else {
                refundNos.add(row.refundNo());
            }
        }
        Map<EntryKey, List<BookEntry>> seen = new HashMap<>();
        for (BookEntry row : streamed.find(transactionIds, orderNos, refundNos, threads)) {
            if (row.booked() && row.account().equals(rows.getFirst().account())) {
                seen.computeIfAbsent(row.key(), _ -> new ArrayList<>()).add(row);
            }
        }
        return seen;
    }
}
