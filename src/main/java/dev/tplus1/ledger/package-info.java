/** The merchant's books, read through SQL that the user can replace, in one snapshot, streamed. */
@NullMarked
package dev.tplus1.ledger;

import org.jspecify.annotations.NullMarked;
