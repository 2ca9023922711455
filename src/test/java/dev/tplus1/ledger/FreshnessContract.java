package dev.tplus1.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.SettingException;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TimeZone;

/** Books that tell how far they are, on every database. */
@ResourceLock(Resources.TIME_ZONE)
abstract class FreshnessContract extends LedgerFixture {
    private static final BusinessDate DAY =
            new BusinessDate(LocalDate.of(2026, 11, 28), ZoneId.of("Asia/Shanghai"));

    @Test
    void takesALagThatIsNoMoreThanItMayBe() {
        for (String lag : List.of("0", "900", "899.999999", "CAST(900 AS DECIMAL(9,3))", "-1.5")) {
            assertThatCode(() -> open("SELECT " + lag)).as(lag).doesNotThrowAnyException();
        }
    }

    @Test
    void refusesBooksThatAreFurtherBehind() {
        assertThatThrownBy(() -> open("SELECT 900.001"))
                .isInstanceOf(BooksNotReadyException.class)
                .hasMessage(
                        "the books are not ready: they are 900.001 s behind, more than the 15m of"
                                + " ledger.max-lag");
    }

    @Test
    void doesNotKnowWhereTheAnswerIsNull() {
        for (String query :
                List.of(
                        "SELECT NULL",
                        "SELECT MAX(version) FROM orders",
                        "SELECT MAX(paid_at) FROM orders",
                        "SELECT CAST(NULL AS DATE)")) {
            assertThatThrownBy(() -> open(query))
                    .as(query)
                    .isInstanceOf(BooksNotReadyException.class)
                    .hasMessage(
                            "the books are not ready: ledger.freshness-sql answers NULL, so nothing"
                                    + " is booked yet or replication stopped");
        }
    }

    @Test
    void wantsTheNewestBookingToReachTheDaysEndLessTheLag() {
        // the day ends at 16:00 UTC
        order("S1", "PAID", 1000, "T1", "2026-11-28 15:44:59.999999");
        String newest = "SELECT MAX(paid_at) FROM orders";

        assertThatThrownBy(() -> open(newest))
                .isInstanceOf(BooksNotReadyException.class)
                .hasMessage(
                        "the books are not ready: newest booking"
                                + " 2026-11-28T23:44:59.999999+08:00, the day ends at"
                                + " 2026-11-29T00:00:00+08:00 (ledger.max-lag 15m)");

        order("S2", "PAID", 1000, "T2", "2026-11-28 15:45:00");

        assertThatCode(() -> open(newest)).doesNotThrowAnyException();
    }

    @Test
    void readsATimeWithoutZoneInTheLedgersZoneWhateverThatOfTheJvm() {
        ownTable("DECIMAL(18,2)");
        own("P1", "10.00", "2026-11-28 23:44:59");
        String newest = "SELECT MAX(booked_at) FROM own_books";
        for (String zone : List.of("UTC", "Asia/Shanghai", "America/New_York")) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));

            assertThatThrownBy(() -> open(ownBooks(newest, "Asia/Shanghai")))
                    .as(zone)
                    .isInstanceOf(BooksNotReadyException.class)
                    .hasMessageContaining("newest booking 2026-11-28T23:44:59+08:00,");
            assertThatCode(() -> open(ownBooks(newest, "UTC"))).as(zone).doesNotThrowAnyException();
        }
    }

    @Test
    void readsDatesAndIsoText() {
        for (String early :
                List.of("DATE '2026-11-28'", "'2026-11-28T23:44:59+08:00'", "'2026-11-28 15:44'")) {
            assertThatThrownBy(() -> open("SELECT " + early))
                    .as(early)
                    .isInstanceOf(BooksNotReadyException.class);
        }
        for (String enough :
                List.of("DATE '2026-11-29'", "'2026-11-28T23:45:00+08:00'", "'2026-11-28 15:45'")) {
            assertThatCode(() -> open("SELECT " + enough)).as(enough).doesNotThrowAnyException();
        }
    }

    @Test
    void mayAskForTheAccount() {
        order("S1", "PAID", 1000, "T1", "2026-11-28 15:59:00");
        String newest = "SELECT MAX(paid_at) FROM orders WHERE account = ";

        assertThatCode(() -> open(newest + ":account;")).doesNotThrowAnyException();
        assertThatThrownBy(() -> open(newest + "'other'"))
                .isInstanceOf(BooksNotReadyException.class);
        assertThatThrownBy(() -> open(newest + ":shop"))
                .isInstanceOf(SettingException.class)
                .hasMessage("ledger.freshness-sql uses :shop; it may use :account");
    }

    @Test
    void refusesAnAnswerThatIsNone() {
        order("S1", "PAID", 1000, "T1", "2026-11-28 15:59:00");
        order("S2", "PAID", 1000, "T2", "2026-11-28 15:59:00");

        wrong("SELECT paid_at FROM orders", "returns more than one row");
        wrong("SELECT paid_at FROM orders WHERE order_no = 'S9'", "returns no row");
        wrong("SELECT 1, 2", "returns 2 columns");
        wrong("SELECT CAST(1.5 AS DOUBLE)", "returns a DOUBLE");
        wrong("SELECT TIME '10:00:00'", "returns a TIME");
        wrong("SELECT 'yesterday'", "is no lag (a number) and no time: it is \"yesterday\"");
        wrong("SELECT '10'", "is no lag (a number) and no time: it is \"10\"");
        wrong("SELECT TIMESTAMP '2999-01-01 00:00:00'", "answers 2999-01-01T00:00:00Z, which is");
        wrong("SELECT -28800", "says that the books are 28800 s ahead; check the zones");
        wrong("SELECT nothing FROM orders", "does not work: ");
        wrong("SELECT MAX(paid_at) FROM no_books", "does not work: ");
        wrong("SELEKT 1", "does not work: ");
    }

    @Test
    void readsFromASnapshotThatIsNoOlderThanTheAnswer() {
        Ledger ledger = new Ledger(database, settings("SELECT 0"));

        try (SqlBooks books =
                ledger.connect(
                        "shop",
                        KeyRule.REFUND_NO,
                        _ -> order("S1", "PAID", 1000, "T1", "2026-11-28 01:00:00"))) {
            assertThat(entries(books)).hasSize(1);
        }
    }

    @Test
    void givesTheConnectionBackAsItWas() throws SQLException {
        // more often than there are connections
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> open("SELECT 901"))
                    .isInstanceOf(BooksNotReadyException.class)
                    .hasNoSuppressedExceptions();
        }

        try (Connection connection = database.dataSource().getConnection()) {
            assertThat(connection.isReadOnly()).isFalse();
            assertThat(connection.getAutoCommit()).isTrue();
        }
        order("S1", "PAID", 1000, "T1", "2026-11-28 01:00:00");
        assertThat(readOwn(LedgerSettings.bundled())).hasSize(1);
    }

    @Test
    void saysHowFarTheBooksAreWhenItIsChecked() {
        assertThat(
                        LedgerCheck.of(new Ledger(database, settings("SELECT 1.50")), "shop")
                                .freshness())
                .isEqualTo("they are 1.5 s behind");
        assertThat(
                        LedgerCheck.of(
                                        new Ledger(
                                                database,
                                                settings("SELECT '2026-11-28T23:45:00+08:00'")),
                                        "shop")
                                .freshness())
                .isEqualTo("newest booking 2026-11-28T15:45:00Z");
        assertThat(
                        LedgerCheck.of(new Ledger(database, LedgerSettings.bundled()), "shop")
                                .freshness())
                .isEmpty();
    }

    private void wrong(String query, String what) {
        assertThatThrownBy(() -> open(query))
                .as(query)
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("ledger.freshness-sql " + what);
    }

    private void open(String query) throws BooksNotReadyException {
        open(settings(query));
    }

    private void open(LedgerSettings settings) throws BooksNotReadyException {
        try (Scratch scratch = Statements.scratch()) {
            new Ledger(database, settings)
                    .reading("shop", KeyRule.REFUND_NO, DAY, Duration.ZERO, scratch)
                    .read()
                    .close();
        }
    }

    private static LedgerSettings settings(String query) {
        return new LedgerSettings(
                null,
                ZoneOffset.UTC,
                null,
                null,
                null,
                null,
                new LedgerSettings.Fresh(query, Duration.ofMinutes(15)));
    }

    private LedgerSettings ownBooks(String query, String zone) {
        LedgerSettings own = ownQueries("amount", zone);
        return new LedgerSettings(
                null,
                own.zone(),
                own.entriesSql(),
                own.ordersSql(),
                own.transactionsSql(),
                own.refundsSql(),
                new LedgerSettings.Fresh(query, Duration.ofMinutes(15)));
    }
}
