/** tplus1: the nightly payment reconciliation. Each package below is a room of the house. */
@NullMarked
package dev.tplus1;

import org.jspecify.annotations.NullMarked;
