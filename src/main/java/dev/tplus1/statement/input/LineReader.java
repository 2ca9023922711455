package dev.tplus1.statement.input;

import dev.tplus1.delimited.DelimitedException;
import dev.tplus1.delimited.Records;
import dev.tplus1.delimited.Style;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.zip.ZipException;

/**
 * The lines of a statement, one at a time and cut into cells; of a quoted csv a record that may be
 * several lines. What cannot be read is refused with file and line. Not thread-safe.
 */
public final class LineReader implements AutoCloseable {
    private final Records records;
    private final String file;

    LineReader(InputStream in, String file, Charset charset, Style style) {
        this.records = new Records(in, charset, style, Limits.LINE_BYTES, Limits.COLUMNS);
        this.file = file;
    }

    /**
     * Goes to the next line, or record.
     *
     * @return whether there is one
     * @throws RefusedException when it is too long, has bytes that are no text, or wrong quotes
     */
    public boolean next() throws RefusedException, IOException {
        try {
            return records.next();
        } catch (DelimitedException e) {
            throw new RefusedException(file, e.line(), e.reason());
        } catch (BadInputException e) {
            throw refuse(Shown.reason(e));
        } catch (ZipException | EOFException e) {
            throw refuse("its packed data is damaged (" + Shown.reason(e) + ")");
        }
    }

    /** The line without its end. */
    public String text() {
        return records.text();
    }

    /** The line's own bytes without its end, one char each (ISO 8859-1). */
    public String raw() {
        return records.raw();
    }

    /** The record in hand: its cells are slices, good until the next one. */
    public Records records() {
        return records;
    }

    /** The cells as text. */
    public String[] cells() {
        String[] cells = new String[records.count()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = records.text(i);
        }
        return cells;
    }

    /** The number of the line on which the record begins, from 1; 0 before the first. */
    public long line() {
        return records.line();
    }

    /** The number of the last line that was read, from 1; 0 before the first. */
    public long number() {
        return records.lastLine();
    }

    /** Whether that line had an end; only a file's last may have none. */
    public boolean ended() {
        return records.ended();
    }

    public String file() {
        return file;
    }

    /** A refusal that names this file and line. */
    public RefusedException refuse(String reason) {
        return new RefusedException(file, number(), Shown.reason(reason));
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
