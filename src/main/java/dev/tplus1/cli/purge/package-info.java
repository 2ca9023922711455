/** The command that keeps house. */
@NullMarked
package dev.tplus1.cli.purge;

import org.jspecify.annotations.NullMarked;
