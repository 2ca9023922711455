/** What a report says, in the languages that there are, and how amounts and dates look in them. */
@NullMarked
package dev.tplus1.report.words;

import org.jspecify.annotations.NullMarked;
