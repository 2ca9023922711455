package dev.tplus1.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

final class LedgerIntegrationTests extends LedgerContract {
    @Override
    Database open() {
        return TestDatabases.server(Schema.BOOKS);
    }

    @Test
    void dropsWhatACaseInsensitiveCollationReturnsToo() {
        database.jdbc()
                .sql(
                        "CREATE TABLE own_books (no VARCHAR(64), tx VARCHAR(64), amount"
                                + " DECIMAL(9,2), booked_at DATETIME) COLLATE utf8mb4_general_ci")
                .update();
        own("order-1", "1.00", "2026-11-28 00:00:00");
        own("ORDER-1", "2.00", "2026-11-28 00:00:00");
        own("order-1 ", "3.00", "2026-11-28 00:00:00");

        try (Books books =
                new Ledger(database, ownQueries("amount", "UTC")).open("shop", KeyRule.REFUND_NO)) {
            assertThat(lines(books.orders(List.of("order-1"))))
                    .containsExactly(
                            "PAYMENT|T-order-1|order-1||1.00"
                                    + " CNY|PAID|2026-11-28T00:00:00Z|shop|-1");
            assertThat(lines(books.transactions(List.of("t-ORDER-1")))).isEmpty();
        }
    }

    @Test
    void refusesATimestampColumnUnlessTheLedgerIsInUtc() {
        database.jdbc()
                .sql(
                        "CREATE TABLE own_books (no VARCHAR(64), tx VARCHAR(64), amount"
                                + " DECIMAL(9,2), booked_at TIMESTAMP NULL)")
                .update();
        database.jdbc()
                .sql("INSERT INTO own_books VALUES ('P1', 'T1', 1, '2026-11-28 00:00:00')")
                .update();

        assertThat(readOwn(ownQueries("amount", "UTC")))
                .containsExactly("PAYMENT|T1|P1||1.00 CNY|PAID|2026-11-28T00:00:00Z|shop|-1");
        assertThatThrownBy(() -> readOwn(ownQueries("amount", "Asia/Shanghai")))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("occurred_at is a TIMESTAMP");
    }

    @Test
    void streamsRatherThanHoldTheWholeDay() {
        database.jdbc()
                .sql(
                        "INSERT INTO"
                            + " orders(order_no,account,amount_minor,currency,status,transaction_id,paid_at,created_at,version)"
                            + " WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n"
                            + " WHERE i < 900) SELECT CONCAT('S', i), 'shop', 1, 'CNY', 'PAID',"
                            + " CONCAT('T', i), '2026-11-28 00:00:00', '2026-11-28 00:00:00', 0"
                            + " FROM n")
                .update();
        AtomicInteger rows = new AtomicInteger();

        try (SqlBooks books =
                new Ledger(database, LedgerSettings.bundled())
                        .connect("shop", KeyRule.REFUND_NO, _ -> {})) {
            // while it streams the connection can do nothing else: that is how streaming shows
            assertThatThrownBy(() ->
                            books.stream(
                                    FROM,
                                    TO,
                                    _ -> {
                                        rows.incrementAndGet();
                                        books.orders(List.of("S1"));
                                    }))
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("streaming result set");
            assertThat(rows).hasValue(1);

            assertThat(entries(books)).hasSize(900);
            assertThat(books.orders(List.of("S1"))).hasSize(1);
        }
    }
}
