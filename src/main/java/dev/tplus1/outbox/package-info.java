/** Messages written in the caller's transaction, to be relayed at least once. */
@NullMarked
package dev.tplus1.outbox;

import org.jspecify.annotations.NullMarked;
