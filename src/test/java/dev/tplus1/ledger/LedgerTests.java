package dev.tplus1.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;

final class LedgerTests extends LedgerContract {
    @Override
    Database open() {
        return TestDatabases.h2();
    }

    @Test
    void readsInstantsAndComparesThemWithTheDayInTheLedgersZone() {
        database.jdbc()
                .sql(
                        "CREATE TABLE own_books (no VARCHAR(64), tx VARCHAR(64), amount"
                                + " DECIMAL(9,2), booked_at TIMESTAMP WITH TIME ZONE)")
                .update();
        database.jdbc()
                .sql(
                        "INSERT INTO own_books VALUES ('P1', 'T1', 1, TIMESTAMP WITH TIME ZONE"
                            + " '2026-11-27 16:00:00Z'), ('P2', 'T2', 1, TIMESTAMP WITH TIME ZONE"
                            + " '2026-11-27 15:59:59Z'), ('P3', 'T3', 1, TIMESTAMP WITH TIME ZONE"
                            + " '2026-11-28 23:59:59+08:00')")
                .update();

        assertThat(readOwn(ownQueries("amount", "Asia/Shanghai")))
                .containsExactlyInAnyOrder(
                        "PAYMENT|T1|P1||1.00 CNY|PAID|2026-11-27T16:00:00Z|shop|-1",
                        "PAYMENT|T3|P3||1.00 CNY|PAID|2026-11-28T15:59:59Z|shop|-1");
    }

    @Test
    void wantsAllFourQueriesOrNone() {
        assertThatThrownBy(() ->
                        new LedgerSettings(
                                null, ZoneId.of("UTC"), "SELECT 1", " ", "SELECT 1", null, null))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("ledger.orders-sql and ledger.refunds-sql are missing");
        assertThatThrownBy(() ->
                        new LedgerSettings(
                                null, ZoneId.of("Asia/Shanghai"), null, null, null, null, null))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("the bundled books are in UTC");
    }

    @Test
    void refusesAQueryWithoutItsParameterOrWithAnotherOne() {
        LedgerSettings plain = ownQueries("amount", "UTC");

        assertThatThrownBy(() ->
                        new Ledger(
                                database,
                                new LedgerSettings(
                                        null,
                                        plain.zone(),
                                        plain.entriesSql(),
                                        select("amount"),
                                        plain.transactionsSql(),
                                        plain.refundsSql(),
                                        null)))
                .isInstanceOf(SettingException.class)
                .hasMessage("ledger.orders-sql does not use :orderNos, but must");
        assertThatThrownBy(() -> new Ledger(database, replaced(":from", ":start")))
                .isInstanceOf(SettingException.class)
                .hasMessage("ledger.entries-sql uses :start; it may use :account, :from, :to");
        assertThatThrownBy(() -> new Ledger(database, replaced(":from", "?")))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("ledger.entries-sql has a ? placeholder");
    }

    @Test
    void asksForEachLocalTimeThatTheWindowCanHave() {
        ZoneId zone = ZoneId.of("America/New_York");

        LocalWindow back =
                LocalWindow.of(
                        Instant.parse("2026-11-01T05:30:00Z"),
                        Instant.parse("2026-11-01T06:10:00Z"),
                        zone);
        LocalWindow within =
                LocalWindow.of(
                        Instant.parse("2026-11-01T06:30:00Z"),
                        Instant.parse("2026-11-01T08:00:00Z"),
                        zone);

        assertThat(back)
                .isEqualTo(
                        new LocalWindow(
                                LocalDateTime.parse("2026-11-01T01:00"),
                                LocalDateTime.parse("2026-11-01T02:00")));
        assertThat(within)
                .isEqualTo(
                        new LocalWindow(
                                LocalDateTime.parse("2026-11-01T01:00"),
                                LocalDateTime.parse("2026-11-01T03:00")));
    }
}
