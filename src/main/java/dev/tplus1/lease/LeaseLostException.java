package dev.tplus1.lease;

/**
 * This run no longer holds its account and date: another one took over after it had given no sign
 * of life. Whatever transaction is open must be rolled back; nothing more may be written. Safe to
 * run again.
 */
public final class LeaseLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LeaseLostException(String message) {
        super(message);
    }
}
