/** Who is told what a run came to, how, and only once. */
@NullMarked
package dev.tplus1.alert;

import org.jspecify.annotations.NullMarked;
