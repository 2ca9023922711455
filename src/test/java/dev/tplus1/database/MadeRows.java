package dev.tplus1.database;

import java.math.BigDecimal;
import java.sql.Clob;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A row in each table, made by what its columns are, whatever tables there are. */
final class MadeRows {
    private record Column(String name, String type, long length) {}

    private static final int LONG = 200;

    private MadeRows() {}

    private static String owner(Database database) {
        return database.dialect() == Dialect.H2 ? "'PUBLIC'" : "DATABASE()";
    }

    /** All tables but the histories, with their columns, in order. */
    private static Map<String, List<Column>> tables(Database database) {
        Map<String, List<Column>> tables = new TreeMap<>();
        database.jdbc()
                .sql(
                        "SELECT table_name, column_name, data_type, character_maximum_length"
                                + " FROM information_schema.columns WHERE table_schema = "
                                + owner(database)
                                + " ORDER BY table_name, column_name")
                .query((row, _) -> {
                    String table = row.getString(1);
                    if (!table.toLowerCase(Locale.ROOT).endsWith("_history")) {
                        tables.computeIfAbsent(table, _ -> new ArrayList<>())
                                .add(
                                        new Column(
                                                row.getString(2),
                                                row.getString(3).toLowerCase(Locale.ROOT),
                                                row.getLong(4)));
                    }
                    return table;
                })
                .list();
        return tables;
    }

    /** Tables, columns with their types, and indexes, a line each. */
    static List<String> shape(Database database) {
        List<String> shape = new ArrayList<>();
        tables(database)
                .forEach(
                        (table, columns) -> columns.forEach(each -> shape.add(table + " " + each)));
        String indexes =
                database.dialect() == Dialect.H2
                        ? "SELECT table_name, index_name, column_name, ordinal_position FROM"
                                + " information_schema.index_columns WHERE table_schema = 'PUBLIC'"
                                + " AND index_name NOT LIKE 'PRIMARY%' AND index_name NOT LIKE"
                                + " 'CONSTRAINT%'"
                        : "SELECT table_name, index_name, column_name, seq_in_index FROM"
                                + " information_schema.statistics WHERE table_schema = DATABASE()";
        database
                .jdbc()
                .sql(indexes + " ORDER BY 1, 2, 4")
                .query((row, _) ->
                        row.getString(1) + " index " + row.getString(2) + " " + row.getString(3))
                .list()
                .stream()
                .filter(each -> !each.contains("_history "))
                .forEach(shape::add);
        return shape;
    }

    /**
     * Puts a row into each empty table but those of the batch, whose keys refer to each other.
     *
     * @return what is in all of them, by table
     */
    static Map<String, List<Map<String, Object>>> fill(Database database) {
        Map<String, List<Map<String, Object>>> rows = new LinkedHashMap<>();
        tables(database)
                .forEach((table, columns) -> {
                    if (!table.toLowerCase(Locale.ROOT).startsWith("tplus1_batch")) {
                        if (rows(database, table).isEmpty()) {
                            insert(database, table, columns);
                        }
                        rows.put(table, rows(database, table));
                    }
                });
        return rows;
    }

    private static void insert(Database database, String table, List<Column> columns) {
        Map<String, Object> values = new LinkedHashMap<>();
        columns.forEach(each -> values.put(each.name(), value(each)));
        database.jdbc()
                .sql(
                        "INSERT INTO "
                                + table
                                + " ("
                                + String.join(", ", values.keySet())
                                + ") VALUES ("
                                + String.join(", ", values.keySet().stream().map(_ -> "?").toList())
                                + ")")
                .params(List.copyOf(values.values()))
                .update();
    }

    private static Object value(Column column) {
        String type = column.type();
        if (type.contains("int") || type.equals("bit") || type.equals("boolean")) {
            return type.equals("boolean") ? true : 1;
        }
        if (type.contains("timestamp") || type.equals("datetime")) {
            return LocalDateTime.parse("2026-11-28T01:02:03.456789");
        }
        if (type.equals("date")) {
            return LocalDate.parse("2026-11-28");
        }
        if (type.equals("decimal") || type.equals("numeric")) {
            return BigDecimal.ONE;
        }
        if (type.contains("char") || type.contains("text") || type.contains("large object")) {
            // the short ones are codes, in ASCII
            String text =
                    column.length() > 0 && column.length() < LONG
                            ? column.name().toLowerCase(Locale.ROOT)
                            : "\u4e70 " + column.name();
            String fits = column.name().contains("hash") ? "0f".repeat(32) : text;
            return column.length() > 0 && column.length() < fits.length()
                    ? fits.substring(0, Math.toIntExact(column.length()))
                    : fits;
        }
        throw new IllegalStateException("no value for " + column + "; add one here");
    }

    private static List<Map<String, Object>> rows(Database database, String table) {
        return database.jdbc().sql("SELECT * FROM " + table).query().listOfRows().stream()
                .map(MadeRows::comparable)
                .toList();
    }

    private static Map<String, Object> comparable(Map<String, Object> row) {
        Map<String, Object> values = new TreeMap<>();
        row.forEach((name, value) -> values.put(name.toLowerCase(Locale.ROOT), text(value)));
        return values;
    }

    private static String text(Object value) {
        try {
            return value instanceof Clob clob
                    ? clob.getSubString(1, Math.toIntExact(clob.length()))
                    : String.valueOf(value);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The rows of a table now, with only the columns that these rows have. */
    static List<Map<String, Object>> kept(
            Database database, String table, List<Map<String, Object>> before) {
        return rows(database, table).stream()
                .<Map<String, Object>>map(row -> {
                    Map<String, Object> kept = new TreeMap<>(row);
                    kept.keySet().retainAll(before.getFirst().keySet());
                    return kept;
                })
                .toList();
    }
}
