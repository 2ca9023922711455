package dev.tplus1.statement.input;

import dev.tplus1.delimited.Style;
import dev.tplus1.statement.Fingerprint;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;

/**
 * Opens a statement's bytes within {@link Limits}, plain or gzip, and refuses what is no statement
 * of any provider: an empty file, an archive, the page or error reply that was saved in its place.
 */
public final class StatementInput {
    private static final int HEAD_BYTES = 4096;

    private StatementInput() {}

    /** What messages call a file: its name without its folder. */
    public static String name(Path file) {
        Path name = file.getFileName();
        return Shown.reason(name == null ? file.toString() : name.toString());
    }

    /** The lines of a text file that is no part of a statement itself; close them. */
    public static LineReader lines(Path file, Charset charset)
            throws RefusedException, IOException {
        return lines(opened(file), name(file), charset);
    }

    /**
     * The lines of a text file, with cells that tabs may follow; close them.
     *
     * @param fingerprint takes the file's bytes in
     */
    public static LineReader lines(Path file, Charset charset, Fingerprint.Taking fingerprint)
            throws RefusedException, IOException {
        return lines(opened(file, fingerprint), name(file), charset);
    }

    static LineReader lines(InputStream in, String name, Charset charset)
            throws RefusedException, IOException {
        return new LineReader(checked(in, name, false), name, charset, Style.TABBED);
    }

    /**
     * The records of a text file in UTF-8; close them.
     *
     * @param fingerprint takes the file's bytes in
     */
    public static LineReader records(Path file, Style style, Fingerprint.Taking fingerprint)
            throws RefusedException, IOException {
        String name = name(file);
        return new LineReader(
                checked(opened(file, fingerprint), name, false),
                name,
                StandardCharsets.UTF_8,
                style);
    }

    /**
     * All bytes of a file that is small by nature, such as one page of JSON; a JSON document is
     * welcome here.
     */
    public static byte[] bytes(Path file, int limit) throws RefusedException, IOException {
        String name = name(file);
        try (InputStream in = checked(opened(file), name, true)) {
            byte[] bytes = in.readNBytes(limit + 1);
            if (bytes.length > limit) {
                throw new RefusedException(
                        name, 0, "it has more than " + limit + " bytes, the limit of a page");
            }
            return bytes;
        } catch (BadInputException e) {
            throw new RefusedException(name, 0, Shown.reason(e));
        }
    }

    /**
     * Hashes all bytes of a file, unpacked, without keeping them.
     *
     * @param digest takes them in
     * @throws RefusedException when they cannot be unpacked within the limits, or are no statement
     */
    public static void digest(Path file, MessageDigest digest)
            throws RefusedException, IOException {
        String name = name(file);
        try (InputStream in = checked(opened(file), name, false)) {
            in.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        } catch (BadInputException e) {
            throw new RefusedException(name, 0, Shown.reason(e));
        }
    }

    /** Whether a file, once unpacked, begins as a JSON object or array does. */
    public static boolean isJson(Path file) throws RefusedException, IOException {
        try (InputStream in = checked(opened(file), name(file), true)) {
            String head = new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8);
            String text = (head.startsWith("\ufeff") ? head.substring(1) : head).stripLeading();
            return text.startsWith("{") || text.startsWith("[");
        } catch (BadInputException e) {
            throw new RefusedException(name(file), 0, Shown.reason(e));
        }
    }

    /** How many bytes a file has that may be a statement's. */
    static long checkedSize(Path file) throws RefusedException, IOException {
        long size = Files.size(file);
        if (size == 0) {
            throw new RefusedException(
                    name(file), 0, "the file is empty (0 bytes): get it from the provider again");
        }
        if (size > Limits.FILE_BYTES) {
            throw new RefusedException(
                    name(file),
                    0,
                    "it has " + size + " bytes, more than " + Limits.FILE_BYTES + ", the limit");
        }
        return size;
    }

    private static InputStream opened(Path file) throws RefusedException, IOException {
        checkedSize(file);
        return unpacked(file, Files.newInputStream(file));
    }

    private static InputStream opened(Path file, Fingerprint.Taking fingerprint)
            throws RefusedException, IOException {
        long size = checkedSize(file);
        InputStream bytes = Files.newInputStream(file);
        InputStream ahead;
        try {
            ahead = new ReadAhead(fingerprint.of(bytes), size + 1);
        } catch (Throwable thrown) {
            closed(bytes, thrown);
            throw thrown;
        }
        return unpacked(file, ahead);
    }

    private static InputStream unpacked(Path file, InputStream bytes)
            throws RefusedException, IOException {
        BufferedInputStream in = new BufferedInputStream(bytes, 1 << 16);
        try {
            if (!GzipInput.starts(head(in))) {
                return in;
            }
            return new GzipInput(in);
        } catch (BadInputException e) {
            in.close();
            throw new RefusedException(name(file), 0, Shown.reason(e));
        } catch (Throwable thrown) {
            closed(in, thrown);
            throw thrown;
        }
    }

    /** What fails to be opened is closed, and says why it failed. */
    private static void closed(InputStream in, Throwable why) {
        try {
            in.close();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    private static BufferedInputStream checked(InputStream in, String name, boolean json)
            throws RefusedException, IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, 1 << 16);
        String reason;
        try {
            reason = NoStatement.reason(head(buffered), json);
        } catch (BadInputException e) {
            reason = Shown.reason(e);
        } catch (Throwable thrown) {
            closed(in, thrown);
            throw thrown;
        }
        if (reason != null) {
            in.close();
            throw new RefusedException(name, 0, reason);
        }
        return buffered;
    }

    private static byte[] head(BufferedInputStream in) throws IOException {
        in.mark(HEAD_BYTES);
        byte[] head = in.readNBytes(HEAD_BYTES);
        in.reset();
        return head;
    }
}
