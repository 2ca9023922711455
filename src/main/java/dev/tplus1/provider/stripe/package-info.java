/** Stripe's balance transactions. */
@NullMarked
package dev.tplus1.provider.stripe;

import org.jspecify.annotations.NullMarked;
