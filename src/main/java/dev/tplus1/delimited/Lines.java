package dev.tplus1.delimited;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The part of a text that is in memory, from {@code start}, where the record in hand begins, and
 * its lines: ended by LF or CRLF, numbered from 1, valid in the charset. Behind the last byte
 * stands a line feed of our own, so that a search for the end of a line needs no other bound.
 */
final class Lines implements AutoCloseable {
    /** Room for the line feed at the end, and for reading eight bytes from the last one on. */
    private static final int SLACK = 16;

    final Charset charset;
    final int maxBytes;
    byte[] bytes;
    int start;
    int limit;

    /** Whether the input has no more bytes than are here. */
    boolean atEnd;

    /** The lines that were taken so far. */
    long number;

    /** Whether the last of them had an end. */
    boolean ended = true;

    /** The line in hand, without its end; the next one begins at {@code next}. */
    int from;

    int to;
    int next;

    /** Whether a byte order mark was passed over. */
    boolean marked;

    private final InputStream in;
    private final boolean utf8;
    private final CharsetDecoder decoder;
    private CharBuffer chars = CharBuffer.allocate(1 << 8);
    private @Nullable IOException failure;

    Lines(InputStream in, Charset charset, int bufferBytes, int maxBytes) {
        this.in = in;
        this.charset = charset;
        this.decoder =
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        this.maxBytes = maxBytes;
        this.utf8 = charset.equals(StandardCharsets.UTF_8);
        this.bytes = new byte[bufferBytes + SLACK];
        bytes[0] = '\n';
    }

    /**
     * Reads on; what begins at {@code start} is kept, but moves.
     *
     * @return whether there were more bytes
     */
    boolean fill() throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (atEnd) {
            return false;
        }
        int kept = limit - start;
        int capacity = bytes.length - SLACK;
        byte[] target =
                kept > capacity / 2 ? new byte[Math.multiplyExact(capacity, 2) + SLACK] : bytes;
        System.arraycopy(bytes, start, target, 0, kept);
        bytes = target;
        start = 0;
        limit = kept;
        try {
            while (limit < bytes.length - SLACK && !atEnd) {
                int read = in.read(bytes, limit, bytes.length - SLACK - limit);
                atEnd = read < 0;
                limit += Math.max(read, 0);
            }
        } catch (IOException e) {
            // the lines before it come first
            failure = e;
        }
        bytes[limit] = '\n';
        if (failure != null && limit == kept) {
            throw failure;
        }
        return limit > kept;
    }

    /** Whether a mark and no line was met so far: then there is one line, if an empty one. */
    boolean marksOnly() {
        return marked && number == 0;
    }

    /** Passes over the byte order mark of UTF-8. */
    void mark() throws IOException {
        int read = 0;
        while (read < 3 && fill()) {
            read = limit;
        }
        marked =
                utf8
                        && limit >= 3
                        && bytes[0] == (byte) 0xef
                        && bytes[1] == (byte) 0xbb
                        && bytes[2] == (byte) 0xbf;
        start = marked ? 3 : 0;
    }

    /**
     * Takes the line that begins this far behind {@code start}.
     *
     * @return whether there is one
     */
    boolean take(int distance) throws DelimitedException, IOException {
        int at = distance;
        int end = end(start + at);
        while (end == limit && !atEnd) {
            at = limit - start;
            check(at - distance);
            fill();
            end = end(start + at);
        }
        int begin = start + distance;
        if (end == limit && begin == limit) {
            return false;
        }
        check(end - begin);
        take(begin, end);
        requireText();
        return true;
    }

    /** Takes the line between these places; that it is text is for the caller to see to. */
    void take(int begin, int end) {
        number++;
        from = begin;
        to = end > begin && bytes[end - 1] == '\r' ? end - 1 : end;
        ended = end < limit;
        next = ended ? end + 1 : end;
    }

    private int end(int begin) {
        int at = begin;
        while (bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    /** Refuses a line of this many bytes when they are too many. */
    void check(int length) throws DelimitedException {
        if (length > maxBytes) {
            number++;
            throw refuse("the line has more than " + maxBytes + " bytes, the limit");
        }
    }

    /** Whether these bytes, some of which are not ASCII, are text. */
    boolean isText(int begin, int end) {
        return utf8 ? Utf8.valid(bytes, begin, end) : decode(begin, end) < 0;
    }

    private void requireText() throws DelimitedException {
        if (Utf8.ascii(bytes, from, to) || isText(from, to)) {
            return;
        }
        int bad = decode(from, to);
        throw new DelimitedException(
                number,
                true,
                String.format(
                        "byte %d of the line (0x%02X) is not %s text; give the file as the"
                                + " provider sent it",
                        bad - from + 1, bytes[bad] & 0xff, charset.name()));
    }

    /** The place of the first byte that the charset does not know; -1 when there is none. */
    private int decode(int begin, int end) {
        if (chars.capacity() < end - begin) {
            chars = CharBuffer.allocate((end - begin) * 2);
        }
        chars.clear();
        decoder.reset();
        ByteBuffer source = ByteBuffer.wrap(bytes, begin, end - begin);
        CoderResult result = decoder.decode(source, chars, true);
        if (!result.isError()) {
            result = decoder.flush(chars);
        }
        return result.isError() ? source.position() : -1;
    }

    DelimitedException refuse(String reason) {
        return new DelimitedException(number, false, reason);
    }

    /** These bytes with LF for CRLF, one char each (ISO 8859-1). */
    String raw(int begin, int end) {
        byte[] joined = Arrays.copyOfRange(bytes, begin, end);
        int length = 0;
        for (int i = 0; i < joined.length; i++) {
            boolean dropped = joined[i] == '\r' && i + 1 < joined.length && joined[i + 1] == '\n';
            if (!dropped) {
                joined[length++] = joined[i];
            }
        }
        return new String(joined, 0, length, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
