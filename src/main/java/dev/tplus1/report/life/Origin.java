package dev.tplus1.report.life;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Where a report's statement came from.
 *
 * @param receivedAt when it was received first; none where that is not known
 * @param from a folder or an address, without secrets, or empty
 * @param files in the order of their names
 */
public record Origin(@Nullable Instant receivedAt, String from, List<KeptFile> files) {
    public Origin {
        files = List.copyOf(files);
    }

    /**
     * One of the statement's files.
     *
     * @param size in bytes
     */
    public record KeptFile(String name, long size) {}

    /** Of files that are there; one that cannot be looked at any more is left out. */
    public static Origin of(@Nullable Instant receivedAt, String from, List<Path> paths) {
        List<KeptFile> files = new ArrayList<>();
        for (Path path : paths) {
            OptionalLong size = size(path);
            if (size.isPresent()) {
                files.add(new KeptFile(String.valueOf(path.getFileName()), size.getAsLong()));
            }
        }
        return new Origin(receivedAt, from, files);
    }

    /** Nice to know, and no reason to be without a report. */
    private static OptionalLong size(Path path) {
        try {
            return OptionalLong.of(Files.size(path));
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }
}
