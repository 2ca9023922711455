/** The providers; this package itself only wires each by its name. */
@NullMarked
package dev.tplus1.provider;

import org.jspecify.annotations.NullMarked;
