/**
 * What a report tells beside its own figures: histories, earlier revisions, other dates, origin.
 */
@NullMarked
package dev.tplus1.report.life;

import org.jspecify.annotations.NullMarked;
