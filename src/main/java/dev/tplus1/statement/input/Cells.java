package dev.tplus1.statement.input;

import dev.tplus1.delimited.Amounts;
import dev.tplus1.delimited.Records;
import dev.tplus1.delimited.Times;
import dev.tplus1.delimited.Vocabulary;
import dev.tplus1.entry.Money;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Currency;
import java.util.HashMap;
import java.util.Map;

/**
 * A table's columns, bound by the names in its header, and the row in hand. Columns may come in any
 * order and more of them than are known. Not thread-safe.
 */
public final class Cells {
    private static final int LOCAL_BYTES = 19;

    private final LineReader lines;
    private final String[] names;
    private final Map<String, Integer> byName = new HashMap<>();
    private final Records row;

    /**
     * Binds a header, the line that the reader stands on.
     *
     * @throws RefusedException when a name stands there twice
     */
    public Cells(LineReader lines, String[] names) throws RefusedException {
        this.lines = lines;
        this.names = names.clone();
        this.row = lines.records();
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
     * Takes the row that the reader stands on.
     *
     * @throws RefusedException when it has not a cell for each column
     */
    public void take() throws RefusedException {
        if (row.count() != names.length) {
            throw lines.refuse(
                    "the line has "
                            + row.count()
                            + " cells, the header has "
                            + names.length
                            + (lines.ended() ? "" : ": the file is cut off here"));
        }
    }

    /** A cell of the row in hand; empty for the column -1. */
    public String text(int column) {
        return column < 0 ? "" : row.text(column);
    }

    /** The bytes in which the cells of the row in hand are, until the next row. */
    public byte[] bytes() {
        return row.bytes();
    }

    /** Where a cell begins in {@link #bytes}; an empty one for the column -1. */
    public int from(int column) {
        return column < 0 ? 0 : row.from(column);
    }

    /** The place after a cell. */
    public int to(int column) {
        return column < 0 ? 0 : row.to(column);
    }

    /** Whether a cell of the row in hand is empty, as it is for the column -1. */
    public boolean empty(int column) {
        return column < 0 || row.from(column) == row.to(column);
    }

    /** What a cell of the row in hand stands for; null when it has no meaning. */
    public <T> @Nullable T word(int column, Vocabulary<T> words) {
        return column < 0
                ? words.get(row.bytes(), 0, 0)
                : words.get(row.bytes(), row.from(column), row.to(column));
    }

    /**
     * An amount of the row in hand, in minor units.
     *
     * @throws IllegalArgumentException whose message says what is wrong with it
     */
    public long minor(int column, Currency currency) {
        long minor = amount(column, currency.getDefaultFractionDigits());
        return minor == Amounts.NONE ? Money.parse(text(column), currency).minor() : minor;
    }

    /** A number of the row in hand, in units of {@code scale} decimals; 0 for the column -1. */
    public long scaled(int column, int scale) throws RefusedException {
        if (column < 0) {
            return 0;
        }
        long value = amount(column, scale);
        if (value != Amounts.NONE) {
            return value;
        }
        try {
            return ScaledAmount.parse(row.text(column), scale);
        } catch (IllegalArgumentException e) {
            throw refuse(column, Shown.reason(e));
        }
    }

    private long amount(int column, int scale) {
        return Amounts.read(row.bytes(), row.from(column), row.to(column), scale);
    }

    /** A local time {@code uuuu-MM-dd HH:mm:ss} of the row in hand. */
    public Instant time(int column, Times times) throws RefusedException {
        readTime(column, times);
        return times.instant();
    }

    /** The same, left in {@code times}. */
    public void readTime(int column, Times times) throws RefusedException {
        if (row.to(column) - row.from(column) != LOCAL_BYTES || !known(column, times)) {
            throw refuse(
                    column, Shown.quoted(row.text(column)) + " is not a time yyyy-MM-dd HH:mm:ss");
        }
    }

    /**
     * Reads a time of the row in hand of any of the forms that {@link Times} knows.
     *
     * @return whether it is one
     */
    public boolean known(int column, Times times) {
        return times.read(row.bytes(), row.from(column), row.to(column));
    }

    /** A refusal of this cell of the row in hand. */
    public RefusedException refuse(int column, String reason) {
        return lines.refuse("column " + Shown.quoted(names[column]) + ": " + reason);
    }
}
