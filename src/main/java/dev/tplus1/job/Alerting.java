package dev.tplus1.job;

import dev.tplus1.alert.AlertSettings;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Who is told of a job's nights, and how hard it is tried. Its text shows no secret.
 *
 * @param tries after how many a notice that a channel did not take is dead
 * @param trusted certificates that are trusted beside those of the platform
 */
public record Alerting(AlertSettings to, int tries, List<X509Certificate> trusted) {
    /** Over 30 to 60 hours, as their pauses fall: an outage of a day loses nothing. */
    public static final int DEFAULT_TRIES = 24;

    /** Nobody is told. */
    public static final Alerting NONE = new Alerting(AlertSettings.NONE, DEFAULT_TRIES, List.of());

    public Alerting {
        trusted = List.copyOf(trusted);
    }
}
