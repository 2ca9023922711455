/** What a night tells people: recorded once, delivered at least once. */
@NullMarked
package dev.tplus1.nightly.told;

import org.jspecify.annotations.NullMarked;
