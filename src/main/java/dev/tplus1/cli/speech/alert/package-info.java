/** How commands speak: the blocks, lines and words that an operator reads in a terminal. */
@NullMarked
package dev.tplus1.cli.speech.alert;

import org.jspecify.annotations.NullMarked;
