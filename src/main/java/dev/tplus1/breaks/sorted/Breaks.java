package dev.tplus1.breaks.sorted;

import dev.tplus1.breaks.Break;

import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Breaks in the order of a report; may be looked through more than once, always alike, also by
 * several threads at the same time.
 */
@FunctionalInterface
public interface Breaks {
    /**
     * Shows each of them, in {@link Break#REPORT_ORDER}, in one row that is good until the next.
     *
     * @param goesOn is asked after each whether it is to be shown more
     */
    void rows(Predicate<BreakRow> goesOn);

    /** The same as objects that can be kept. */
    default void each(Consumer<Break> sink) {
        rows(row -> {
            sink.accept(row.unpacked());
            return true;
        });
    }

    /** A few, in any order. */
    static Breaks of(Collection<Break> few) {
        return new FewBreaks(few.stream().sorted(Break.REPORT_ORDER).toList());
    }
}
