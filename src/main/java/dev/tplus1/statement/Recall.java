package dev.tplus1.statement;

import dev.tplus1.diff.RowDraft;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.StatementFormat.Place;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What some of a statement's rows have that nobody carries for all, learned by reading it again:
 * their own bytes, which are the last thing that orders two entries, or who paid.
 */
final class Recall {
    private final boolean payers;
    private final Map<Place, String> found = new HashMap<>();
    private final Set<Place> wanted = new HashSet<>();
    private final Set<Long> lines = new HashSet<>();

    private Recall(boolean payers) {
        this.payers = payers;
    }

    /** Of the rows' own bytes. */
    static Recall ofRaw(Collection<StatementEntry> entries) {
        Recall recall = new Recall(false);
        entries.forEach(entry -> recall.want(new Place(entry.key(), entry.line())));
        return recall;
    }

    /** Of who paid. */
    static Recall ofPayers(Collection<Place> places) {
        Recall recall = new Recall(true);
        places.forEach(recall::want);
        return recall;
    }

    private void want(Place place) {
        wanted.add(place);
        lines.add(place.line());
    }

    void look(long line, RowDraft draft, Supplier<String> bytes, Supplier<String> payer) {
        if (lines.contains(line)) {
            Place row = new Place(draft.entryKey(), line);
            if (wanted.contains(row)) {
                found.put(row, payers ? bounded(payer.get()) : bytes.get());
            }
        }
    }

    private static String bounded(String payer) {
        String text = payer.strip();
        return text.codePointCount(0, text.length()) <= StatementFormat.MOST_PAYER_CHARS
                ? text
                : text.substring(0, text.offsetByCodePoints(0, StatementFormat.MOST_PAYER_CHARS))
                        + "…";
    }

    boolean ofPayers() {
        return payers;
    }

    /** Who paid, of the rows that say it. */
    Map<Place, String> payers() {
        found.values().removeIf(String::isEmpty);
        return Map.copyOf(found);
    }

    /** The entries, each with its row's own bytes. */
    List<StatementEntry> complete(Collection<StatementEntry> entries) {
        return entries.stream().map(this::complete).toList();
    }

    private StatementEntry complete(StatementEntry e) {
        String bytes = found.get(new Place(e.key(), e.line()));
        if (bytes == null) {
            throw new IllegalStateException("line " + e.line() + " was not found again");
        }
        return new StatementEntry(
                e.key(),
                e.transactionId(),
                e.orderNo(),
                e.refundNo(),
                e.providerRefundId(),
                e.amount(),
                e.time(),
                e.inProgress(),
                e.line(),
                bytes);
    }
}
