/** A command as an OpenTelemetry trace. */
@NullMarked
package dev.tplus1.watch.trace;

import org.jspecify.annotations.NullMarked;
