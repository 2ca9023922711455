/** What a job's runs came to, as figures for Prometheus. */
@NullMarked
package dev.tplus1.watch.metrics;

import org.jspecify.annotations.NullMarked;
