package dev.tplus1.reconcile;

import dev.tplus1.breaks.BreakType;

import org.jspecify.annotations.Nullable;

/**
 * Which rule of the classification table a statement entry fell under.
 *
 * @param rule 1 to 20
 * @param type none for the two rules that are no break (5 and 6)
 * @param note one plain sentence of detail, or empty
 * @param orderNo the order's number as the books know it, for an entry that tells none
 */
record Judgement(int rule, @Nullable BreakType type, String note, String orderNo) {}
