/**
 * The vocabulary that every other room speaks: entries and their keys, amounts, order and refund
 * states, business dates. Imports nothing but the JDK; every type is immutable.
 */
@NullMarked
package dev.tplus1.entry;

import org.jspecify.annotations.NullMarked;
