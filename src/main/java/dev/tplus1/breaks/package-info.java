/**
 * A break and its life: type, risk, suspense, decisions, revisions of a date, and the audit trail.
 */
@NullMarked
package dev.tplus1.breaks;

import org.jspecify.annotations.NullMarked;
