/** What is done, as lines: readable ones, or JSON in the fields of ECS. Only where asked for. */
@NullMarked
package dev.tplus1.watch.log;

import org.jspecify.annotations.NullMarked;
