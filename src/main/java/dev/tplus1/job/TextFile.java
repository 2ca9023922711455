package dev.tplus1.job;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/**
 * Reads a file that holds one text, a key say: a regular file of bounded size, in UTF-8; line
 * breaks at its end are no part of the text. Links are followed, as Kubernetes makes them. What is
 * wrong is an IllegalArgumentException that shows neither the text nor the file's name.
 */
public final class TextFile {
    private static final int MAX_BYTES = 1 << 20;

    /** Whoever may do one of these could read a secret, or put another in its place. */
    private static final Set<PosixFilePermission> NOT_SECRET =
            EnumSet.of(
                    PosixFilePermission.OTHERS_READ,
                    PosixFilePermission.OTHERS_WRITE,
                    PosixFilePermission.GROUP_WRITE);

    private static final Set<PosixFilePermission> ANYBODYS =
            EnumSet.of(PosixFilePermission.OTHERS_WRITE);

    private TextFile() {}

    /** A secret, in a file that only its owner and its group may read. */
    static String secret(Path file) {
        return read(
                file,
                NOT_SECRET,
                "others than its owner and group may read it, or others than its owner may change"
                        + " it",
                "chmod 0440 it; in Kubernetes: defaultMode: 0440");
    }

    /** What everybody may read, but not everybody write. */
    public static String open(Path file) {
        return read(file, ANYBODYS, "everybody may change it", "chmod o-w it");
    }

    /** Where a file is that is named in a job file. */
    public static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException _) {
            throw new IllegalArgumentException("is no path of a file; correct it");
        }
    }

    private static String read(
            Path file, Set<PosixFilePermission> forbidden, String wrong, String mend) {
        try {
            PosixFileAttributeView view =
                    Files.getFileAttributeView(file, PosixFileAttributeView.class);
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new IllegalArgumentException("is no regular file; name one");
            }
            if (view != null) {
                Set<PosixFilePermission> granted = view.readAttributes().permissions();
                if (granted.stream().anyMatch(forbidden::contains)) {
                    throw new IllegalArgumentException(
                            wrong + " (mode " + mode(granted) + "); " + mend);
                }
            }
            byte[] bytes;
            try (InputStream stream = Files.newInputStream(file)) {
                bytes = stream.readNBytes(MAX_BYTES + 1);
            }
            return text(bytes);
        } catch (NoSuchFileException _) {
            throw new IllegalArgumentException("there is no such file; make it, or mend the path");
        } catch (AccessDeniedException _) {
            throw new IllegalArgumentException(
                    "this user may not read it; look at its owner and mode");
        } catch (CharacterCodingException _) {
            throw new IllegalArgumentException("is not UTF-8; save it as UTF-8");
        } catch (IOException _) {
            throw new IllegalArgumentException("cannot be read");
        }
    }

    private static String text(byte[] bytes) throws CharacterCodingException {
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("is larger than 1 MiB; name the right file");
        }
        String text =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString()
                        .replaceFirst("[\\r\\n]+\\z", "");
        if (text.isBlank()) {
            throw new IllegalArgumentException("is empty; write the text into it");
        }
        return text;
    }

    /** {@code 0644}. */
    private static String mode(Set<PosixFilePermission> granted) {
        int bits = 0;
        for (PosixFilePermission each : PosixFilePermission.values()) {
            bits = bits << 1 | (granted.contains(each) ? 1 : 0);
        }
        return "0" + String.format("%03o", bits);
    }
}
