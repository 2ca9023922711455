package dev.tplus1.statement.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Exactly one gzip member and nothing after it, within {@link Limits}. The JDK's own stream takes
 * trailing bytes and further members in silence; a statement has neither, so both are refused here,
 * as is a member that ends early or does not have the length and checksum that it says.
 */
final class GzipInput extends InputStream {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int FLAG_HEADER_CRC = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;
    private static final int FLAGS_RESERVED = 0xe0;
    private static final int METHOD_DEFLATE = 8;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private int position;
    private int limit;
    private boolean ended;

    GzipInput(InputStream in) throws IOException {
        this.in = in;
        try {
            header();
        } catch (IOException e) {
            inflater.end();
            throw e;
        }
    }

    static boolean starts(byte[] head) {
        return head.length >= 2 && head[0] == 0x1f && head[1] == (byte) 0x8b;
    }

    private void header() throws IOException {
        int magic = next() | next() << 8;
        if (magic != 0x8b1f || next() != METHOD_DEFLATE) {
            throw new BadInputException("it is not gzip data that can be read");
        }
        int flags = next();
        if ((flags & FLAGS_RESERVED) != 0) {
            throw new BadInputException("its gzip header has flags that gzip does not know");
        }
        skip(6);
        if ((flags & FLAG_EXTRA) != 0) {
            skip(next() | next() << 8);
        }
        if ((flags & FLAG_NAME) != 0) {
            skipText();
        }
        if ((flags & FLAG_COMMENT) != 0) {
            skipText();
        }
        if ((flags & FLAG_HEADER_CRC) != 0) {
            skip(2);
        }
        inflater.setInput(buffer, position, limit - position);
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
        while (!ended) {
            int count = inflate(target, offset, length);
            if (count > 0) {
                crc.update(target, offset, count);
                BadInputException.checkInflated(
                        inflater.getBytesWritten(), inflater.getBytesRead());
                return count;
            }
            if (inflater.finished()) {
                trailer();
            } else if (inflater.needsInput()) {
                position = 0;
                limit = in.read(buffer, 0, buffer.length);
                if (limit <= 0) {
                    throw new BadInputException("its gzip data ends early: the file is cut off");
                }
                inflater.setInput(buffer, 0, limit);
            } else {
                throw new BadInputException("its gzip data needs a dictionary");
            }
        }
        return -1;
    }

    private int inflate(byte[] target, int offset, int length) throws IOException {
        try {
            return inflater.inflate(target, offset, length);
        } catch (DataFormatException _) {
            throw new BadInputException("its gzip data is damaged");
        }
    }

    private void trailer() throws IOException {
        position = limit - inflater.getRemaining();
        long checksum = next() | next() << 8 | next() << 16 | (long) next() << 24;
        long length = next() | next() << 8 | next() << 16 | (long) next() << 24;
        if (checksum != crc.getValue() || length != (inflater.getBytesWritten() & 0xffff_ffffL)) {
            throw new BadInputException("its gzip checksum does not fit: the file is damaged");
        }
        if (position < limit || in.read() >= 0) {
            throw new BadInputException(
                    "it goes on after the end of its gzip data: one gzip member is expected");
        }
        ended = true;
    }

    private int next() throws IOException {
        if (position == limit) {
            position = 0;
            limit = Math.max(in.read(buffer, 0, buffer.length), 0);
            if (limit == 0) {
                throw new BadInputException("its gzip data ends early: the file is cut off");
            }
        }
        return buffer[position++] & 0xff;
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            next();
        }
    }

    private void skipText() throws IOException {
        for (int i = 0; i < Limits.LINE_BYTES; i++) {
            if (next() == 0) {
                return;
            }
        }
        throw new BadInputException("its gzip header is too long");
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
