package dev.tplus1.watch.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/** The file that node_exporter reads: there whole, or as it was before. */
final class Textfile {
    /** A thousand accounts have a third of it. */
    private static final int MAX_BYTES = 32 << 20;

    private static final String READABLE_BY_ALL = "rw-r--r--";

    private final Path file;

    Textfile(Path file) {
        this.file = file;
    }

    /**
     * What it says of a job; nothing where it is not there, cannot be read, or is none that was
     * written here.
     */
    Gauges gauges(String job) {
        if (!Files.isRegularFile(file)) {
            return new Gauges();
        }
        try (InputStream stream = Files.newInputStream(file)) {
            byte[] bytes = stream.readNBytes(MAX_BYTES + 1);
            return bytes.length > MAX_BYTES
                    ? new Gauges()
                    : Exposed.gauges(new String(bytes, StandardCharsets.UTF_8), job);
        } catch (IOException | IllegalArgumentException _) {
            return new Gauges(); // the next run has it whole again, but for how long others took
        }
    }

    /** Puts a text in its place; the collector reads no other name than the last one. */
    void write(String text) throws IOException {
        Path temporary =
                file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            Files.writeString(temporary, text, StandardOpenOption.CREATE_NEW);
            PosixFileAttributeView view =
                    Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
            if (view != null) {
                view.setPermissions(PosixFilePermissions.fromString(READABLE_BY_ALL));
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
