package dev.tplus1.statement.input;

import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;

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
 * The lines of a text, one at a time: ended by LF or CRLF, numbered from 1, decoded strictly (bytes
 * that the charset does not know are refused with their line, never replaced). A byte order mark of
 * UTF-8 is skipped. Not thread-safe.
 */
public final class LineReader implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream in;
    private final String file;
    private final Charset charset;
    private final CharsetDecoder decoder;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private CharBuffer chars = CharBuffer.allocate(1 << 12);
    private int position;
    private int limit;
    private int start;
    private int end;
    private long number;
    private boolean ended = true;
    private String text = "";

    LineReader(InputStream in, String file, Charset charset) {
        this.in = in;
        this.file = file;
        this.charset = charset;
        this.decoder =
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    /**
     * Goes to the next line.
     *
     * @return whether there is one
     * @throws RefusedException when it is too long or has bytes that are no text
     */
    public boolean next() throws RefusedException, IOException {
        int from = position;
        while (true) {
            for (int i = from; i < limit; i++) {
                if (buffer[i] == '\n') {
                    number++;
                    take(position, i, true);
                    position = i + 1;
                    return true;
                }
            }
            int scanned = limit - position;
            if (scanned > Limits.LINE_BYTES) {
                number++;
                throw refuse("the line has more than " + Limits.LINE_BYTES + " bytes, the limit");
            }
            if (!fill()) {
                break;
            }
            from = position + scanned;
        }
        if (position == limit) {
            return false;
        }
        number++;
        take(position, limit, false);
        position = limit;
        return true;
    }

    private boolean fill() throws RefusedException, IOException {
        int kept = limit - position;
        if (kept == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        } else {
            System.arraycopy(buffer, position, buffer, 0, kept);
            limit = kept;
            position = 0;
        }
        int read;
        try {
            read = in.read(buffer, limit, buffer.length - limit);
        } catch (BadInputException e) {
            throw refuse(Shown.reason(e));
        } catch (java.util.zip.ZipException | java.io.EOFException e) {
            throw refuse("its packed data is damaged (" + Shown.reason(e) + ")");
        }
        if (read < 0) {
            return false;
        }
        limit += read;
        return true;
    }

    private void take(int from, int to, boolean terminated) throws RefusedException {
        start = from;
        end = to > from && buffer[to - 1] == '\r' ? to - 1 : to;
        ended = terminated;
        boolean marked =
                number == 1
                        && charset.equals(StandardCharsets.UTF_8)
                        && end - start >= 3
                        && buffer[start] == (byte) 0xef
                        && buffer[start + 1] == (byte) 0xbb
                        && buffer[start + 2] == (byte) 0xbf;
        if (marked) {
            start += 3;
        }
        text = decoded();
    }

    private String decoded() throws RefusedException {
        boolean ascii = true;
        for (int i = start; i < end && ascii; i++) {
            ascii = buffer[i] >= 0;
        }
        if (ascii) {
            return raw();
        }
        if (chars.capacity() < end - start) {
            chars = CharBuffer.allocate(end - start + (end - start) / 2);
        }
        chars.clear();
        ByteBuffer bytes = ByteBuffer.wrap(buffer, start, end - start);
        decoder.reset();
        CoderResult result = decoder.decode(bytes, chars, true);
        if (!result.isError()) {
            result = decoder.flush(chars);
        }
        if (result.isError()) {
            throw refuse(
                    String.format(
                            "byte %d of the line (0x%02X) is not %s text; give the file as the"
                                    + " provider sent it",
                            bytes.position() - start + 1,
                            buffer[bytes.position()] & 0xff,
                            charset.name()));
        }
        return chars.flip().toString();
    }

    /** The line without its end. */
    public String text() {
        return text;
    }

    /** The line's own bytes without its end, one char each (ISO 8859-1). */
    public String raw() {
        return new String(buffer, start, end - start, StandardCharsets.ISO_8859_1);
    }

    /** Its number, from 1; 0 before the first. */
    public long number() {
        return number;
    }

    /** Whether the line had an end; only a file's last may have none. */
    public boolean ended() {
        return ended;
    }

    public String file() {
        return file;
    }

    /** A refusal that names this file and line. */
    public RefusedException refuse(String reason) {
        return new RefusedException(file, number, Shown.reason(reason));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
