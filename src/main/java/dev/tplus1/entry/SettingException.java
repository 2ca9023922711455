package dev.tplus1.entry;

/**
 * Something that the caller set cannot be used: a key of the job file, an option, a query, a
 * schema. The message is one line that names what, where and what to do, and holds no secret.
 * Nothing was started (exit code 2).
 */
public final class SettingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SettingException(String message) {
        super(message);
    }

    public SettingException(String message, Throwable cause) {
        super(message, cause);
    }
}
