package dev.tplus1.ledger;

/**
 * The books cannot be read: which query, which row, what was found. Safe to run again (exit code
 * 1).
 */
public final class LedgerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LedgerException(String message) {
        super(message);
    }

    public LedgerException(String message, Throwable cause) {
        super(message, cause);
    }
}
