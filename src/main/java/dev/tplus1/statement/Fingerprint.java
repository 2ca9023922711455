package dev.tplus1.statement;

import dev.tplus1.entry.ByteOrder;

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
        MessageDigest digest = newDigest();
        long bytes = 0;
        byte[] buffer = new byte[BUFFER_BYTES];
        for (Path file : files.stream().sorted(BY_NAME).toList()) {
            try (InputStream in = Files.newInputStream(file)) {
                int read = in.read(buffer);
                while (read >= 0) {
                    digest.update(buffer, 0, read);
                    bytes += read;
                    read = in.read(buffer);
                }
            }
        }
        return new Fingerprint(HexFormat.of().formatHex(digest.digest()), bytes);
    }

    /**
     * Refuses files that grew or shrank since, as while they are still being copied.
     *
     * @throws RefusedException naming the first file
     */
    public void checkUnchanged(List<Path> files) throws RefusedException, IOException {
        long now = 0;
        for (Path file : files) {
            now += Files.size(file);
        }
        if (now != bytes) {
            throw new RefusedException(
                    name(files.getFirst()), 0, "it changed while it was read: try again later");
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
