package dev.tplus1.diff.pair;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

/**
 * A statement entry and what is booked under its key.
 *
 * @param repeats the earlier entry of this statement with the same key; none for the first
 * @param booked none when nothing is booked under the key, or when the entry repeats an earlier one
 */
public record Pair(
        StatementEntry entry, @Nullable StatementEntry repeats, @Nullable BookEntry booked) {}
