package dev.tplus1.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

import java.time.ZoneOffset;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.IntStream;

/** Reading the books, bundled and of one's own, on every database. */
@ResourceLock(Resources.TIME_ZONE)
abstract class LedgerContract extends LedgerFixture {

    @Test
    void readsTheBundledBooks() {
        bundledDay();
        Ledger ledger = new Ledger(database, LedgerSettings.bundled());

        try (SqlBooks books = ledger.connect("shop", KeyRule.REFUND_NO, _ -> {})) {
            assertThat(entries(books))
                    .containsExactlyInAnyOrder(
                            "PAYMENT|T1|S1||10.00 CNY|PAID|2026-11-27T16:00:00Z|shop|3",
                            "PAYMENT||S2||20.00"
                                    + " CNY|PARTIALLY_REFUNDED|2026-11-28T15:59:59.999999Z|shop|0",
                            "REFUND|T9|S9|R9|1.00 CNY|SUCCEEDED|2026-11-28T00:00:00Z|shop|0");
            assertThat(lines(books.orders(List.of("S3", "S5", "s1", "S1 "))))
                    .containsExactlyInAnyOrder(
                            "PAYMENT||S3||30.00 CNY|PENDING|null|shop|0",
                            "PAYMENT|T5|S5||50.00 CNY|PAID|2026-11-28T01:00:00Z|other|0");
            assertThat(lines(books.transactions(List.of("T9", "T5", "t1"))))
                    .containsExactlyInAnyOrder(
                            "PAYMENT|T9|S9||90.00"
                                    + " CNY|PARTIALLY_REFUNDED|2026-10-01T00:00:00Z|shop|0",
                            "REFUND|T9|S9|R9|1.00 CNY|SUCCEEDED|2026-11-28T00:00:00Z|shop|0",
                            "REFUND|T9|S9|R8|2.00 CNY|PENDING|null|shop|0");
            assertThat(lines(books.refunds(List.of("R8", "r9"))))
                    .containsExactly("REFUND|T9|S9|R8|2.00 CNY|PENDING|null|shop|0");
            assertThat(books.orders(List.of())).isEmpty();
        }
    }

    @Test
    void keysTheBooksByTheAccountsRule() {
        bundledDay();
        Ledger ledger = new Ledger(database, LedgerSettings.bundled());

        try (Books books = ledger.open("shop", KeyRule.ORDER_AND_REFUND_NO)) {
            assertThat(books.refunds(List.of("R8")))
                    .extracting(BookEntry::key)
                    .containsExactly(EntryKey.refund("S9\u001fR8"));
            assertThat(books.orders(List.of("S2")))
                    .extracting(BookEntry::key)
                    .containsExactly(EntryKey.paymentOfOrder("S2"));
        }
    }

    @Test
    void seesOneMomentHoweverLongItReads() {
        bundledDay();
        Ledger ledger = new Ledger(database, LedgerSettings.bundled());

        try (SqlBooks books = ledger.connect("shop", KeyRule.REFUND_NO, _ -> {})) {
            order("S7", "PAID", 1, "T7", "2026-11-28 03:00:00");
            database.jdbc()
                    .sql("UPDATE orders SET status = 'CLOSED' WHERE order_no = 'S3'")
                    .update();

            assertThat(entries(books)).hasSize(3);
            assertThat(lines(books.orders(List.of("S3", "S7"))))
                    .containsExactly("PAYMENT||S3||30.00 CNY|PENDING|null|shop|0");
        }
        try (SqlBooks books = ledger.connect("shop", KeyRule.REFUND_NO, _ -> {})) {
            assertThat(entries(books)).hasSize(4);
        }
    }

    @Test
    void looksUpMoreThanOneBatch() {
        int count = 2 * SqlBooks.BATCH + 7;
        List<String> orderNos = IntStream.range(0, count).mapToObj(i -> "S" + i).toList();
        database.transactions()
                .executeWithoutResult(_ -> orderNos.forEach(no -> order(no, "PENDING", 1, "", "")));
        Ledger ledger = new Ledger(database, LedgerSettings.bundled());

        try (Books books = ledger.open("shop", KeyRule.REFUND_NO)) {
            assertThat(books.orders(orderNos))
                    .extracting(BookEntry::orderNo)
                    .containsExactlyInAnyOrderElementsOf(orderNos);
        }
    }

    @Test
    void readsTheSameInstantsWhateverTheZoneOfTheJvm() {
        bundledDay();
        for (String zone : List.of("UTC", "Asia/Shanghai", "America/New_York")) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));

            try (SqlBooks books =
                    new Ledger(database, LedgerSettings.bundled())
                            .connect("shop", KeyRule.REFUND_NO, _ -> {})) {
                assertThat(entries(books)).as(zone).hasSize(3);
            }
        }
    }

    @Test
    void readsLocalTimesOfItsOwnTablesInTheLedgersZone() {
        ownTable("DECIMAL(18,4)");
        own("P1", "10.0000", "2026-11-28 00:00:00");
        own("P2", "20.5000", "2026-11-28 23:59:59");
        own("P3", "30.0000", "2026-11-29 00:00:00");
        Ledger ledger = new Ledger(database, ownQueries("amount", "Asia/Shanghai"));

        try (SqlBooks books = ledger.connect("shop", KeyRule.REFUND_NO, _ -> {})) {
            assertThat(entries(books))
                    .containsExactlyInAnyOrder(
                            "PAYMENT|T-P1|P1||10.00 CNY|PAID|2026-11-27T16:00:00Z|shop|-1",
                            "PAYMENT|T-P2|P2||20.50 CNY|PAID|2026-11-28T15:59:59Z|shop|-1");
        }
    }

    @Test
    void readsAmountsInMinorUnits() {
        ownTable("BIGINT");
        own("P1", "1050", "2026-11-28 00:00:00");
        Ledger ledger = new Ledger(database, ownQueries("amount AS amount_minor", "Asia/Shanghai"));

        try (SqlBooks books = ledger.connect("shop", KeyRule.REFUND_NO, _ -> {})) {
            assertThat(entries(books).getFirst()).contains("|10.50 CNY|");
        }
    }

    @Test
    void dropsRowsThatAreEqualOnlyToADatabaseThatIgnoresCaseOrBlanks() {
        ownTable("DECIMAL(18,2)");
        own("order-1", "1.00", "2026-11-28 00:00:00");
        own("ORDER-1", "2.00", "2026-11-28 00:00:00");
        own("order-1 ", "3.00", "2026-11-28 00:00:00");
        Ledger ledger =
                new Ledger(
                        database,
                        new LedgerSettings(
                                null,
                                ZoneOffset.UTC,
                                select("amount") + " WHERE booked_at >= :from AND booked_at < :to",
                                select("amount") + " WHERE LOWER(TRIM(no)) IN (:orderNos)",
                                select("amount") + " WHERE tx IN (:transactionIds)",
                                select("amount") + " WHERE 1 = 0 AND no IN (:refundNos)",
                                null));

        try (Books books = ledger.open("shop", KeyRule.REFUND_NO)) {
            assertThat(lines(books.orders(List.of("order-1")))).hasSize(1);
            assertThat(lines(books.orders(List.of("order-1"))).getFirst()).contains("|1.00 CNY|");
        }
    }

    @Test
    void namesRowColumnAndValueThatItCannotRead() {
        ownTable("DECIMAL(18,4)");
        own("P1", "10.0050", "2026-11-28 00:00:00");

        assertThatThrownBy(() -> readOwn(ownQueries("amount", "UTC")))
                .isInstanceOf(LedgerException.class)
                .hasMessageStartingWith(
                        "ledger.entries-sql: payment transaction T-P1 order P1: amount is 10.0050,")
                .hasMessageContaining("2 decimals that CNY has");
    }

    @Test
    void refusesUnknownStatusKindAndCurrencyAndNegativeAmounts() {
        ownTable("DECIMAL(18,2)");
        own("P1", "10.00", "2026-11-28 00:00:00");

        assertThatThrownBy(() -> readOwn(replaced("'PAID' AS status", "'SUCESS' AS status")))
                .isInstanceOf(LedgerException.class)
                .hasMessageEndingWith(
                        "status is \"SUCESS\", expected one of [PENDING, PAID, PARTIALLY_REFUNDED,"
                                + " REFUNDED, CLOSED, FAILED]; map yours to these in the query:"
                                + " CASE ... WHEN ... THEN ... END");
        assertThatThrownBy(() -> readOwn(replaced("'PAYMENT' AS kind", "'payment' AS kind")))
                .hasMessageContaining(
                        "kind is \"payment\", expected PAYMENT or REFUND; map yours to these");
        assertThatThrownBy(() -> readOwn(replaced("'CNY' AS currency", "'RMB' AS currency")))
                .hasMessageContaining("currency is \"RMB\"");
        assertThatThrownBy(() -> readOwn(replaced("amount", "0 - amount AS amount")))
                .hasMessageContaining("amount is -10.00; amounts are positive");
        assertThatThrownBy(
                        () -> readOwn(replaced("booked_at AS", "NULLIF(booked_at, booked_at) AS")))
                .hasMessageContaining("occurred_at is NULL, though it is booked (PAID)");
    }

    @Test
    void acceptsTextAsAmountAndTime() {
        ownTable("DECIMAL(18,2)");
        own("P1", "10.00", "2026-11-28 00:00:00");

        assertThat(readOwn(replaced("booked_at AS", "'2026-11-28T08:00:00+08:00' AS")))
                .containsExactly("PAYMENT|T-P1|P1||10.00 CNY|PAID|2026-11-28T00:00:00Z|shop|-1");
        assertThat(readOwn(replaced("amount", "'10.50' AS amount")).getFirst())
                .contains("|10.50 CNY|");
    }

    @Test
    void namesTheQueryAndTheColumnThatIsMissing() {
        ownTable("DECIMAL(18,2)");

        assertThatThrownBy(() ->
                        LedgerCheck.of(
                                new Ledger(
                                        database, replaced("'PAID' AS status", "'PAID' AS state")),
                                "shop"))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("ledger.entries-sql: column status is missing; it has ");
        assertThatThrownBy(() ->
                        LedgerCheck.of(
                                new Ledger(database, replaced("own_books", "no_books")), "shop"))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("ledger.entries-sql does not work: ");
        assertThatThrownBy(() ->
                        LedgerCheck.of(
                                new Ledger(
                                        database,
                                        replaced("amount", "CAST(amount AS DOUBLE) AS amount")),
                                "shop"))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("which is not exact");
    }

    @Test
    void checksQueriesThatWork() {
        ownTable("DECIMAL(18,2)");

        LedgerCheck.Answer own =
                LedgerCheck.of(new Ledger(database, ownQueries("amount", "UTC")), "shop");
        LedgerCheck.Answer bundled =
                LedgerCheck.of(new Ledger(database, LedgerSettings.bundled()), "shop");

        assertThat(own.product()).isEqualTo(database.product());
        assertThat(bundled.version()).isEqualTo(database.version());
    }

    @Test
    void keepsOtherAccountsOutOfWhatIsBooked() {
        ownTable("DECIMAL(18,2)");
        own("P1", "10.00", "2026-11-28 00:00:00");

        assertThat(readOwn(replaced("'PAID' AS status", "'PAID' AS status, 'other' AS account")))
                .isEmpty();
        assertThat(readOwn(replaced("'PAID' AS status", "'PAID' AS status, 'Shop' AS account")))
                .isEmpty();
        assertThat(readOwn(replaced("'PAID' AS status", "'PAID' AS status, 'shop' AS account")))
                .hasSize(1);
    }
}
