package dev.tplus1.alert;

import dev.tplus1.http.Hosts;

import java.net.URI;

/**
 * The address of a chat's robot. Whoever has it may write into the chat: its path and its query are
 * the credential, so its text shows the host alone.
 *
 * @param reveal the address itself, for the one who sends there
 */
public record RobotUrl(URI reveal) {
    /**
     * Reads a URL: https, a host, no user, no fragment.
     *
     * @throws IllegalArgumentException saying what it must be, without showing it
     */
    public static RobotUrl of(String url) {
        return new RobotUrl(Hosts.robot(url));
    }

    /** The host, and the port where there is one: what may be shown. */
    public String host() {
        return reveal.getPort() < 0 ? reveal.getHost() : reveal.getHost() + ":" + reveal.getPort();
    }

    @Override
    public String toString() {
        return host();
    }
}
