package dev.tplus1.breaks.sorted;

import dev.tplus1.breaks.Break;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Breaks in the order of a report; may be looked through more than once, always alike. */
@FunctionalInterface
public interface Breaks {
    /** Shows each of them, in {@link Break#REPORT_ORDER}. */
    void each(Consumer<Break> sink);

    /** A few, in any order. */
    static Breaks of(Collection<Break> few) {
        List<Break> sorted = few.stream().sorted(Break.REPORT_ORDER).toList();
        return sorted::forEach;
    }
}
