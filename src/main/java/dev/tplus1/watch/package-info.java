/** How a night is seen from outside while it runs: logs, metrics, traces, and a sign of life. */
@NullMarked
package dev.tplus1.watch;

import org.jspecify.annotations.NullMarked;
