/** How decisions are taken: for which reasons, and by how many. */
@NullMarked
package dev.tplus1.breaks.decide;

import org.jspecify.annotations.NullMarked;
