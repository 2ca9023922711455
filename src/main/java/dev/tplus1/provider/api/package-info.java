/** What the providers' own APIs have in common: settings, keys, and what each of them offers. */
@NullMarked
package dev.tplus1.provider.api;

import org.jspecify.annotations.NullMarked;
