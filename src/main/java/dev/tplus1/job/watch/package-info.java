/** How the job file says where its runs are seen from outside. */
@NullMarked
package dev.tplus1.job.watch;

import org.jspecify.annotations.NullMarked;
