package dev.tplus1.statement;

import dev.tplus1.diff.RowDraft;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.StatementEntry;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The own bytes of some of a statement's rows, learned by reading it again: they are the last thing
 * that orders two entries, so nobody carries them for all.
 */
final class Recall {
    private final Map<Row, String> raw = new HashMap<>();
    private final Set<Row> wanted = new HashSet<>();
    private final Set<Long> lines = new HashSet<>();

    /** A row; two bills of one statement both have a line 2, and never the same key there. */
    private record Row(EntryKey key, long line) {}

    Recall(Collection<StatementEntry> entries) {
        for (StatementEntry entry : entries) {
            wanted.add(new Row(entry.key(), entry.line()));
            lines.add(entry.line());
        }
    }

    void look(long line, RowDraft draft, Supplier<String> bytes) {
        if (lines.contains(line)) {
            Row row = new Row(draft.entryKey(), line);
            if (wanted.contains(row)) {
                raw.put(row, bytes.get());
            }
        }
    }

    /** The entries, each with its row's own bytes. */
    List<StatementEntry> complete(Collection<StatementEntry> entries) {
        return entries.stream().map(this::complete).toList();
    }

    private StatementEntry complete(StatementEntry e) {
        String bytes = raw.get(new Row(e.key(), e.line()));
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
