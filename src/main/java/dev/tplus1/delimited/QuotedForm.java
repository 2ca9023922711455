package dev.tplus1.delimited;

import java.io.IOException;
import java.util.Arrays;

/**
 * The general form of a quoted record, one line after the other: doubled quotes, cells over several
 * lines, and all that is refused. Its values are copied, so that a cell is one slice. What {@link
 * Records} does not know of quotes it leaves to this.
 */
final class QuotedForm {
    private final Lines lines;
    private final int[] from;
    private final int[] to;
    private final int maxCells;
    private byte[] values = new byte[1 << 10];
    private int used;
    private int count;

    /** Carriage returns before the line ends inside the record; they are not part of it. */
    private int returns;

    /**
     * @param from where the cells begin in {@link #values}, written here
     * @param to where they end
     */
    QuotedForm(Lines lines, int[] from, int[] to, int maxCells) {
        this.lines = lines;
        this.from = from;
        this.to = to;
        this.maxCells = maxCells;
    }

    byte[] values() {
        return values;
    }

    /** Takes the record at the lines' start, whose first line is not blank; its cells. */
    int read() throws DelimitedException, IOException {
        count = 0;
        used = 0;
        returns = 0;
        lines.take(0);
        long first = lines.number;
        int at = lines.from;
        while (true) {
            int begin = used;
            if (at < lines.to && lines.bytes[at] == '"') {
                int close = quoted(at + 1);
                while (close < 0) {
                    // the cell goes on in the next line
                    continued(first);
                    close = quoted(lines.from);
                }
                at = close;
            } else {
                at = plain(at);
            }
            if (count == maxCells) {
                throw lines.refuse("the record has more than " + maxCells + " cells");
            }
            from[count] = begin;
            to[count] = used;
            count++;
            if (at == lines.to) {
                return count;
            }
            at++;
        }
    }

    private int plain(int begin) throws DelimitedException {
        int at = begin;
        while (at < lines.to && lines.bytes[at] != ',') {
            if (lines.bytes[at] == '"') {
                throw lines.refuse(
                        "there is a quote in the middle of cell "
                                + (count + 1)
                                + ": such a cell must be quoted whole, with the quote doubled");
            }
            at++;
        }
        append(begin, at);
        return at;
    }

    /** Takes a quoted cell up to its closing quote; the place after it, -1 when there is none. */
    private int quoted(int begin) throws DelimitedException {
        byte[] bytes = lines.bytes;
        int copied = begin;
        for (int at = begin; at < lines.to; at++) {
            if (bytes[at] != '"') {
                continue;
            }
            int after = at + 1;
            if (after < lines.to && bytes[after] == '"') {
                append(copied, after);
                copied = after + 1;
                at = after;
                continue;
            }
            append(copied, at);
            if (after < lines.to && bytes[after] != ',') {
                throw lines.refuse("there is text after the closing quote of cell " + (count + 1));
            }
            return after;
        }
        append(copied, lines.to);
        return -1;
    }

    private void continued(long first) throws DelimitedException, IOException {
        returns += lines.ended ? lines.next - 1 - lines.to : 0;
        if (!lines.take(lines.next - lines.start)) {
            throw lines.refuse(
                    "the quote opened in line " + first + " is never closed: the file is cut off");
        }
        ensure(1);
        values[used++] = '\n';
        if (lines.to - lines.start - returns > lines.maxBytes) {
            throw lines.refuse(
                    "the record from line "
                            + first
                            + " has more than "
                            + lines.maxBytes
                            + " bytes, the limit");
        }
    }

    private void append(int begin, int end) {
        ensure(end - begin);
        System.arraycopy(lines.bytes, begin, values, used, end - begin);
        used += end - begin;
    }

    private void ensure(int more) {
        if (values.length - used < more) {
            values = Arrays.copyOf(values, Math.max(values.length * 2, used + more));
        }
    }
}
