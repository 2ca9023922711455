package dev.tplus1.bench;

import dev.tplus1.bench.Day.Flaw;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/**
 * Fills the bundled books with a day: an order for each payment, and for each refund an order of
 * the day before with its refund.
 */
final class Shop {
    static final String ACCOUNT = "bench";

    private static final int ROWS_OF_AN_INSERT = 1000;
    private static final int INSERTS_OF_A_COMMIT = 20;

    /** The zone of the day is eight hours before that of the books. */
    private static final int OFFSET_HOURS = 8;

    private static final String ORDERS =
            "INSERT INTO orders (order_no, account, amount_minor, currency, status,"
                    + " transaction_id, paid_at, created_at, version) VALUES ";
    private static final String REFUNDS =
            "INSERT INTO refunds (account, refund_no, order_no, amount_minor, currency, status,"
                    + " provider_refund_id, refunded_at, created_at, version) VALUES ";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("''uuuu-MM-dd HH:mm:ss''");

    private final Day day;
    private final StringBuilder orders = new StringBuilder();
    private final StringBuilder refunds = new StringBuilder();
    private int waiting;

    private Shop(Day day) {
        this.day = day;
    }

    /** Makes the tables and fills them. */
    static void open(Day day, DatabaseSettings settings) throws SQLException {
        try (Database database = Database.open("books", settings)) {
            database.migrate(Schema.BOOKS, Schema.CALLBACK);
            try (Connection connection = database.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                new Shop(day).fill(connection, statement);
            }
        }
    }

    /** How many entries the books have on the day. */
    static long booked(Day day) {
        long booked = 0;
        for (long n = 0; n < day.rows(); n++) {
            Flaw flaw = day.flaw(n);
            booked += flaw == Flaw.ONLY_IN_STATEMENT || flaw == Flaw.PENDING_IN_BOOKS ? 0 : 1;
        }
        return booked;
    }

    private void fill(Connection connection, Statement statement) throws SQLException {
        int inserts = 0;
        for (long n = 0; n < day.rows(); n++) {
            if (day.inBooks(n)) {
                add(n);
                waiting++;
            }
            if (waiting == ROWS_OF_AN_INSERT || n == day.rows() - 1) {
                send(statement, ORDERS, orders);
                send(statement, REFUNDS, refunds);
                waiting = 0;
                if (++inserts % INSERTS_OF_A_COMMIT == 0) {
                    connection.commit();
                }
            }
        }
        connection.commit();
    }

    private static void send(Statement statement, String insert, StringBuilder rows)
            throws SQLException {
        if (!rows.isEmpty()) {
            rows.setLength(rows.length() - 1);
            statement.executeUpdate(insert + rows);
            rows.setLength(0);
        }
    }

    private void add(long n) {
        boolean refund = day.refund(n);
        boolean pending = day.flaw(n) == Flaw.PENDING_IN_BOOKS;
        LocalDateTime local = Day.DATE.atStartOfDay().plusSeconds(day.second(n));
        LocalDateTime time = local.minusHours(OFFSET_HOURS);
        String paid = TIME.format(refund ? time.minusDays(1) : time);
        String created = TIME.format(time.minusDays(1));
        orders.append("('");
        digits(orders.append(CsvFiles.ORDER), n, CsvFiles.ORDER_SERIAL);
        orders.append("','" + ACCOUNT + "',").append(day.bookedAmount(n)).append(",'CNY','");
        orders.append(pending ? "PENDING" : refund ? "REFUNDED" : "PAID").append("',");
        if (pending) {
            orders.append("NULL,NULL,");
        } else {
            digits(orders.append('\'').append(CsvFiles.KEY), day.serial(n), CsvFiles.SERIAL);
            orders.append("',").append(paid).append(',');
        }
        orders.append(created).append(",0),");
        if (refund) {
            refunds.append("('" + ACCOUNT + "','");
            digits(refunds.append(CsvFiles.REFUND), day.serial(n), CsvFiles.SERIAL);
            digits(refunds.append("','").append(CsvFiles.ORDER), n, CsvFiles.ORDER_SERIAL);
            refunds.append("',").append(day.bookedAmount(n)).append(",'CNY','SUCCEEDED',NULL,");
            refunds.append(TIME.format(time)).append(',').append(created).append(",0),");
        }
    }

    private static void digits(StringBuilder out, long number, int width) {
        String digits = Long.toString(number);
        out.repeat('0', width - digits.length()).append(digits);
    }
}
