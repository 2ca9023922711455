/** Removes what is kept of statements that are older than anybody needs. */
@NullMarked
package dev.tplus1.statement.purge;

import org.jspecify.annotations.NullMarked;
