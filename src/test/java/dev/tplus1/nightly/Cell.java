package dev.tplus1.nightly;

import org.jspecify.annotations.Nullable;

import java.sql.Clob;
import java.sql.SQLException;
import java.util.Objects;

/** What a column of a row holds, as text. */
final class Cell {
    private Cell() {}

    static String text(@Nullable Object value) {
        if (value instanceof Clob clob) {
            try {
                return clob.getSubString(1, (int) clob.length());
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
        return Objects.toString(value);
    }
}
