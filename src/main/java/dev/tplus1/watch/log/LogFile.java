package dev.tplus1.watch.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.encoder.Encoder;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes to a file, which several processes may do at once: each line is one write at its end. When
 * it is full it becomes {@code FILE.1}, whose place it takes, and another is begun. What cannot be
 * written is counted and lost: a log ends no run. Appended to by one thread at a time.
 */
final class LogFile extends AppenderBase<ILoggingEvent> {
    /** So with the one before it logs never take more than twice as much. */
    static final long MAX_BYTES = 64L << 20;

    private final Path file;
    private final Encoder<ILoggingEvent> encoder;
    private final long most;
    private @Nullable FileChannel channel;
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
        FileChannel open =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND);
        channel = open;
        return open;
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
        if (open != null && open.isOpen() && open.size() < most) {
            return open;
        }
        close();
        // another process may have begun a new one already
        if (size() >= most) {
            Files.move(
                    file,
                    file.resolveSibling(file.getFileName() + ".1"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        return opened();
    }

    private long size() throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException _) {
            return 0;
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
