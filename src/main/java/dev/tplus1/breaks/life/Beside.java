package dev.tplus1.breaks.life;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakChange;

import java.util.List;

/**
 * Breaks that a revision did not classify and that it is about all the same.
 *
 * @param touched how many breaks of other dates it changed
 * @param others the first {@link Turns#MOST_ROWS} of them, oldest date first
 * @param left how many breaks of its own date earlier revisions found that were still open
 * @param earlier the first {@link Turns#MOST_ROWS} of them, as they were found last
 */
public record Beside(long touched, List<Other> others, long left, List<Left> earlier) {
    public static final Beside NOTHING = new Beside(0, List.of(), 0, List.of());

    public Beside {
        others = List.copyOf(others);
        earlier = List.copyOf(earlier);
    }

    /**
     * A break of another date that the revision changed.
     *
     * @param found as it stood before
     * @param note why, in one plain sentence
     */
    public record Other(Break found, BreakChange.Fate fate, String note) {}

    /**
     * A break of the same date that nothing had ended.
     *
     * @param revision which revision found it last
     * @param withdrawn whether the statement no longer has its entry
     */
    public record Left(Break found, int revision, boolean withdrawn) {}
}
