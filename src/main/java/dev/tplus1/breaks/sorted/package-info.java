/** Any number of breaks in the order of a report, in memory that does not grow with them. */
@NullMarked
package dev.tplus1.breaks.sorted;

import org.jspecify.annotations.NullMarked;
