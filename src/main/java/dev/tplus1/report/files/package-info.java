/** Files that a report leaves behind: each appears whole or not at all. */
@NullMarked
package dev.tplus1.report.files;

import org.jspecify.annotations.NullMarked;
