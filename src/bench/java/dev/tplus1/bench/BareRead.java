package dev.tplus1.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The rival of {@code tplus1 reconcile} from a database: the day's rows of the books, streamed by
 * Connector/J, each column taken as bytes, and nothing done with them.
 */
final class BareRead {
    static final String BEGINS = "reading";

    private BareRead() {}

    /** The query with which the bundled books are read, its parameters filled in. */
    private static String entries(String from, String to) {
        return """
        SELECT 'PAYMENT' AS kind, o.transaction_id AS transaction_id, o.order_no AS order_no,
               '' AS refund_no, o.amount_minor AS amount_minor, o.currency AS currency,
               o.status AS status, o.paid_at AS occurred_at, '' AS provider_refund_id,
               o.account AS account, o.version AS version
        FROM orders o
        WHERE o.account = 'bench' AND o.paid_at >= '%1$s' AND o.paid_at < '%2$s'
          AND o.status IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')
        UNION ALL
        SELECT 'REFUND' AS kind, o.transaction_id AS transaction_id, r.order_no AS order_no,
               r.refund_no AS refund_no, r.amount_minor AS amount_minor,
               r.currency AS currency, r.status AS status, r.refunded_at AS occurred_at,
               r.provider_refund_id AS provider_refund_id, r.account AS account,
               r.version AS version
        FROM refunds r LEFT JOIN orders o ON o.order_no = r.order_no
        WHERE r.account = 'bench' AND r.refunded_at >= '%1$s' AND r.refunded_at < '%2$s'
          AND r.status = 'SUCCEEDED'
        """
                .formatted(from, to);
    }

    /**
     * @param args the JDBC URL of the books
     */
    static void main(String[] args) throws SQLException {
        System.out.println(BEGINS);
        String from = Day.DATE.minusDays(1) + " 16:00:00";
        String to = Day.DATE + " 16:00:00";
        long rows = 0;
        long bytes = 0;
        try (Connection connection = DriverManager.getConnection(args[0]);
                Statement statement =
                        connection.createStatement(
                                ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet result = statement.executeQuery(entries(from, to))) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    rows++;
                    for (int i = 1; i <= columns; i++) {
                        byte[] value = result.getBytes(i);
                        bytes += value == null ? 0 : value.length;
                    }
                }
            }
        }
        System.out.println(rows + " rows, " + bytes + " bytes");
    }
}
