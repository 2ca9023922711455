package dev.tplus1.nightly.told;

import java.time.ZoneId;

/**
 * An account as people are told of it.
 *
 * @param provider its provider's name for people
 */
public record Account(String id, String provider, ZoneId zone) {}
