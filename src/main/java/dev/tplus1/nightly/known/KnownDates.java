package dev.tplus1.nightly.known;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.History;
import dev.tplus1.breaks.Revisions;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.reconcile.Neighbours;
import dev.tplus1.statement.StatementReturns;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An account's other dates, as the database knows them. Thread-safe. */
public record KnownDates(
        Revisions revisions,
        History history,
        StatementReturns returns,
        String account,
        LocalDate date)
        implements Neighbours {
    @Override
    public boolean reconciled(LocalDate other) {
        return revisions.reconciled(account, other);
    }

    @Override
    public Map<EntryKey, LocalDate> carriedElsewhere(Collection<EntryKey> keys) {
        return history.carriedElsewhere(account, date, keys);
    }

    @Override
    public Set<String> returnedLater(Collection<String> transactionIds) {
        return returns.returnedAfter(account, date, transactionIds);
    }

    @Override
    public List<Break> breaksOfDate() {
        return found(history.breaksOf(account, date));
    }

    @Override
    public List<Break> suspended() {
        return found(history.suspended(account, date));
    }

    @Override
    public List<Break> openOnlyInBooks(Collection<EntryKey> keys) {
        return found(history.openByKeys(account, date, keys, History.Side.BOOKS));
    }

    @Override
    public List<Break> openInStatement(Collection<EntryKey> keys) {
        return found(history.openByKeys(account, date, keys, History.Side.STATEMENT));
    }

    private static List<Break> found(List<BreakRecord> rows) {
        return rows.stream().map(BreakRecord::found).toList();
    }
}
