package dev.tplus1.report;

/**
 * A run's files cannot be written: which, where, why and what to do, on one line. Safe to run again
 * (exit code 1).
 */
public final class ReportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ReportException(String message) {
        super(message);
    }

    public ReportException(String message, Throwable cause) {
        super(message, cause);
    }
}
