/** The blocks of a job file that say how its nights are seen from outside. */
@NullMarked
package dev.tplus1.job.watch;

import org.jspecify.annotations.NullMarked;
