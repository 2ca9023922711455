package dev.tplus1.reconcile;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakChange;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Finding;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.Statements;

import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * An account's dates in memory: keeps what each run found, and does what it says to earlier breaks.
 */
final class MemoryNeighbours {
    private final Map<LocalDate, Concluded> latest = new TreeMap<>();
    private final Map<String, Break> breaks = new LinkedHashMap<>();

    private record Concluded(Set<EntryKey> carries, Set<String> returned) {}

    /** Keeps a run: first what it changes, then what it found. */
    void conclude(LocalDate date, Statement statement, Reconciliation run) {
        for (BreakChange change : run.changes()) {
            breaks.computeIfPresent(change.identityHash(), (_, brk) -> changed(brk, change));
        }
        Set<EntryKey> carries = new HashSet<>(run.crossed());
        for (Finding found : run.found()) {
            Break brk = found.found();
            breaks.put(brk.identity().hash(), brk);
            if (brk.statementAmount() != null && !movement(brk)) {
                carries.add(brk.identity().key());
            }
        }
        Set<String> returned = new HashSet<>();
        Statements.entries(statement).stream()
                .filter(entry -> entry.kind() == Kind.REFUND)
                .map(StatementEntry::transactionId)
                .forEach(returned::add);
        latest.put(date, new Concluded(carries, returned));
    }

    /** A date that carries these keys, whatever else it found. */
    void carry(LocalDate date, Set<EntryKey> keys) {
        latest.put(date, new Concluded(keys, Set.of()));
    }

    /** All breaks as they stand. */
    List<Break> breaks() {
        return List.copyOf(breaks.values());
    }

    List<Break> open() {
        return breaks.values().stream().filter(brk -> brk.status().open()).toList();
    }

    /** What a run of this date may ask. */
    Neighbours of(LocalDate date) {
        return new Neighbours() {
            @Override
            public boolean reconciled(LocalDate other) {
                return latest.containsKey(other);
            }

            @Override
            public Map<EntryKey, LocalDate> carriedElsewhere(Collection<EntryKey> keys) {
                Map<EntryKey, LocalDate> carriers = new HashMap<>();
                latest.forEach((other, concluded) -> {
                    if (!other.equals(date)) {
                        for (EntryKey key : keys) {
                            if (concluded.carries().contains(key)) {
                                carriers.put(key, other);
                            }
                        }
                    }
                });
                return carriers;
            }

            @Override
            public Set<String> returnedLater(Collection<String> transactionIds) {
                Set<String> returned = new HashSet<>();
                latest.forEach((other, concluded) -> {
                    if (other.isAfter(date)) {
                        returned.addAll(concluded.returned());
                    }
                });
                returned.retainAll(Set.copyOf(transactionIds));
                return returned;
            }

            @Override
            public List<Break> breaksOfDate() {
                return select(brk -> brk.identity().date().equals(date));
            }

            @Override
            public List<Break> suspended() {
                return select(brk -> elsewhere(brk) && brk.status() == Status.SUSPENSE);
            }

            @Override
            public List<Break> openOnlyInBooks(Collection<EntryKey> keys) {
                return select(brk ->
                        elsewhere(brk)
                                && brk.status().open()
                                && keys.contains(brk.identity().key())
                                && brk.statementAmount() == null);
            }

            @Override
            public List<Break> openInStatement(Collection<EntryKey> keys) {
                return select(brk ->
                        elsewhere(brk)
                                && brk.status().open()
                                && keys.contains(brk.identity().key())
                                && brk.statementAmount() != null);
            }

            private boolean elsewhere(Break brk) {
                return !brk.identity().date().equals(date);
            }
        };
    }

    private List<Break> select(Predicate<Break> wanted) {
        return breaks.values().stream().filter(wanted).toList();
    }

    private static Break changed(Break brk, BreakChange change) {
        return switch (change.fate()) {
            case CLOSED -> brk.with(brk.action(), Status.CLOSED, change.note());
            case WITHDRAWN -> brk.with(brk.action(), Status.WITHDRAWN, change.note());
            case RESOLVED -> brk.with(brk.action(), Status.RESOLVED, change.note());
            case ESCALATED -> escalated(brk, change.note());
        };
    }

    private static Break escalated(Break brk, String note) {
        return new Break(
                brk.identity(),
                brk.type() == BreakType.CUT_OFF ? BreakType.MISSING_AT_PROVIDER : brk.type(),
                Action.ALERT,
                Status.OPEN,
                brk.transactionId(),
                brk.orderNo(),
                brk.refundNo(),
                brk.statementAmount(),
                brk.ledgerAmount(),
                brk.statementTime(),
                brk.ledgerTime(),
                brk.statementLine(),
                note);
    }

    private static boolean movement(Break brk) {
        return brk.type() == BreakType.DISPUTE || brk.type() == BreakType.REFUND_FAILURE;
    }
}
