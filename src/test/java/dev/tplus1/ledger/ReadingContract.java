package dev.tplus1.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Reading a day of the books in one thread, and stopping it from another, on every database. */
abstract class ReadingContract extends LedgerFixture {
    static final BusinessDate DAY =
            new BusinessDate(LocalDate.of(2026, 11, 28), ZoneId.of("Asia/Shanghai"));

    Scratch scratch = Statements.scratch();

    @BeforeEach
    void openScratch() {
        scratch = Statements.scratch();
    }

    @AfterEach
    void closeScratch() {
        scratch.close();
    }

    Ledger.Reading reading(LedgerSettings settings) {
        return new Ledger(database, settings)
                .reading("shop", KeyRule.REFUND_NO, DAY, Duration.ofMinutes(10), scratch);
    }

    @Test
    void readsTheWidenedDayAndLooksUpInTheSameSnapshot() throws Exception {
        order("S1", "PAID", 1, "T1", "2026-11-27 15:50:00");
        order("S2", "PAID", 2, "T2", "2026-11-28 16:09:59.999999");
        order("S3", "PAID", 3, "T3", "2026-11-27 15:49:59.999999");
        order("S4", "PAID", 4, "T4", "2026-11-28 16:10:00");
        order("S5", "PENDING", 5, "", "");

        try (Books.OfDay books = reading(LedgerSettings.bundled()).read()) {
            order("S6", "PENDING", 6, "", "");

            assertThat(lines(books.entries()))
                    .containsExactlyInAnyOrder(
                            "PAYMENT|T1|S1||0.01 CNY|PAID|2026-11-27T15:50:00Z|shop|0",
                            "PAYMENT|T2|S2||0.02 CNY|PAID|2026-11-28T16:09:59.999999Z|shop|0");
            assertThat(lines(books.books().orders(List.of("S5", "S6"))))
                    .containsExactly("PAYMENT||S5||0.05 CNY|PENDING|null|shop|0");
        }
        connectionsAreAsTheyWere();
    }

    @Test
    void opensNothingOnceItIsStopped() throws Exception {
        Ledger.Reading reading = reading(LedgerSettings.bundled());

        reading.stop();

        assertThatThrownBy(reading::read)
                .isInstanceOf(LedgerException.class)
                .hasMessage("the books were not read to their end: nobody asks");
        connectionsAreAsTheyWere();
    }

    @Test
    void showsItsConnectionBeforeAnythingIsAskedOfIt() throws Exception {
        List<Boolean> seen = new ArrayList<>();
        Ledger.Look<SQLException> look =
                new Ledger.Look<>() {
                    @Override
                    public void opened(Connection connection) {
                        seen.add(readOnly(connection));
                    }

                    @Override
                    public void at(Connection connection) {
                        seen.add(readOnly(connection));
                    }
                };

        new Ledger(database, LedgerSettings.bundled())
                .connect("shop", KeyRule.REFUND_NO, look)
                .close();

        assertThat(seen).containsExactly(false, true);
        connectionsAreAsTheyWere();
    }

    private static boolean readOnly(Connection connection) {
        try {
            return connection.isReadOnly();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void leavesBooksThatAreReadAloneWhenItIsStoppedLate() throws Exception {
        order("S1", "PAID", 1, "T1", "2026-11-28 01:00:00");
        Ledger.Reading reading = reading(LedgerSettings.bundled());

        try (Books.OfDay books = reading.read()) {
            reading.stop();

            assertThat(books.books().orders(List.of("S1"))).hasSize(1);
        }
        connectionsAreAsTheyWere();
    }

    @Test
    void givesTheConnectionBackWhenARowCannotBeRead() throws Exception {
        ownTable("DECIMAL(18,2)");
        own("P1", "10.00", "2026-11-28 00:00:00");

        // more often than there are connections
        for (int i = 0; i < 20; i++) {
            Ledger.Reading reading = reading(replaced("'PAID' AS status", "'PAYED' AS status"));
            assertThatThrownBy(reading::read)
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("status is \"PAYED\"")
                    .hasNoSuppressedExceptions();
        }
        connectionsAreAsTheyWere();
    }

    /** None of those that there may be at once is lost, or left in a transaction. */
    void connectionsAreAsTheyWere() throws SQLException {
        for (int i = 0; i < 20; i++) {
            try (Connection connection = database.dataSource().getConnection()) {
                assertThat(connection.isReadOnly()).isFalse();
                assertThat(connection.getAutoCommit()).isTrue();
                assertThat(connection.isValid(5)).isTrue();
            }
        }
    }
}
