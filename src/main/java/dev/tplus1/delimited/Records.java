package dev.tplus1.delimited;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The records of a delimited text, one at a time. A record's cells are slices of {@link #bytes()},
 * good until the next call of {@link #next()}; no object is made for a record or a cell. Lines end
 * in LF or CRLF and are numbered from 1; bytes that the charset does not know are refused, never
 * replaced; a byte order mark of UTF-8 is skipped. Any charset will do in which the bytes of a
 * comma, a quote, a tab and a line end stand for nothing else, as in UTF-8 and GBK. Not
 * thread-safe.
 */
public final class Records implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 18;
    private static final int MORE = -1;
    private static final int GENERAL = -2;
    private static final long ONES = 0x0101010101010101L;

    /** All that cuts a line is at most a comma in ASCII. */
    private static final long ABOVE_COMMA = ONES * (',' + 1);

    private final Lines lines;
    private final boolean quoted;
    private final boolean backtick;
    private final boolean tabbed;
    private final int[] from;
    private final int[] to;
    private final int maxCells;
    private final QuotedForm general;
    private byte[] bytes;
    private int count;
    private boolean fresh = true;

    /** Where the record begins, in the lines' bytes, and where its last line ends. */
    private int begin;

    private int end;
    private int next;
    private long line;

    /** Whether the record in hand, as far as it was read, has bytes beyond ASCII. */
    private boolean high;

    /**
     * Reads a text that is unpacked already; closes the stream when closed.
     *
     * @param maxBytes how long a line, or a record of several, may be
     * @param maxCells how many cells a record may have
     */
    public Records(InputStream in, Charset charset, Style style, int maxBytes, int maxCells) {
        this(in, charset, style, maxBytes, maxCells, BUFFER_BYTES);
    }

    Records(
            InputStream in,
            Charset charset,
            Style style,
            int maxBytes,
            int maxCells,
            int bufferBytes) {
        this.lines = new Lines(in, charset, bufferBytes, maxBytes);
        this.quoted = style == Style.QUOTED;
        this.backtick = style == Style.BACKTICK;
        this.tabbed = style == Style.TABBED;
        this.maxCells = maxCells;
        this.from = new int[maxCells + 1];
        this.to = new int[maxCells + 1];
        this.general = new QuotedForm(lines, from, to, maxCells);
        this.bytes = lines.bytes;
    }

    /**
     * Goes to the next record.
     *
     * @return whether there is one
     * @throws DelimitedException when a line is too long, is no text, or cannot be cut into cells
     */
    public boolean next() throws DelimitedException, IOException {
        count = 0;
        if (fresh) {
            fresh = false;
            lines.mark();
        } else {
            lines.start = next;
        }
        while (true) {
            int at = cut(lines.bytes, lines.start);
            if (at == MORE) {
                lines.check(lines.limit - lines.start);
                lines.fill();
            } else if (at == GENERAL || (high && !lines.isText(lines.start, at))) {
                general();
                return true;
            } else if (at == lines.limit && at == lines.start && !lines.marksOnly()) {
                count = 0;
                next = at;
                return false;
            } else {
                lines.check(at - lines.start);
                lines.take(lines.start, at);
                if (lines.to > lines.from || !quoted) {
                    plain();
                    return true;
                }
                lines.start = lines.next;
            }
        }
    }

    private void plain() {
        bytes = lines.bytes;
        line = lines.number;
        begin = lines.from;
        end = lines.to;
        next = lines.next;
        if (tabbed) {
            for (int i = 0; i < count; i++) {
                while (to[i] > from[i] && bytes[to[i] - 1] == '\t') {
                    to[i]--;
                }
            }
        }
    }

    private void general() throws DelimitedException, IOException {
        long first = lines.number + 1;
        if (quoted) {
            count = general.read();
            bytes = general.values();
        } else {
            // no text, or too many cells
            lines.take(0);
            throw lines.refuse("the record has more than " + maxCells + " cells");
        }
        line = first;
        begin = lines.start;
        end = lines.to;
        next = lines.next;
    }

    /**
     * Cuts the line that begins here into cells: the hot loop, which looks at eight bytes at once.
     * Quotes that stand around whole cells of one line it takes off; all else about quotes it
     * leaves to the general form, as it does what is to be refused.
     *
     * @return the place of its line feed; {@link #MORE} when its end is not in memory yet, {@link
     *     #GENERAL} when it takes more than this knows
     */
    private int cut(byte[] b, int start) {
        int n = 0;
        boolean ticked = backtick && b[start] == '`';
        int step = ticked ? 2 : 1;
        int cell = ticked ? start + 1 : start;
        int quote = 0;
        boolean open = false;
        long seen = 0;
        for (int base = start; ; base += Long.BYTES) {
            long word = (long) Utf8.LONGS.get(b, base);
            seen |= word;
            long marks = ~((word | Utf8.HIGH) - ABOVE_COMMA) & ~word & Utf8.HIGH;
            for (; marks != 0; marks &= marks - 1) {
                int at = base + (Long.numberOfTrailingZeros(marks) >>> 3);
                byte mark = b[at];
                if (mark == ',') {
                    if (open || (ticked && b[at + 1] != '`')) {
                        continue;
                    }
                    if (n == maxCells) {
                        return GENERAL;
                    }
                    from[n] = cell + quote;
                    to[n++] = at - quote;
                    cell = at + step;
                    quote = 0;
                } else if (mark == '\n') {
                    if (at == lines.limit && !lines.atEnd) {
                        return MORE;
                    }
                    if (open || n == maxCells) {
                        return GENERAL;
                    }
                    from[n] = cell + quote;
                    to[n] = (at > start && b[at - 1] == '\r' ? at - 1 : at) - quote;
                    count = n + 1;
                    high = (seen & Utf8.HIGH) != 0;
                    return at;
                } else if (mark == '"' && quoted) {
                    if (open ? !closes(b, at + 1) : at != cell) {
                        return GENERAL;
                    }
                    open = !open;
                    quote = 1;
                }
            }
        }
    }

    /** Whether a cell's closing quote may stand before this place. */
    private static boolean closes(byte[] b, int at) {
        return b[at] == ',' || b[at] == '\n' || (b[at] == '\r' && b[at + 1] == '\n');
    }

    /** What the slices of the record in hand are of; may be another array for the next one. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many cells the record in hand has; at least one. */
    public int count() {
        return count;
    }

    /** Where a cell begins. */
    public int from(int cell) {
        return from[cell];
    }

    /** Where it ends: the place after its last byte. */
    public int to(int cell) {
        return to[cell];
    }

    /** Whether the record in hand begins with this byte. */
    public boolean begins(char ascii) {
        return begin < end && lines.bytes[begin] == ascii;
    }

    /** A cell as text. */
    public String text(int cell) {
        return new String(bytes, from[cell], to[cell] - from[cell], lines.charset);
    }

    /** The record as it stands there, its lines' ends LF, without the last. */
    public String text() {
        return line == lines.number
                ? new String(lines.bytes, begin, end - begin, lines.charset)
                : new String(raw().getBytes(StandardCharsets.ISO_8859_1), lines.charset);
    }

    /** The record's own bytes, one char each (ISO 8859-1), its lines' ends LF, without the last. */
    public String raw() {
        return line == lines.number
                ? new String(lines.bytes, begin, end - begin, StandardCharsets.ISO_8859_1)
                : lines.raw(begin, end);
    }

    /** The line on which the record in hand begins, from 1; 0 before the first. */
    public long line() {
        return line;
    }

    /** The last line that was read, from 1; 0 before the first. */
    public long lastLine() {
        return lines.number;
    }

    /** Whether the last line that was read had an end; only a text's last may have none. */
    public boolean ended() {
        return lines.ended;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
