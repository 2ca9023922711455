package dev.tplus1.statement;

import dev.tplus1.entry.ByteOrder;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * What the bytes of a statement's files hash to.
 *
 * @param sha256 of the files' bytes in the order of their names, hex
 * @param bytes how many there are
 */
public record Fingerprint(String sha256, long bytes) {
    private static final int BUFFER_BYTES = 1 << 16;

    /** Files in the byte order of their names; of two with one name, in that of their paths. */
    public static final Comparator<Path> BY_NAME =
            Comparator.comparing(Fingerprint::name, ByteOrder.OF_TEXT)
                    .thenComparing(Path::toString, ByteOrder.OF_TEXT);

    /** Reads the files, which may come in any order. */
    public static Fingerprint of(List<Path> files) throws IOException {
        Taking taking = new Taking();
        for (Path file : files.stream().sorted(BY_NAME).toList()) {
            taking.add(file);
        }
        return taking.taken();
    }

    /**
     * Takes a fingerprint of files while they are read, so that it is of the very bytes that were
     * read. Each file comes once, to its end, one after another in the order of their names. Not
     * thread-safe, but may be handed from thread to thread.
     */
    public static final class Taking {
        private final MessageDigest digest = newDigest();
        private long bytes;
        private boolean atEnd = true;

        /** All of a file that is read in another way than from its begin to its end. */
        public void add(Path file) throws IOException {
            byte[] buffer = new byte[BUFFER_BYTES];
            try (InputStream in = of(Files.newInputStream(file))) {
                while (in.read(buffer, 0, buffer.length) >= 0) {
                    // hashed on its way
                }
            }
        }

        /** The same stream, whose bytes are hashed as they pass. */
        public InputStream of(InputStream in) {
            requireEnd();
            atEnd = false;
            return new FilterInputStream(in) {
                @Override
                public int read() throws IOException {
                    byte[] one = new byte[1];
                    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    int read = super.read(target, offset, length);
                    if (read > 0) {
                        digest.update(target, offset, read);
                        bytes += read;
                    }
                    atEnd |= read < 0;
                    return read;
                }

                @Override
                public boolean markSupported() {
                    return false;
                }
            };
        }

        private void requireEnd() {
            if (!atEnd) {
                throw new IllegalStateException("a file was not read to its end");
            }
        }

        /**
         * The fingerprint of what has passed.
         *
         * @throws IllegalStateException when a file was not read to its end
         */
        Fingerprint taken() {
            requireEnd();
            return new Fingerprint(HexFormat.of().formatHex(digest.digest()), bytes);
        }

        /**
         * The fingerprint of these files, which have passed.
         *
         * @throws RefusedException naming the first file, when they grew or shrank since, as while
         *     they are still being copied
         */
        public Fingerprint taken(List<Path> files) throws RefusedException, IOException {
            long now = 0;
            for (Path file : files) {
                now += Files.size(file);
            }
            if (now != bytes) {
                throw new RefusedException(
                        name(files.getFirst()), 0, "it changed while it was read: try again later");
            }
            return taken();
        }
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String name(Path file) {
        Path name = file.getFileName();
        return name == null ? file.toString() : name.toString();
    }
}
