package dev.tplus1.database;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

import java.util.ArrayList;
import java.util.List;

/**
 * Inserts many rows by statements of many rows each: one round trip a statement on every database,
 * whatever the connection's settings. Use inside a transaction, and {@link #flush} at the end.
 */
public final class BulkInsert {
    /** Rows a statement; times 40 columns still well below the 65,535 parameters of MySQL. */
    private static final int ROWS = 250;

    private final JdbcOperations jdbc;
    private final String head;
    private final String row;
    private final int width;
    private final List<@Nullable Object> values = new ArrayList<>();

    public BulkInsert(JdbcOperations jdbc, String table, String columns) {
        this.jdbc = jdbc;
        this.width = columns.split(",", -1).length;
        this.head = "INSERT INTO " + table + " (" + columns + ") VALUES ";
        this.row = "(" + "?, ".repeat(width - 1) + "?)";
    }

    /** Adds a row, and sends when a statement is full. */
    public void add(List<? extends @Nullable Object> columns) {
        if (columns.size() != width) {
            throw new IllegalStateException(columns.size() + " values for " + width + " columns");
        }
        values.addAll(columns);
        if (values.size() == ROWS * width) {
            flush();
        }
    }

    /** Sends what is not sent yet. */
    public void flush() {
        if (values.isEmpty()) {
            return;
        }
        int rows = values.size() / width;
        String sql = head + (row + ", ").repeat(rows - 1) + row;
        jdbc.update(
                sql,
                statement -> {
                    for (int i = 0; i < values.size(); i++) {
                        statement.setObject(i + 1, values.get(i));
                    }
                });
        values.clear();
    }
}
