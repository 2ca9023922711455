package dev.tplus1.breaks.sorted;

import dev.tplus1.breaks.Break;
import dev.tplus1.diff.scratch.Scratch;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Any number of breaks of one account and date, taken in any order. A part of them is sorted in
 * memory; when there are more, parts go to temporary files and are merged while they are shown. Add
 * all first, then look through them. Threads may add at the same time, each to an adder of its own.
 * Close it to give its files back.
 */
public final class SortedBreaks implements Breaks, AutoCloseable {
    /** Bytes of breaks that an adder sorts at once, some 100,000 of them. */
    private static final int PART = 16 << 20;

    private final Scratch scratch;
    private final int part;
    private final List<Pile> piles = new ArrayList<>();

    public SortedBreaks(Scratch scratch) {
        this(scratch, PART);
    }

    SortedBreaks(Scratch scratch, int part) {
        this.scratch = scratch;
        this.part = part;
    }

    /**
     * What takes breaks, from one thread; it throws a {@link
     * dev.tplus1.diff.scratch.ScratchException} when the temporary folder cannot take one.
     */
    public synchronized Consumer<Break> adder() {
        Pile pile = new Pile(scratch, part);
        piles.add(pile);
        return pile;
    }

    /** Forgets all that have been added; adders from before are of no use any more. */
    public synchronized void clear() {
        piles.forEach(Pile::close);
        piles.clear();
    }

    /** What is in memory is sorted for the first that asks. */
    private synchronized PriorityQueue<Pile.Cursor> cursors() {
        PriorityQueue<Pile.Cursor> cursors = new PriorityQueue<>();
        piles.forEach(pile -> cursors.addAll(pile.cursors()));
        return cursors;
    }

    @Override
    public void rows(Predicate<BreakRow> goesOn) {
        BreakRow row = new BreakRow();
        PriorityQueue<Pile.Cursor> merged = cursors();
        for (Pile.Cursor least = merged.poll(); least != null; least = merged.poll()) {
            do {
                least.show(row);
                if (!goesOn.test(row)) {
                    return;
                }
                if (!least.next()) {
                    least = null;
                }
            } while (least != null && (merged.isEmpty() || least.compareTo(merged.peek()) <= 0));
            if (least != null) {
                merged.add(least);
            }
        }
    }

    @Override
    public synchronized void close() {
        clear();
    }
}
