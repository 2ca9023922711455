package dev.tplus1.database;

import org.jspecify.annotations.Nullable;

/**
 * A database that does not answer or refuses; one line without secrets, safe to run again (exit
 * code 1).
 */
public final class DatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean denied;

    public DatabaseException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private DatabaseException(String message, @Nullable Throwable cause, boolean denied) {
        super(message, cause);
        this.denied = denied;
    }

    /** Whether the server refused the login; its own words may be none to keep as the cause. */
    boolean denied() {
        return denied;
    }

    /**
     * What the database answered, on one line.
     *
     * @param doing what was tried, {@code the lease cannot be taken} say
     */
    public static DatabaseException of(String doing, Throwable cause) {
        return new DatabaseException(doing + ": " + Redaction.line(SqlErrors.root(cause)), cause);
    }

    static DatabaseException connecting(String name, DatabaseSettings settings, Throwable cause) {
        Redaction redaction = new Redaction(settings);
        return new DatabaseException(
                name
                        + ": cannot connect to "
                        + redaction.url()
                        + (settings.username() == null ? "" : " as " + settings.username())
                        + ": "
                        + redaction.cleanLine(SqlErrors.root(cause))
                        + ". Check url, username, password and that the server runs.",
                redaction.holdsSecret(cause) ? null : cause,
                SqlErrors.denied(cause));
    }
}
