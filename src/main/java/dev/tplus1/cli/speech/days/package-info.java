/** How commands speak of many days at once. */
@NullMarked
package dev.tplus1.cli.speech.days;

import org.jspecify.annotations.NullMarked;
