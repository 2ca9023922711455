package dev.tplus1.nightly.purge;

import dev.tplus1.breaks.purge.OldBreaks.Stand;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The dates of an account of which nothing goes, however old they are, and why.
 *
 * @param why by date
 */
public record Stays(Map<LocalDate, Why> why) {
    /** Why a date stays; the first that applies. */
    public enum Why {
        /** Nothing concluded it, it is held, or something of it is under way. */
        NOT_ENDED,
        /** Somebody or something has to end a break of it. */
        OPEN_BREAKS,
        /** The provider shows another statement than the one that it was reconciled with. */
        REVISED,
        /** The account's last one: the next night's neighbour. */
        LATEST,
        /** So near to such a date that a run of that one looks at it. */
        NEIGHBOUR
    }

    /**
     * Looks at all dates of an account.
     *
     * @param revised those whose provider shows another statement
     * @param suspenseDays so many days away a cut-off is looked for
     */
    static Stays of(Collection<Stand> stands, Set<LocalDate> revised, int suspenseDays) {
        Map<LocalDate, Why> why = new HashMap<>();
        LocalDate latest =
                stands.stream()
                        .filter(Stand::ended)
                        .map(Stand::date)
                        .max(LocalDate::compareTo)
                        .orElse(null);
        for (Stand each : stands) {
            LocalDate date = each.date();
            if (!each.ended()) {
                why.put(date, Why.NOT_ENDED);
            } else if (each.open() > 0) {
                why.put(date, Why.OPEN_BREAKS);
            } else if (revised.contains(date)) {
                why.put(date, Why.REVISED);
            } else if (date.equals(latest)) {
                why.put(date, Why.LATEST);
            }
        }
        List<LocalDate> whole = new ArrayList<>(why.keySet());
        for (LocalDate date : whole) {
            for (int day = 1; day <= suspenseDays + 1; day++) {
                why.putIfAbsent(date.minusDays(day), Why.NEIGHBOUR);
                why.putIfAbsent(date.plusDays(day), Why.NEIGHBOUR);
            }
        }
        return new Stays(Map.copyOf(why));
    }

    boolean has(LocalDate date) {
        return why.containsKey(date);
    }
}
