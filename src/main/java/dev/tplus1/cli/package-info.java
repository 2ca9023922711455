/** The command line: commands, how they speak, and exit codes. */
@NullMarked
package dev.tplus1.cli;

import org.jspecify.annotations.NullMarked;
