package dev.tplus1.watch.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.encoder.Encoder;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * Writes to a file, which several processes may do at once: each line is one write at its end. When
 * it is full it becomes {@code FILE.1}, whose place it takes, and another is begun; only who has a
 * lock on a file moves it, so that none is moved twice. What cannot be written is counted and lost:
 * a log ends no run. Appended to by one thread at a time.
 */
final class LogFile extends AppenderBase<ILoggingEvent> {
    /** So with the one before it logs never take more than twice as much. */
    static final long MAX_BYTES = 64L << 20;

    /** How often it looks again for one with room, where others fill them as quickly. */
    private static final int TRIES = 3;

    private final Path file;
    private final Encoder<ILoggingEvent> encoder;
    private final long most;
    private @Nullable FileChannel channel;

    /** Which file the channel is of, whatever its name is by now; none where a system has none. */
    private @Nullable Object channelKey;

    private long lost;

    LogFile(Path file, Encoder<ILoggingEvent> encoder, long most) {
        this.file = file;
        this.encoder = encoder;
        this.most = most;
        setName("file");
    }

    /** Opens it, its folder made where there is none. */
    void open() throws IOException {
        opened();
        start();
    }

    private FileChannel opened() throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        // opened anew until it surely is the one that has the name
        for (int i = 0; ; i++) {
            Object before = key();
            FileChannel open =
                    FileChannel.open(
                            file,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.APPEND);
            Object after = key();
            if (Objects.equals(before, after) || i == TRIES) {
                channelKey = after;
                channel = open;
                return open;
            }
            open.close();
        }
    }

    /** Which file has the name now; none where there is none. */
    private @Nullable Object key() throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException _) {
            return null;
        }
    }

    /** How many lines could not be written. */
    synchronized long lost() {
        return lost;
    }

    @Override
    protected synchronized void append(ILoggingEvent event) {
        try {
            FileChannel open = roomy();
            ByteBuffer line = ByteBuffer.wrap(encoder.encode(event));
            while (line.hasRemaining()) {
                open.write(line);
            }
        } catch (IOException | RuntimeException _) {
            lost++;
        }
    }

    private FileChannel roomy() throws IOException {
        FileChannel open = channel;
        for (int i = 0; i < TRIES; i++) {
            if (open != null && open.isOpen()) {
                if (open.size() < most || !moved(open)) {
                    return open;
                }
                close();
            }
            open = opened();
        }
        return open == null ? opened() : open;
    }

    /**
     * Sees to it that a full file has the name no more.
     *
     * @return false where another is about to move it: it is gone on with until then
     */
    private boolean moved(FileChannel full) throws IOException {
        try (FileLock _ = full.lock()) {
            // another process may have moved it, and begun a new one already
            if (Objects.equals(key(), channelKey)) {
                Files.move(
                        file,
                        file.resolveSibling(file.getFileName() + ".1"),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            return true;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    private void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void stop() {
        super.stop();
        try {
            close();
        } catch (IOException _) {
            // all that could be written is
        }
    }
}
