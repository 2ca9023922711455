package dev.tplus1.ledger;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;

/** One row's values, wherever they come from. */
interface Fields {
    boolean has(Column column);

    /** The value as text; none for NULL. */
    @Nullable String text(Column column);

    /**
     * The value of an amount or version column; none for NULL.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    @Nullable BigDecimal number(Column column);

    /**
     * When it was booked; none for NULL.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    @Nullable Instant time();

    /** Where the row is: the query's key in the job file, or the file and its line. */
    String where();
}
