/** One holder per account and date, with a fencing token, in the database's time. */
@NullMarked
package dev.tplus1.lease;

import org.jspecify.annotations.NullMarked;
