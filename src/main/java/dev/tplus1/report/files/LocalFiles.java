package dev.tplus1.report.files;

import dev.tplus1.report.ReportException;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Files that appear whole or not at all. */
public final class LocalFiles {
    private static final String TEMPORARY = ".tplus1-";
    private static final String SUFFIX = ".tmp";

    private LocalFiles() {}

    /** Work on files. */
    public interface Work<R> {
        R run() throws IOException;
    }

    /** Fills an open file. */
    public interface Content<T> {
        void writeTo(T out) throws IOException;
    }

    /** Runs it and words what goes wrong. */
    public static <R> R attempt(Path where, Work<R> work) {
        try {
            return work.run();
        } catch (FileSystemException e) {
            String reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
            throw failed(e.getFile() == null ? where.toString() : e.getFile(), reason, e);
        } catch (UncheckedIOException e) {
            throw failed(where.toString(), String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw failed(where.toString(), String.valueOf(e.getMessage()), e);
        }
    }

    private static ReportException failed(String where, String reason, Exception cause) {
        return new ReportException(
                "report: "
                        + where
                        + " cannot be written: "
                        + reason
                        + ". Check the folder's owner and free space, then run again.",
                cause);
    }

    /** A folder of that very name: made when missing, refused when it is a link or a file. */
    public static void ownFolder(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                FileSystemException refused =
                        new FileSystemException(
                                folder.toString(),
                                null,
                                "a link or a file stands where a folder must");
                refused.initCause(e);
                throw refused;
            }
        }
    }

    /** Removes what a killed run left half-written. */
    public static void sweep(Path folder) throws IOException {
        try (DirectoryStream<Path> leftovers =
                Files.newDirectoryStream(folder, TEMPORARY + "*" + SUFFIX)) {
            for (Path each : leftovers) {
                Files.deleteIfExists(each);
            }
        }
    }

    /** A new name in a folder for a file that {@link #sweep} removes if its run is killed. */
    public static Path temporary(Path folder) {
        return folder.resolve(TEMPORARY + UUID.randomUUID() + SUFFIX);
    }

    public static void removeIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException _) {
            // somebody keeps a file of their own there; ours are gone, and that is what counts
        }
    }

    public static void writeText(Path file, Content<Writer> content) throws IOException {
        write(
                file,
                out -> {
                    Writer writer =
                            new BufferedWriter(
                                    new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
                    content.writeTo(writer);
                    writer.flush();
                });
    }

    /** To a temporary name beside it, to disk, then renamed over what was there. */
    public static void write(Path file, Content<OutputStream> content) throws IOException {
        Path temporary = temporary(parent(file));
        try {
            try (FileChannel channel =
                            FileChannel.open(
                                    temporary,
                                    StandardOpenOption.CREATE_NEW,
                                    StandardOpenOption.WRITE);
                    OutputStream out = Channels.newOutputStream(channel)) {
                content.writeTo(out);
                channel.force(true);
            }
            Files.move(
                    temporary,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
        try (FileChannel folder = FileChannel.open(parent(file), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    private static Path parent(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IllegalStateException(file + " has no folder");
        }
        return parent;
    }
}
