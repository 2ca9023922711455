/** A command as others see it: a sign of life, and a trace. */
@NullMarked
package dev.tplus1.cli.work.seen;

import org.jspecify.annotations.NullMarked;
