/** What runs have concluded, and what of it nobody has been told yet. */
@NullMarked
package dev.tplus1.breaks.told;

import org.jspecify.annotations.NullMarked;
