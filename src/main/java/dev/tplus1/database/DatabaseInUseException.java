package dev.tplus1.database;

/**
 * An embedded database whose file another process has open: the other one is at work, and this one
 * must not wait for it (exit code 5). One line without secrets.
 */
public final class DatabaseInUseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DatabaseInUseException(String name, String url) {
        super(
                name
                        + ": "
                        + url
                        + " is open in another process. Wait until it ends, or give several"
                        + " processes a database server (jdbc:mysql:).");
    }
}
