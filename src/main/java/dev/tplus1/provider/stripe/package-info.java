/**
 * Stripe's balance transactions, from files and from Stripe's own API.
 *
 * <p>The API's client is written on OkHttp. Stripe's own, com.stripe:stripe-java, was weighed: it
 * is well kept (a release every month), but it brings a class for each of the API's objects and
 * Gson for three kinds of GET; it gives objects where the bytes as received are wanted, that a
 * statement is archived as; it holds an answer as a whole and pages through lists in memory; it has
 * no list of hosts that alone may be called, no budget over all tries of a run, and reads no
 * Retry-After. Its rules are kept: Stripe-Version with each call, another try after 409, 429, 5xx
 * and where Stripe-Should-Retry says so.
 */
@NullMarked
package dev.tplus1.provider.stripe;

import org.jspecify.annotations.NullMarked;
