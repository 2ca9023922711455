/** Whether a missed callback may be replayed, and how it is delivered. */
@NullMarked
package dev.tplus1.replay;

import org.jspecify.annotations.NullMarked;
