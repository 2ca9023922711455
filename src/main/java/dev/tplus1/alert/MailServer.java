package dev.tplus1.alert;

import dev.tplus1.http.Secret;

import org.jspecify.annotations.Nullable;

import java.util.regex.Pattern;

/**
 * An SMTP server that mail is handed in at. Its text shows no password.
 *
 * @param host its name or address
 * @param port from 1 to 65535
 * @param tls how the connection is made secure
 * @param username for the login; empty for none
 * @param password goes with it; none for no login
 */
public record MailServer(
        String host, int port, Tls tls, String username, @Nullable Secret password) {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,252})?");
    private static final int MAX_PORT = 65_535;

    /** How the connection is made secure. */
    public enum Tls {
        /** Begun in the clear, then secured, or not used at all: port 587. */
        STARTTLS(587),
        /** Secure from the start: port 465. */
        TLS(465),
        /** Not at all, for a relay in one's own network; without login. */
        NONE(25);

        private final int port;

        Tls(int port) {
            this.port = port;
        }

        /** The port where none is set. */
        public int port() {
            return port;
        }
    }

    /** What cannot be used is an IllegalArgumentException that says why, without any secret. */
    public MailServer {
        if (!HOST.matcher(host).matches()) {
            throw new IllegalArgumentException("must be a host such as smtp.shop.example");
        }
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("must be a port from 1 to " + MAX_PORT);
        }
        if (username.isEmpty() != (password == null)) {
            throw new IllegalArgumentException(
                    "needs both username and password, or neither of them");
        }
        if (tls == Tls.NONE && password != null) {
            throw new IllegalArgumentException(
                    "must not log in without tls: the password would be sent in the clear");
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
