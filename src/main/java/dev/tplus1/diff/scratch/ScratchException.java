package dev.tplus1.diff.scratch;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/**
 * The temporary folder cannot take or give what it must: full, not writable, or at its limit. The
 * message is one line that names the folder, the bytes and what to do.
 */
public final class ScratchException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private ScratchException(String message, @Nullable IOException cause) {
        super(message, cause);
    }

    static ScratchException folder(Path folder, IOException cause) {
        return new ScratchException(
                "the temporary folder "
                        + folder
                        + " cannot be used ("
                        + reason(cause)
                        + "); name one that can be written",
                cause);
    }

    static ScratchException io(Path folder, long wanted, long written, IOException cause) {
        return new ScratchException(
                "the temporary folder "
                        + folder
                        + " failed at "
                        + wanted
                        + " more bytes after "
                        + written
                        + " ("
                        + reason(cause)
                        + "); free space there, or name a folder with more of it",
                cause);
    }

    static ScratchException limit(Path folder, long wanted, long written, long limit) {
        return new ScratchException(
                "the temporary folder "
                        + folder
                        + " would need "
                        + wanted
                        + " more bytes after "
                        + written
                        + ", over "
                        + limit
                        + ", the most that one run may take; compare fewer rows at once",
                null);
    }

    private static String reason(IOException cause) {
        String message = cause.getMessage();
        String name = cause.getClass().getSimpleName();
        return message == null ? name : name + ": " + message.replaceAll("\\p{Cntrl}", "?");
    }
}
