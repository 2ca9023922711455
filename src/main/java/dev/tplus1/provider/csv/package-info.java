/** Plain csv statements with columns and words of one's own. */
@NullMarked
package dev.tplus1.provider.csv;

import org.jspecify.annotations.NullMarked;
