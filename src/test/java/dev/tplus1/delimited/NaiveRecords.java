package dev.tplus1.delimited;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The oracle: records read from strings, a whole line at a time, as slowly and plainly as it can be
 * done. Tells each record, and the refusal with which it ends, if it does, as one line of text.
 */
final class NaiveRecords {
    private final byte[] bytes;
    private final Charset charset;
    private final int maxBytes;
    private final int maxCells;
    private final List<String> cells = new ArrayList<>();
    private final StringBuilder cell = new StringBuilder();
    private int position;
    private int start;
    private int end;
    private long number;
    private boolean ended = true;
    private String text = "";
    private long line;
    private String raw = "";

    NaiveRecords(byte[] bytes, Charset charset, int maxBytes, int maxCells) {
        this.bytes = bytes;
        this.charset = charset;
        this.maxBytes = maxBytes;
        this.maxCells = maxCells;
    }

    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String reason) {
            super(reason);
        }
    }

    /** What reading all of it comes to. */
    List<String> tell(Style style) {
        List<String> told = new ArrayList<>();
        try {
            while (style == Style.QUOTED ? quoted() : plain(style)) {
                told.add(told(line, number, ended, cells, raw));
            }
            told.add("end " + number + " " + ended);
        } catch (Refused e) {
            told.add(number + ": " + e.getMessage());
        }
        return told;
    }

    static String told(long line, long last, boolean ended, List<String> cells, String raw) {
        return line + "-" + last + " " + ended + " " + cells.size() + cells + " of " + raw;
    }

    private boolean line() {
        if (position == bytes.length) {
            return false;
        }
        int at = position;
        while (at < bytes.length && bytes[at] != '\n') {
            at++;
        }
        number++;
        ended = at < bytes.length;
        start = position;
        end = at > start && bytes[at - 1] == '\r' ? at - 1 : at;
        position = ended ? at + 1 : at;
        boolean marked =
                number == 1
                        && charset.equals(StandardCharsets.UTF_8)
                        && end - start >= 3
                        && bytes[start] == (byte) 0xef
                        && bytes[start + 1] == (byte) 0xbb
                        && bytes[start + 2] == (byte) 0xbf;
        if (marked) {
            start += 3;
        }
        if (at - start > maxBytes) {
            throw new Refused("the line has more than " + maxBytes + " bytes, the limit");
        }
        text = decoded();
        return true;
    }

    private String decoded() {
        CharsetDecoder decoder =
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer chars = CharBuffer.allocate(end - start + 1);
        ByteBuffer source = ByteBuffer.wrap(bytes, start, end - start);
        CoderResult result = decoder.decode(source, chars, true);
        if (!result.isError()) {
            result = decoder.flush(chars);
        }
        if (result.isError()) {
            throw new Refused(
                    String.format(
                            "byte %d of the line (0x%02X) is not %s text; give the file as the"
                                    + " provider sent it",
                            source.position() - start + 1,
                            bytes[source.position()] & 0xff,
                            charset.name()));
        }
        return chars.flip().toString();
    }

    private String lineRaw() {
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }

    private boolean plain(Style style) {
        if (!line()) {
            return false;
        }
        line = number;
        raw = lineRaw();
        cells.clear();
        boolean ticked = style == Style.BACKTICK && text.startsWith("`");
        String[] parts = ticked ? text.substring(1).split(",`", -1) : text.split(",", -1);
        if (parts.length > maxCells) {
            throw new Refused("the record has more than " + maxCells + " cells");
        }
        for (String part : parts) {
            cells.add(style == Style.TABBED ? part.replaceFirst("\t+\\z", "") : part);
        }
        return true;
    }

    private boolean quoted() {
        do {
            if (!line()) {
                return false;
            }
        } while (text.isEmpty());
        cells.clear();
        line = number;
        raw = lineRaw();
        int at = 0;
        while (true) {
            if (at < text.length() && text.charAt(at) == '"') {
                at++;
                int close = quotedCell(at);
                while (close < 0) {
                    continued();
                    close = quotedCell(0);
                }
                at = close;
            } else {
                at = plainCell(at);
            }
            cells.add(cell.toString());
            cell.setLength(0);
            if (cells.size() > maxCells) {
                throw new Refused("the record has more than " + maxCells + " cells");
            }
            if (at == text.length()) {
                return true;
            }
            at++;
        }
    }

    private int plainCell(int from) {
        int comma = text.indexOf(',', from);
        int to = comma < 0 ? text.length() : comma;
        int quote = text.indexOf('"', from);
        if (quote >= 0 && quote < to) {
            throw new Refused(
                    "there is a quote in the middle of cell "
                            + (cells.size() + 1)
                            + ": such a cell must be quoted whole, with the quote doubled");
        }
        cell.append(text, from, to);
        return to;
    }

    private int quotedCell(int from) {
        int at = from;
        while (true) {
            int quote = text.indexOf('"', at);
            if (quote < 0) {
                cell.append(text, at, text.length());
                return -1;
            }
            cell.append(text, at, quote);
            if (quote + 1 < text.length() && text.charAt(quote + 1) == '"') {
                cell.append('"');
                at = quote + 2;
                continue;
            }
            if (quote + 1 < text.length() && text.charAt(quote + 1) != ',') {
                throw new Refused(
                        "there is text after the closing quote of cell " + (cells.size() + 1));
            }
            return quote + 1;
        }
    }

    private void continued() {
        if (!line()) {
            throw new Refused(
                    "the quote opened in line " + line + " is never closed: the file is cut off");
        }
        cell.append('\n');
        raw = raw + "\n" + lineRaw();
        if (raw.length() > maxBytes) {
            throw new Refused(
                    "the record from line "
                            + line
                            + " has more than "
                            + maxBytes
                            + " bytes, the limit");
        }
    }
}
