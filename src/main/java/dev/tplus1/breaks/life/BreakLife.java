package dev.tplus1.breaks.life;

import dev.tplus1.breaks.Audit;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;

/**
 * A break's life as of a revision, for people.
 *
 * @param owner whom it is assigned to; none where nobody is
 * @param events oldest first; where there are more than {@link Lives#MOST_EVENTS}, the first and
 *     the latest
 * @param more how many are left out after the first
 */
public record BreakLife(@Nullable String owner, List<Event> events, int more) {
    public BreakLife {
        events = List.copyOf(events);
    }

    /**
     * One thing that happened to it.
     *
     * @param actor a run or a person; a label
     * @param detail one plain sentence, cut at {@link Lives#LONGEST_DETAIL} characters, or empty
     */
    public record Event(Instant at, String actor, Audit.What what, String detail) {}
}
