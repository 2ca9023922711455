package dev.tplus1.reconcile;

import dev.tplus1.breaks.Break;
import dev.tplus1.entry.EntryKey;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known of the account's other dates, and of earlier revisions of this one. */
public interface Neighbours {
    /** Whether a date's latest revision is reconciled. */
    boolean reconciled(LocalDate date);

    /**
     * The dates whose latest revision has a statement entry with one of these keys, matched across
     * the cut-off or a break.
     */
    Map<EntryKey, LocalDate> carriedElsewhere(Collection<EntryKey> keys);

    /** Which of these payments a later date's statement returns money of. */
    Set<String> returnedLater(Collection<String> transactionIds);

    /** This date's breaks as they stand, from earlier revisions. */
    List<Break> breaksOfDate();

    /** Other dates' breaks in suspense. */
    List<Break> suspended();

    /** Other dates' open breaks, with these keys, that only the books have. */
    List<Break> openOnlyInBooks(Collection<EntryKey> keys);

    /** Other dates' open breaks, with these keys, that a statement has. */
    List<Break> openInStatement(Collection<EntryKey> keys);

    /** Knows nothing of any other date. */
    static Neighbours none() {
        return new Neighbours() {
            @Override
            public boolean reconciled(LocalDate date) {
                return false;
            }

            @Override
            public Map<EntryKey, LocalDate> carriedElsewhere(Collection<EntryKey> keys) {
                return Map.of();
            }

            @Override
            public Set<String> returnedLater(Collection<String> transactionIds) {
                return Set.of();
            }

            @Override
            public List<Break> breaksOfDate() {
                return List.of();
            }

            @Override
            public List<Break> suspended() {
                return List.of();
            }

            @Override
            public List<Break> openOnlyInBooks(Collection<EntryKey> keys) {
                return List.of();
            }

            @Override
            public List<Break> openInStatement(Collection<EntryKey> keys) {
                return List.of();
            }
        };
    }
}
