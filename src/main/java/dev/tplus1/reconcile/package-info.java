/** One account, one date: statement and books to breaks, totals and proof. */
@NullMarked
package dev.tplus1.reconcile;

import org.jspecify.annotations.NullMarked;
