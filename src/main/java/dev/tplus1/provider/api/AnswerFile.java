package dev.tplus1.provider.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** An answer that stands for a day's statement, as a file. */
public final class AnswerFile {
    private static final String UNFINISHED = ".part";

    private AnswerFile() {}

    /**
     * Writes it under a temporary name, forces it to disk, and renames it. On any failure nothing
     * is left of it.
     *
     * @throws IOException when the local disk failed
     */
    public static void write(Path file, byte[] answer) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
        try {
            Files.write(
                    unfinished,
                    answer,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
