/** What is not plain, paired one by one, as objects. */
@NullMarked
package dev.tplus1.diff.pair;

import org.jspecify.annotations.NullMarked;
