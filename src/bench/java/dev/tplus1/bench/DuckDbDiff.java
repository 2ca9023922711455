package dev.tplus1.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * The rival of {@code tplus1 diff}: DuckDB joins both files and writes the rows that differ, with
 * all fields of both sides. Columns are typed, nothing is guessed, order is not kept.
 */
final class DuckDbDiff {
    private static final String READ =
            "read_csv('%s', delim=',', quote='\"', escape='\"', header=true, auto_detect=false,"
                    + " new_line='%s', columns={%s})";
    private static final String STATEMENT_COLUMNS =
            "'transaction_id':'VARCHAR','order_no':'VARCHAR','refund_no':'VARCHAR',"
                    + "'kind':'VARCHAR','amount':'DECIMAL(18,2)','currency':'VARCHAR',"
                    + "'status':'VARCHAR','occurred_at':'TIMESTAMP'";
    private static final String LEDGER_COLUMNS =
            "'kind':'VARCHAR','transaction_id':'VARCHAR','order_no':'VARCHAR',"
                    + "'refund_no':'VARCHAR','amount':'DECIMAL(18,2)','currency':'VARCHAR',"
                    + "'status':'VARCHAR','occurred_at':'TIMESTAMP'";
    private static final String FIELDS =
            "%1$s.transaction_id AS %1$s_transaction_id, %1$s.order_no AS %1$s_order_no,"
                    + " %1$s.refund_no AS %1$s_refund_no, %1$s.kind AS %1$s_kind,"
                    + " %1$s.amount AS %1$s_amount, %1$s.currency AS %1$s_currency,"
                    + " %1$s.status AS %1$s_status, %1$s.occurred_at AS %1$s_occurred_at";

    private DuckDbDiff() {}

    /**
     * @param args statement, ledger, where the differences go, {@code LF} or {@code CRLF}
     */
    static void main(String[] args) throws SQLException {
        String lineEnd = args[3].equals("CRLF") ? "\\r\\n" : "\\n";
        String statement = READ.formatted(args[0], lineEnd, STATEMENT_COLUMNS);
        String ledger = READ.formatted(args[1], lineEnd, LEDGER_COLUMNS);
        String sql =
                "COPY (SELECT "
                        + String.format(Locale.ROOT, FIELDS, "s")
                        + ", "
                        + String.format(Locale.ROOT, FIELDS, "l")
                        + " FROM "
                        + statement
                        + " s FULL OUTER JOIN (SELECT * FROM "
                        + ledger
                        + " WHERE status <> 'PENDING') l ON s.transaction_id = l.transaction_id"
                        + " WHERE s.transaction_id IS NULL OR l.transaction_id IS NULL"
                        + " OR s.amount <> l.amount OR s.currency <> l.currency"
                        + " OR s.order_no <> l.order_no) TO '"
                        + args[2]
                        + "' (FORMAT csv, HEADER)";
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement duck = connection.createStatement()) {
            duck.execute("SET threads = 2");
            duck.execute("SET preserve_insertion_order = false");
            duck.execute(sql);
        }
    }
}
