package dev.tplus1.statement.input;

import dev.tplus1.statement.RefusedException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Records of RFC 4180: cells between commas, quoted where they hold a comma, a quote or a line end.
 * Blanks are part of a cell. A quote in the middle of an unquoted cell, or text after a closing
 * one, is refused. Keeps each record's bytes and first line, which a library's reader would not.
 */
public final class QuotedRecords {
    private final LineReader lines;
    private final List<String> cells = new ArrayList<>();
    private final StringBuilder cell = new StringBuilder();
    private long line;
    private String raw = "";

    public QuotedRecords(LineReader lines) {
        this.lines = lines;
    }

    /**
     * Goes to the next record; blank lines are passed over.
     *
     * @return whether there is one
     */
    public boolean next() throws RefusedException, IOException {
        do {
            if (!lines.next()) {
                return false;
            }
        } while (lines.text().isEmpty());
        cells.clear();
        line = lines.number();
        raw = lines.raw();
        String text = lines.text();
        int at = 0;
        while (true) {
            if (at < text.length() && text.charAt(at) == '"') {
                at++;
                int close = quoted(text, at);
                while (close < 0) {
                    // the cell goes on in the next line
                    text = continued();
                    close = quoted(text, 0);
                }
                at = close;
            } else {
                at = plain(text, at);
            }
            cells.add(cell.toString());
            cell.setLength(0);
            if (cells.size() > Limits.COLUMNS) {
                throw lines.refuse("the record has more than " + Limits.COLUMNS + " cells");
            }
            if (at == text.length()) {
                return true;
            }
            at++;
        }
    }

    private int plain(String text, int from) throws RefusedException {
        int comma = text.indexOf(',', from);
        int to = comma < 0 ? text.length() : comma;
        int quote = text.indexOf('"', from);
        if (quote >= 0 && quote < to) {
            throw lines.refuse(
                    "there is a quote in the middle of cell "
                            + (cells.size() + 1)
                            + ": such a cell must be quoted whole, with the quote doubled");
        }
        cell.append(text, from, to);
        return to;
    }

    /** Takes a quoted cell up to its closing quote; the place after it, -1 when there is none. */
    private int quoted(String text, int from) throws RefusedException {
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
                throw lines.refuse(
                        "there is text after the closing quote of cell " + (cells.size() + 1));
            }
            return quote + 1;
        }
    }

    private String continued() throws RefusedException, IOException {
        if (!lines.next()) {
            throw lines.refuse(
                    "the quote opened in line " + line + " is never closed: the file is cut off");
        }
        cell.append('\n');
        raw = raw + "\n" + lines.raw();
        if (raw.length() > Limits.LINE_BYTES) {
            throw lines.refuse(
                    "the record from line "
                            + line
                            + " has more than "
                            + Limits.LINE_BYTES
                            + " bytes, the limit");
        }
        return lines.text();
    }

    /** The record's cells. */
    public String[] cells() {
        return cells.toArray(String[]::new);
    }

    /** The line on which the record begins, from 1. */
    public long line() {
        return line;
    }

    /** The record's own bytes, one char each (ISO 8859-1). */
    public String raw() {
        return raw;
    }
}
