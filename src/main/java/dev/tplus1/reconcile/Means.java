package dev.tplus1.reconcile;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.RefusedException;

import java.io.IOException;
import java.util.List;

/**
 * What a reconciliation works with.
 *
 * @param scratch where rows are kept that are too many for memory
 */
public record Means(Scratch scratch, RawRows rawRows) {
    /** More threads than this find nothing to do. */
    private static final int MOST_THREADS = 4;

    int threads() {
        return Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MOST_THREADS);
    }

    /** Reads a statement again for the own bytes of some of its rows. */
    @FunctionalInterface
    public interface RawRows {
        /** The entries, each with its row's own bytes. */
        List<StatementEntry> of(List<StatementEntry> entries) throws RefusedException, IOException;
    }
}
