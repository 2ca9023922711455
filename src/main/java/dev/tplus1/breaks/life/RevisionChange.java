package dev.tplus1.breaks.life;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.Revision;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a revision found otherwise than the one before it.
 *
 * @param before the revision that it is compared with
 * @param counts how many of each sort; those without any are left out
 * @param unchanged how many both found alike
 * @param rows the first {@link Turns#MOST_ROWS} of each sort, in the order of the sorts
 */
public record RevisionChange(
        Revision.Id before, Map<Sort, Long> counts, long unchanged, List<Row> rows) {
    public RevisionChange {
        EnumMap<Sort, Long> sorted = new EnumMap<>(Sort.class);
        sorted.putAll(counts);
        counts = Collections.unmodifiableMap(sorted);
        rows = List.copyOf(rows);
    }

    public long count(Sort sort) {
        return counts.getOrDefault(sort, 0L);
    }

    /** What became of a break between two revisions of its date. */
    public enum Sort {
        /** The revision before had not found it. */
        NEW,
        /** Both found it, with other amounts, or it is of another type or in another state. */
        CHANGED,
        /** It was open, and has been repaired. */
        REPAIRED,
        /** It was open, and a person decided it. */
        DECIDED,
        /** The books explain it now. */
        CLOSED,
        /** The statement no longer has its entry. */
        WITHDRAWN,
        /** It had been repaired or decided before, and both sides agree now. */
        AGREED
    }

    /**
     * One break.
     *
     * @param was as the revision before had it; none for a new one
     * @param is as this revision has it; none where it no longer does
     * @param note why, in one plain sentence, or empty
     */
    public record Row(Sort sort, @Nullable Break was, @Nullable Break is, String note) {
        /** The break as it was found last. */
        public Break found() {
            Break last = is == null ? was : is;
            if (last == null) {
                throw new IllegalStateException("a row of neither revision");
            }
            return last;
        }
    }
}
