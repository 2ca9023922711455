/** One callback, once: the callback log, the state machine, and the guarded change of the books. */
@NullMarked
package dev.tplus1.callback;

import org.jspecify.annotations.NullMarked;
