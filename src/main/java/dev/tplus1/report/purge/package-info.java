/** Removes reports that are older than anybody needs. */
@NullMarked
package dev.tplus1.report.purge;

import org.jspecify.annotations.NullMarked;
