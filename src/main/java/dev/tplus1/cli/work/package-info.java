/** What the commands have done: they call the rooms and tell in plain records what came of it. */
@NullMarked
package dev.tplus1.cli.work;

import org.jspecify.annotations.NullMarked;
