package dev.tplus1.outbox;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A file with a line of JSON for each message, which is on the disk before the message counts as
 * taken. The file is opened for each, so it may be moved away at any time. Thread-safe.
 */
final class LogSink implements Sink {
    private static final JsonFactory JSON = new JsonFactory();

    private final Path file;
    private final ReentrantLock writing = new ReentrantLock();

    LogSink(Path file) {
        this.file = file;
    }

    @Override
    public Outcome take(Message message) {
        writing.lock();
        try {
            append(line(message).getBytes(StandardCharsets.UTF_8));
            return new Outcome.Taken();
        } catch (FileSystemException e) {
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            // a full disk says so without the file's name
            FileSystemException named =
                    new FileSystemException(file.toString(), null, e.getMessage());
            named.initCause(e);
            throw new UncheckedIOException(named);
        } finally {
            writing.unlock();
        }
    }

    private static String line(Message message) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("id", message.id());
            json.writeStringProperty("topic", message.topic());
            json.writeStringProperty("key", message.key());
            json.writeStringProperty("createdAt", message.createdAt().toString());
            json.writeName("payload");
            // as it is: numbers keep every digit
            json.writeRawValue(message.line());
            json.writeEndObject();
        }
        return text.append('\n').toString();
    }

    private void append(byte[] line) throws IOException {
        boolean made = !Files.exists(file);
        boolean torn = !made && torn();
        ByteBuffer bytes = ByteBuffer.allocate(line.length + 1);
        if (torn) {
            // whoever wrote last was killed in the middle of its line; that message comes again
            bytes.put((byte) '\n');
        }
        bytes.put(line).flip();
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        if (made) {
            syncFolder();
        }
    }

    private boolean torn() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return channel.size() > 0
                    && channel.read(last, channel.size() - 1) == 1
                    && last.get(0) != '\n';
        }
    }

    /** So that the new file's name is on the disk too. */
    private void syncFolder() throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
