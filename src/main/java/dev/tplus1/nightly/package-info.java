/** The batch: one Spring Batch job execution per account, business date and revision. */
@NullMarked
package dev.tplus1.nightly;

import org.jspecify.annotations.NullMarked;
