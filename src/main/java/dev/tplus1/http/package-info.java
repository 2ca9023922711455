/** All outgoing HTTP: limits, timeouts, signatures, and what an answer means. */
@NullMarked
package dev.tplus1.http;

import org.jspecify.annotations.NullMarked;
