/**
 * The benchmark that jobs/bench runs: it makes the data, runs each work beside its rival, compares
 * the answers and then the times. Compiled with the Maven profile {@code bench} only; nothing of it
 * is in the program.
 */
@NullMarked
package dev.tplus1.bench;

import org.jspecify.annotations.NullMarked;
