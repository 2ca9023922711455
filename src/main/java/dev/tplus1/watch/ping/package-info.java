/** A sign of life to a service that misses a night that did not come. */
@NullMarked
package dev.tplus1.watch.ping;

import org.jspecify.annotations.NullMarked;
