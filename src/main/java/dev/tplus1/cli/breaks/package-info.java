/** The commands about breaks: what is open, who decides, and what the audit trail says. */
@NullMarked
package dev.tplus1.cli.breaks;

import org.jspecify.annotations.NullMarked;
