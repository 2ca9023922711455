/** What is said of a purge. */
@NullMarked
package dev.tplus1.cli.speech.purge;

import org.jspecify.annotations.NullMarked;
