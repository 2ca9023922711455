package dev.tplus1.ledger;

import dev.tplus1.delimited.Times;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;

/** One row's values, wherever they come from. */
interface Fields {
    boolean has(Column column);

    /**
     * Turns to a column: its value is UTF-8 in {@link #bytes} from {@link #from} to {@link #to},
     * until the next row.
     *
     * @return whether it has a value: neither NULL nor without such a column
     */
    boolean turnTo(Column column);

    byte[] bytes();

    int from();

    int to();

    /** The value as text; none for NULL. */
    @Nullable String text(Column column);

    /**
     * The value of an amount or version column, however it is written; none for NULL.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    @Nullable BigDecimal number(Column column);

    /** Reads times that are written the plain way. */
    Times times();

    /**
     * When it was booked, however it is written; none for NULL.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    @Nullable Instant time();

    /** Where the row is: the query's key in the job file, or the file and its line. */
    String where();

    /** What to do about a word that is none of those expected. */
    String mend();
}
