package dev.tplus1.reconcile;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;

import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Rules 21 to 25, for the day's booked entries that no statement entry matched. */
final class BookRules {
    private static final Verdict MISSING = missing("");

    private final AccountDay account;

    /** Between these two no cut-off explains anything. */
    private final Instant afterStart;

    private final Instant beforeEnd;
    private final Neighbours neighbours;
    private final Set<String> ordersBookedWithoutId;
    private final Map<EntryKey, LocalDate> carriers;
    private final Map<EntryKey, Break> cutOffs = new HashMap<>();
    private final Set<EntryKey> missingBefore = new HashSet<>();

    /** What a booked entry that only the books have is. */
    sealed interface Verdict {
        /** A break of its own. */
        record Broken(int rule, BreakType type, BreakType foundAs, String note)
                implements Verdict {}

        /** Named by the break of the payment of its order (rule 22). */
        record Named() implements Verdict {}

        /** Carried by another date's statement (rule 23). */
        record Carried(LocalDate by) implements Verdict {}
    }

    BookRules(
            AccountDay account,
            Neighbours neighbours,
            Set<String> ordersBookedWithoutId,
            Map<EntryKey, LocalDate> carriers) {
        this.account = account;
        this.afterStart = account.day().start().plus(account.cutoffGrace());
        this.beforeEnd = account.day().end().minus(account.cutoffGrace());
        this.neighbours = neighbours;
        this.ordersBookedWithoutId = ordersBookedWithoutId;
        this.carriers = carriers;
        for (Break brk : neighbours.breaksOfDate()) {
            if (brk.identity().type() == BreakType.CUT_OFF) {
                cutOffs.put(brk.identity().key(), brk);
            } else if (brk.identity().type() == BreakType.MISSING_AT_PROVIDER) {
                missingBefore.add(brk.identity().key());
            }
        }
    }

    Verdict judge(BookEntry booked) {
        if (booked.key().basis() == EntryKey.Basis.ORDER
                && ordersBookedWithoutId.contains(booked.orderNo())) {
            return new Verdict.Named();
        }
        LocalDate carrier = carriers.get(booked.key());
        if (carrier != null) {
            return new Verdict.Carried(carrier);
        }
        Instant time = Objects.requireNonNull(booked.time());
        if (time.compareTo(afterStart) >= 0 && time.isBefore(beforeEnd)) {
            return MISSING;
        }
        boolean nearStart = account.day().nearStart(time, account.cutoffGrace());
        if (!nearStart && !account.day().nearEnd(time, account.cutoffGrace())) {
            return MISSING;
        }
        Break watched = cutOffs.get(booked.key());
        if (watched != null && watched.type() != BreakType.CUT_OFF) {
            return new Verdict.Broken(25, watched.type(), BreakType.CUT_OFF, watched.note());
        }
        LocalDate neighbour = account.day().date().plusDays(nearStart ? -1 : 1);
        if (watched == null
                && (missingBefore.contains(booked.key()) || neighbours.reconciled(neighbour))) {
            return missing("The statement of " + neighbour + " does not have it either.");
        }
        return new Verdict.Broken(
                24,
                BreakType.CUT_OFF,
                BreakType.CUT_OFF,
                "Expected in the statement of " + neighbour + ".");
    }

    private static Verdict missing(String note) {
        return new Verdict.Broken(
                25, BreakType.MISSING_AT_PROVIDER, BreakType.MISSING_AT_PROVIDER, note);
    }
}
