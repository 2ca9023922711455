package dev.tplus1.ledger;

import dev.tplus1.database.Database;
import dev.tplus1.database.Dialect;
import dev.tplus1.diff.Spool;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;

/** Books to read, bundled and of one's own. */
abstract class LedgerFixture {
    static final Instant FROM = Instant.parse("2026-11-27T16:00:00Z");
    static final Instant TO = Instant.parse("2026-11-28T16:00:00Z");

    Database database;
    private final TimeZone jvmZone = TimeZone.getDefault();

    abstract Database open();

    @BeforeEach
    void connect() {
        database = open();
    }

    @AfterEach
    void close() {
        database.close();
        TimeZone.setDefault(jvmZone);
    }

    List<String> readOwn(LedgerSettings settings) {
        try (SqlBooks books =
                new Ledger(database, settings).connect("shop", KeyRule.REFUND_NO, _ -> {})) {
            return entries(books);
        }
    }

    LedgerSettings replaced(String text, String by) {
        LedgerSettings plain = ownQueries("amount", "UTC");
        return new LedgerSettings(
                null,
                plain.zone(),
                String.valueOf(plain.entriesSql()).replaceFirst(text, by),
                plain.ordersSql(),
                plain.transactionsSql(),
                plain.refundsSql(),
                null);
    }

    LedgerSettings ownQueries(String amount, String zone) {
        String select = select(amount);
        return new LedgerSettings(
                null,
                ZoneId.of(zone),
                select + " WHERE booked_at >= :from AND booked_at < :to;",
                select + " WHERE no IN (:orderNos)",
                select + " WHERE tx IN (:transactionIds)",
                select + " WHERE 1 = 0 AND no IN (:refundNos)",
                null);
    }

    static String select(String amount) {
        return "SELECT 'CNY' AS currency, "
                + amount
                + ", 'PAYMENT' AS kind, 'PAID' AS status, tx AS Transaction_Id, no AS order_no,"
                + " NULL AS refund_no, booked_at AS occurred_at FROM own_books";
    }

    void ownTable(String amountType) {
        database.jdbc()
                .sql(
                        "CREATE TABLE own_books (no VARCHAR(64), tx VARCHAR(64), amount "
                                + amountType
                                + ", booked_at "
                                + (database.dialect() == Dialect.H2 ? "TIMESTAMP" : "DATETIME")
                                + ")")
                .update();
    }

    void own(String no, String amount, String bookedAt) {
        database.jdbc()
                .sql(
                        "INSERT INTO own_books VALUES (?, ?, "
                                + amount
                                + ", TIMESTAMP '"
                                + bookedAt
                                + "')")
                .params(no, "T-" + no)
                .update();
    }

    void bundledDay() {
        order("S1", "PAID", 1000, "T1", "2026-11-27 16:00:00");
        database.jdbc().sql("UPDATE orders SET version = 3 WHERE order_no = 'S1'").update();
        order("S2", "PARTIALLY_REFUNDED", 2000, "", "2026-11-28 15:59:59.999999");
        order("S3", "PENDING", 3000, "", "");
        order("S4", "PAID", 4000, "T4", "2026-11-28 16:00:00");
        order("S5", "PAID", 5000, "T5", "2026-11-28 01:00:00");
        database.jdbc().sql("UPDATE orders SET account = 'other' WHERE order_no = 'S5'").update();
        order("S9", "PARTIALLY_REFUNDED", 9000, "T9", "2026-10-01 00:00:00");
        refund("S9", "R9", "SUCCEEDED", 100, "2026-11-28 00:00:00");
        refund("S9", "R8", "PENDING", 200, "");
    }

    void order(String orderNo, String status, long amount, String tx, String paidAt) {
        database.jdbc()
                .sql(
                        "INSERT INTO orders(order_no,account,amount_minor,currency,status,"
                                + "transaction_id,paid_at,created_at,version)"
                                + " VALUES(?,'shop',?,'CNY',?,NULLIF(?, ''),"
                                + time(paidAt)
                                + ",TIMESTAMP '2026-11-27 09:00:00',0)")
                .params(orderNo, amount, status, tx)
                .update();
    }

    void refund(String orderNo, String refundNo, String status, long amount, String refundedAt) {
        database.jdbc()
                .sql(
                        "INSERT INTO refunds(account,refund_no,order_no,amount_minor,currency,"
                                + "status,provider_refund_id,refunded_at,created_at,version)"
                                + " VALUES('shop',?,?,?,'CNY',?,NULL,"
                                + time(refundedAt)
                                + ",TIMESTAMP '2026-11-27 09:00:00',0)")
                .params(refundNo, orderNo, amount, status)
                .update();
    }

    private static String time(String time) {
        return time.isEmpty() ? "NULL" : "TIMESTAMP '" + time + "'";
    }

    static List<String> entries(SqlBooks books) {
        try (Scratch scratch = Statements.scratch()) {
            return lines(books.entries(FROM, TO, scratch, () -> {}));
        }
    }

    static List<String> lines(Spool<BookEntry> rows) {
        List<BookEntry> found = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            rows.each(kind, found::add);
        }
        return lines(found);
    }

    static List<String> lines(List<BookEntry> entries) {
        return entries.stream()
                .map(e ->
                        e.kind()
                                + "|"
                                + e.transactionId()
                                + "|"
                                + e.orderNo()
                                + "|"
                                + e.refundNo()
                                + "|"
                                + e.amount()
                                + "|"
                                + e.state()
                                + "|"
                                + e.time()
                                + "|"
                                + e.account()
                                + "|"
                                + e.version())
                .toList();
    }
}
