/** Keeps house: removes what a job's retention lets go. */
@NullMarked
package dev.tplus1.nightly.purge;

import org.jspecify.annotations.NullMarked;
