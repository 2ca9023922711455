package dev.tplus1.report.sheet;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** A sheet's part while it grows, packed in a temporary file of its own. One thread. */
final class Spill implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    private final OutputStream out;

    /**
     * @param file which is not there yet
     */
    Spill(Path file) throws IOException {
        this.file = file;
        this.out =
                new BufferedOutputStream(
                        new DeflaterOutputStream(
                                Files.newOutputStream(
                                        file,
                                        StandardOpenOption.CREATE_NEW,
                                        StandardOpenOption.WRITE),
                                deflater,
                                BUFFER),
                        BUFFER);
    }

    OutputStream out() {
        return out;
    }

    /** Ends it and writes all of it there. */
    void moveTo(OutputStream to) throws IOException {
        out.close();
        try (InputStream in = new InflaterInputStream(Files.newInputStream(file))) {
            in.transferTo(to);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            out.close();
        } finally {
            deflater.end();
            Files.deleteIfExists(file);
        }
    }
}
