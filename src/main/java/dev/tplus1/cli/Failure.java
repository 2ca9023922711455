package dev.tplus1.cli;

import dev.tplus1.cli.speech.Speech;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.DatabaseInUseException;
import dev.tplus1.diff.ScratchException;
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

/** What an exception means to the one who ran the command: an exit code and one line. */
public record Failure(ExitCode code, String line) {
    private static final int MAX_CAUSES = 20;
    private static final String VERBOSE = "; run again with --verbose for the trace.";

    /** What it means. */
    public static Failure of(Throwable thrown) {
        return switch (thrown) {
            case SettingException e -> new Failure(ExitCode.USAGE, message(e));
            case RefusedException e -> new Failure(ExitCode.REFUSED, "refused: " + message(e));
            case LedgerException e -> new Failure(ExitCode.FAILED, message(e));
            case DatabaseInUseException e -> new Failure(ExitCode.RUNNING, message(e));
            case ReportException e -> new Failure(ExitCode.FAILED, message(e));
            case ScratchException e -> new Failure(ExitCode.FAILED, message(e));
            case LeaseLostException e -> new Failure(ExitCode.FAILED, message(e));
            case DatabaseException e -> new Failure(ExitCode.FAILED, message(e));
            case CallException e -> new Failure(ExitCode.FAILED, message(e));
            case UncheckedIOException e -> new Failure(ExitCode.FAILED, files(e));
            case IOException e -> new Failure(ExitCode.FAILED, files(e));
            case OutOfMemoryError _ ->
                    new Failure(
                            ExitCode.FAILED,
                            "out of memory; give Java more, with JAVA_TOOL_OPTIONS=-Xmx2g say.");
            default -> new Failure(ExitCode.FAILED, unexpected(thrown));
        };
    }

    private static String message(Exception e) {
        return Speech.line(String.valueOf(e.getMessage()));
    }

    private static String files(Exception thrown) {
        Throwable e = thrown instanceof UncheckedIOException ? thrown.getCause() : thrown;
        return switch (e) {
            case null -> "reading or writing failed" + VERBOSE;
            case NoSuchFileException f -> named(f) + ": no such file or folder.";
            case AccessDeniedException f -> named(f) + ": permission denied.";
            case FileSystemException f ->
                    named(f)
                            + ": "
                            + Speech.bounded(
                                    f.getReason() == null ? "cannot be used" : f.getReason())
                            + VERBOSE;
            default ->
                    "reading or writing failed: "
                            + Speech.bounded(String.valueOf(e.getMessage()))
                            + VERBOSE;
        };
    }

    private static String named(FileSystemException e) {
        return Speech.line(String.valueOf(e.getFile()));
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
                        + Speech.bounded(String.valueOf(e.getMessage()))
                        + " Safe to run again"
                        + VERBOSE;
            }
            cause = cause.getCause();
        }
        return "failed unexpectedly; safe to run again" + VERBOSE;
    }
}
