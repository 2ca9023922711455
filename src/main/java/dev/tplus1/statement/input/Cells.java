package dev.tplus1.statement.input;

import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;

/**
 * A table's columns, bound by the names in its header, and the row in hand. Columns may come in any
 * order and more of them than are known. Not thread-safe.
 */
public final class Cells {
    private static final int TIME_CHARS = 19;

    private final LineReader lines;
    private final String[] names;
    private final Map<String, Integer> byName = new HashMap<>();
    private String[] row = {};

    /**
     * Binds a header, the line that the reader stands on.
     *
     * @throws RefusedException when a name stands there twice
     */
    public Cells(LineReader lines, String[] names) throws RefusedException {
        this.lines = lines;
        this.names = names.clone();
        if (names.length > Limits.COLUMNS) {
            throw lines.refuse("it has " + names.length + " columns, more than " + Limits.COLUMNS);
        }
        for (int i = 0; i < names.length; i++) {
            if (!names[i].isEmpty() && byName.put(names[i], i) != null) {
                throw lines.refuse("the column " + Shown.quoted(names[i]) + " is there twice");
            }
        }
    }

    /** The column of the first of these names that there is, or -1. */
    public int find(String... spellings) {
        for (String spelling : spellings) {
            Integer index = byName.get(spelling);
            if (index != null) {
                return index;
            }
        }
        return -1;
    }

    /**
     * The column of the first of these names that there is.
     *
     * @throws RefusedException naming the column when there is none
     */
    public int require(String... spellings) throws RefusedException {
        int index = find(spellings);
        if (index < 0) {
            throw lines.refuse("the column " + Shown.quoted(spellings[0]) + " is missing");
        }
        return index;
    }

    /**
     * Takes a row, the line that the reader stands on.
     *
     * @throws RefusedException when it has not a cell for each column
     */
    public void take(String[] cells) throws RefusedException {
        if (cells.length != names.length) {
            throw lines.refuse(
                    "the line has "
                            + cells.length
                            + " cells, the header has "
                            + names.length
                            + (lines.ended() ? "" : ": the file is cut off here"));
        }
        row = cells;
    }

    /** A cell of the row in hand; empty for the column -1. */
    public String text(int column) {
        return column < 0 ? "" : row[column];
    }

    /** A number of the row in hand, in units of {@code scale} decimals; 0 for the column -1. */
    public long scaled(int column, int scale) throws RefusedException {
        if (column < 0) {
            return 0;
        }
        try {
            return ScaledAmount.parse(row[column], scale);
        } catch (IllegalArgumentException e) {
            throw refuse(column, Shown.reason(e));
        }
    }

    /** A local time {@code uuuu-MM-dd HH:mm:ss} of the row in hand. */
    public Instant time(int column, ZoneId zone) throws RefusedException {
        try {
            return time(row[column], zone);
        } catch (DateTimeException _) {
            throw refuse(column, Shown.quoted(row[column]) + " is not a time yyyy-MM-dd HH:mm:ss");
        }
    }

    /**
     * Reads {@code uuuu-MM-dd HH:mm:ss}, as every provider here writes it.
     *
     * @throws DateTimeException when it is anything else
     */
    public static Instant time(String text, ZoneId zone) {
        if (text.length() != TIME_CHARS
                || text.charAt(4) != '-'
                || text.charAt(7) != '-'
                || (text.charAt(10) != ' ' && text.charAt(10) != 'T')
                || text.charAt(13) != ':'
                || text.charAt(16) != ':') {
            throw new DateTimeException("not a time");
        }
        return LocalDateTime.of(
                        digits(text, 0, 4),
                        digits(text, 5, 7),
                        digits(text, 8, 10),
                        digits(text, 11, 13),
                        digits(text, 14, 16),
                        digits(text, 17, 19))
                .atZone(zone)
                .toInstant();
    }

    private static int digits(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                throw new DateTimeException("not a time");
            }
            value = value * 10 + (c - '0');
        }
        return value;
    }

    /** A refusal of this cell of the row in hand. */
    public RefusedException refuse(int column, String reason) {
        return lines.refuse("column " + Shown.quoted(names[column]) + ": " + reason);
    }
}
