/** What the database knows of an account's dates from earlier runs. */
@NullMarked
package dev.tplus1.nightly.known;

import org.jspecify.annotations.NullMarked;
