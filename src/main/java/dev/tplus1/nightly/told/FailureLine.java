package dev.tplus1.nightly.told;

import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.DatabaseInUseException;
import dev.tplus1.diff.scratch.ScratchException;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.lease.LeaseLostException;
import dev.tplus1.ledger.LedgerException;
import dev.tplus1.report.ReportException;
import dev.tplus1.statement.RefusedException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;

/**
 * What a failure is told as, wherever it is told: in a terminal, a report, a row, a message. What
 * is not said by our own exceptions is for those who know the code, and stands in the trace alone.
 */
public final class FailureLine {
    private static final int MAX_CAUSES = 20;
    private static final int MAX_FOREIGN = 60;
    private static final String VERBOSE = "; run again with --verbose for the trace.";

    /** What a night called may be there again by now; check calls all that a night does. */
    private static final String CALL = "; run again, or see what tplus1 check says.";

    private FailureLine() {}

    /**
     * One line for people. Of text from outside it is bounded, but whoever shows it still has to
     * make its characters harmless.
     */
    public static String of(Throwable thrown) {
        return switch (thrown) {
            case SettingException e -> message(e);
            case RefusedException e -> message(e);
            case LedgerException e -> message(e);
            case ReportException e -> message(e);
            case ScratchException e -> message(e);
            case LeaseLostException e -> message(e);
            case DatabaseException e -> message(e);
            case DatabaseInUseException e -> message(e);
            case CallException e -> message(e) + CALL;
            case UncheckedIOException e -> files(e);
            case IOException e -> files(e);
            case OutOfMemoryError _ ->
                    "out of memory; give Java more, with JAVA_TOOL_OPTIONS=-Xmx2g say.";
            default -> unexpected(thrown);
        };
    }

    private static String message(Exception e) {
        return String.valueOf(e.getMessage());
    }

    private static String files(Exception thrown) {
        Throwable e = thrown instanceof UncheckedIOException ? thrown.getCause() : thrown;
        return switch (e) {
            case null -> "reading or writing failed" + VERBOSE;
            case NoSuchFileException f -> f.getFile() + ": no such file or folder.";
            case AccessDeniedException f ->
                    f.getFile() + ": permission denied; check its owner and mode.";
            case FileSystemException f ->
                    f.getFile()
                            + ": "
                            + (f.getReason() == null ? "cannot be used" : bounded(f.getReason()))
                            + VERBOSE;
            default ->
                    "reading or writing failed: "
                            + bounded(String.valueOf(e.getMessage()))
                            + VERBOSE;
        };
    }

    /**
     * What a database says is worth a line; what other exceptions say is for those who know the
     * code.
     */
    private static String unexpected(Throwable thrown) {
        Throwable cause = thrown;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            if (cause instanceof SQLException e) {
                return "the database failed: "
                        + bounded(String.valueOf(e.getMessage()))
                        + " Safe to run again"
                        + VERBOSE;
            }
            cause = cause.getCause();
        }
        return "failed unexpectedly; safe to run again" + VERBOSE;
    }

    private static String bounded(String text) {
        return text.length() <= MAX_FOREIGN ? text : text.substring(0, MAX_FOREIGN) + "...";
    }
}
