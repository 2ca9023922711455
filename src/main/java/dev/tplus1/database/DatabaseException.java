package dev.tplus1.database;

import java.sql.SQLException;

/**
 * A database that does not answer or refuses; one line without secrets, safe to run again (exit
 * code 1).
 */
public final class DatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DatabaseException(String message, Throwable cause) {
        super(message, cause);
    }

    static DatabaseException connecting(
            String name, DatabaseSettings settings, SQLException cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String url = settings.url().replaceFirst("[?;].*", "");
        return new DatabaseException(
                name
                        + ": cannot connect to "
                        + url
                        + " as "
                        + settings.username()
                        + ": "
                        + root.getMessage()
                        + ". Check url, username, password and that the server runs.",
                cause);
    }
}
