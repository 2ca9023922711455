/** The temporary folder of a run: bounded, and gone when the run has ended, however it ended. */
@NullMarked
package dev.tplus1.diff.scratch;

import org.jspecify.annotations.NullMarked;
