package dev.tplus1.provider.api;

import dev.tplus1.http.Pauses;

import java.time.Clock;
import java.util.function.BooleanSupplier;

/**
 * What an API needs of the process that uses it.
 *
 * @param stopping whether the process was asked to stop
 */
public record ApiMeans(Clock clock, Pauses pauses, BooleanSupplier stopping) {}
