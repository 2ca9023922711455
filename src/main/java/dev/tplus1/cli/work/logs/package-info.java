/** What a command's process logs of its work. */
@NullMarked
package dev.tplus1.cli.work.logs;

import org.jspecify.annotations.NullMarked;
