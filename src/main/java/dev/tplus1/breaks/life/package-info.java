/** What became of breaks, as of a revision: their histories, and what a revision changed. */
@NullMarked
package dev.tplus1.breaks.life;

import org.jspecify.annotations.NullMarked;
