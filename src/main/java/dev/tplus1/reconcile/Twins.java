package dev.tplus1.reconcile;

import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.RefusedException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Statement entries that nothing but their rows' own bytes and lines tells apart in statement
 * order. They are few, so only theirs are read.
 */
final class Twins {
    private Twins() {}

    /**
     * The same entries, twins with their rows' own bytes.
     *
     * @param entries in statement order
     */
    static List<StatementEntry> completed(List<StatementEntry> entries, Means.RawRows rawRows)
            throws RefusedException, IOException {
        boolean[] twin = new boolean[entries.size()];
        List<StatementEntry> twins = new ArrayList<>();
        for (int i = 0; i < twin.length; i++) {
            twin[i] =
                    (i > 0 && tied(entries.get(i - 1), entries.get(i)))
                            || (i + 1 < twin.length && tied(entries.get(i), entries.get(i + 1)));
            if (twin[i]) {
                twins.add(entries.get(i));
            }
        }
        if (twins.isEmpty()) {
            return entries;
        }
        Iterator<StatementEntry> complete = rawRows.of(twins).iterator();
        List<StatementEntry> all = new ArrayList<>(entries.size());
        for (int i = 0; i < twin.length; i++) {
            all.add(twin[i] ? complete.next() : entries.get(i));
        }
        return all;
    }

    private static boolean tied(StatementEntry a, StatementEntry b) {
        return a.time().equals(b.time())
                && a.key().equals(b.key())
                && a.amount().equals(b.amount());
    }
}
