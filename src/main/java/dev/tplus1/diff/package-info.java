/** The engine that pairs both sides. Imports the JDK and the vocabulary, nothing else. */
@NullMarked
package dev.tplus1.diff;

import org.jspecify.annotations.NullMarked;
