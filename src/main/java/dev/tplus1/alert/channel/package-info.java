/** The channels, each by its own rules. */
@NullMarked
package dev.tplus1.alert.channel;

import org.jspecify.annotations.NullMarked;
