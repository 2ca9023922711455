package dev.tplus1.statement.input;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Reads a stream in a thread of its own, a few chunks ahead of whoever reads this, so that waiting
 * for the disk, and hashing what comes from it, goes on beside what is done with the bytes. Read
 * and closed by one thread.
 */
final class ReadAhead extends InputStream {
    private static final int CHUNK_BYTES = 1 << 18;
    private static final int CHUNKS = 3;

    /** How often the reader looks whether anybody is left to wait for. */
    private static final long LOOK_MILLIS = 500;

    private final InputStream in;
    private final BlockingQueue<Chunk> full = new ArrayBlockingQueue<>(CHUNKS);
    private final BlockingQueue<byte[]> empty = new ArrayBlockingQueue<>(CHUNKS);
    private final Thread thread;

    /** Why the thread ended without having said how the stream did. */
    private volatile @Nullable Throwable lost;

    private Chunk chunk = Chunk.NONE;
    private int position;

    /** Some bytes, or how the stream ended: then the length is -1. */
    private static final class Chunk {
        private static final Chunk NONE = new Chunk(new byte[0], 0, null);

        private final byte[] bytes;
        private final int length;
        private final @Nullable Throwable failure;

        Chunk(byte[] bytes, int length, @Nullable Throwable failure) {
            this.bytes = bytes;
            this.length = length;
            this.failure = failure;
        }
    }

    /**
     * Begins to read.
     *
     * @param in is closed when this is
     * @param size about how many bytes are expected
     */
    ReadAhead(InputStream in, long size) {
        this.in = in;
        int bytes = Math.clamp(size, 1, CHUNK_BYTES);
        for (int i = 0; i < CHUNKS; i++) {
            empty.add(new byte[bytes]);
        }
        this.thread = Thread.ofPlatform().name("read-ahead").daemon().start(this::readOn);
    }

    private void readOn() {
        try {
            Chunk next = Chunk.NONE;
            while (next.length >= 0) {
                byte[] bytes = empty.take();
                next = filled(bytes);
                full.put(next);
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            // mostly closed: nobody reads on; else whoever waits learns of it
            lost = e;
        }
    }

    private Chunk filled(byte[] bytes) {
        try {
            return new Chunk(bytes, in.read(bytes, 0, bytes.length), null);
        } catch (IOException | RuntimeException | Error e) {
            return new Chunk(bytes, -1, e);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (position == chunk.length) {
            turn();
        }
        if (chunk.length < 0) {
            fail();
            return -1;
        }
        int count = Math.min(length, chunk.length - position);
        System.arraycopy(chunk.bytes, position, target, offset, count);
        position += count;
        return count;
    }

    private void turn() throws IOException {
        try {
            if (chunk.bytes.length > 0) {
                byte[] read = chunk.bytes;
                chunk = Chunk.NONE;
                position = 0;
                empty.put(read);
            }
            chunk = next();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while reading");
        }
    }

    private Chunk next() throws IOException, InterruptedException {
        while (true) {
            boolean alive = thread.isAlive();
            Chunk next = full.poll(alive ? LOOK_MILLIS : 0, TimeUnit.MILLISECONDS);
            if (next != null) {
                return next;
            }
            if (!alive) {
                throw new IOException("reading ended before the end of the file", lost);
            }
        }
    }

    private void fail() throws IOException {
        switch (chunk.failure) {
            case null -> {}
            case IOException e -> throw new IOException(e.getMessage(), e);
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    /** Ends the thread, wherever it is, before it closes what it reads. */
    @Override
    public void close() throws IOException {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        in.close();
    }
}
