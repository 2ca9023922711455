/**
 * What a statement is: where it comes from, the SPI that reads a provider's format, its own control
 * totals, refusal, and the archive of every statement used. Knows no provider and no books.
 */
@NullMarked
package dev.tplus1.statement;

import org.jspecify.annotations.NullMarked;
