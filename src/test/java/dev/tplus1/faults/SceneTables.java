package dev.tplus1.faults;

import dev.tplus1.database.Database;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The tables of a scene that matter, as rows of text that can be compared. */
record SceneTables(Database database, Database books) {
    /** What the books hold. */
    private static final List<String> BOOKS =
            List.of("orders", "refunds", "payment_callback_log", "outbox");

    private static final List<String> OWN =
            List.of(
                    "tplus1_revision",
                    "tplus1_finding",
                    "tplus1_crossed",
                    "tplus1_change",
                    "tplus1_break",
                    "tplus1_audit_event",
                    "tplus1_statement_return");

    /** When something was done, and numbers that a rolled back insert uses up. */
    static final Set<String> CLOCK =
            Set.of(
                    "id",
                    "received_at",
                    "created_at",
                    "started_at",
                    "staged_at",
                    "concluded_at",
                    "published_at",
                    "told_at",
                    "opened_at",
                    "filed_at",
                    "ended_at",
                    "updated_at",
                    "happened_at",
                    "previous_hash",
                    "hash");

    /** The rows of all tables, without some columns. */
    Map<String, List<String>> rows(Set<String> without) {
        Map<String, List<String>> tables = new TreeMap<>();
        BOOKS.forEach(table -> tables.put(table, rows(books, table, without)));
        OWN.forEach(table -> tables.put(table, rows(database, table, without)));
        return tables;
    }

    private static List<String> rows(Database database, String table, Set<String> without) {
        return database
                .jdbc()
                .sql("SELECT * FROM " + table)
                .query((row, _) -> text(row, without))
                .list()
                .stream()
                .sorted()
                .toList();
    }

    /**
     * As the server writes it: a date as an object would follow the zone of whoever runs beside.
     */
    private static String text(ResultSet row, Set<String> without) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        List<String> cells = new ArrayList<>();
        for (int n = 1; n <= columns.getColumnCount(); n++) {
            String name = columns.getColumnLabel(n);
            if (!without.contains(name)) {
                cells.add(name + "=" + timeless(String.valueOf(row.getString(n))));
            }
        }
        return String.join(", ", cells);
    }

    /** A summary without the time at which it was written, and what hashes such times. */
    static String timeless(String text) {
        return text.replaceAll(
                "\"(finishedAt\"\\s*:\\s*\"[^\"]*\"|audit\"\\s*:\\s*[{][^}]*}),?", "");
    }
}
