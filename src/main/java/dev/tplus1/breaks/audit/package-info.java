/** The append-only audit trail of breaks: one chain, its end, and whether it is whole. */
@NullMarked
package dev.tplus1.breaks.audit;

import org.jspecify.annotations.NullMarked;
