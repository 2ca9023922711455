/** Removes what revisions found of dates that are older than anybody needs. */
@NullMarked
package dev.tplus1.breaks.purge;

import org.jspecify.annotations.NullMarked;
