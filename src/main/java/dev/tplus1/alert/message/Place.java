package dev.tplus1.alert.message;

import java.net.URI;
import java.util.regex.Pattern;

/**
 * Where something lies.
 *
 * @param text its path as one may show it, or empty where there is an address or nothing at all
 * @param url an https address in which no character means anything to a markup; else empty
 */
public record Place(String text, String url) {
    static final Place NOWHERE = new Place("", "");

    private static final Pattern SAFE = Pattern.compile("https://[A-Za-z0-9._~:/?#&=%+,;-]+");

    static Place of(String place) {
        if (SAFE.matcher(place).matches() && host(place)) {
            return new Place("", place);
        }
        return new Place(Harmless.of(place), "");
    }

    private static boolean host(String place) {
        try {
            return URI.create(place).getHost() != null;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    boolean anywhere() {
        return !text.isEmpty() || !url.isEmpty();
    }
}
