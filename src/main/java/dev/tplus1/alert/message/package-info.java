/** What a digest says, in words, for each kind of channel. */
@NullMarked
package dev.tplus1.alert.message;

import org.jspecify.annotations.NullMarked;
