package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Lines.paid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.LocalDate;

/** The days on which New York sets its clocks: one of 23 hours, one of 25. */
class DayLengthTests {
    private static final LocalDate SHORT = LocalDate.of(2026, 3, 8);
    private static final LocalDate LONG = LocalDate.of(2026, 11, 1);

    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.accounts(Shop.account(Shop.ACCOUNT, "      zone: America/New_York\n"));
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void countsTwentyThreeHours() {
        shop.clock.set("2026-03-09T12:00:00Z");
        shop.booked("0", 100, "2026-03-08T04:59:59Z");
        shop.booked("1", 1000, "2026-03-08T05:00:00Z");
        shop.booked("2", 2000, "2026-03-09T03:59:59Z");
        shop.booked("3", 3000, "2026-03-09T04:00:00Z");
        shop.statement(
                SHORT,
                paid("1", "10.00", "2026-03-08T00:00:00"),
                paid("2", "20.00", "2026-03-08T23:59:59"));

        Summary summary = summaryOf(shop.run(SHORT));

        assertThat(summary.matched()).isEqualTo(2);
        assertThat(summary.ledger().entries()).isEqualTo(2);
        assertThat(summary.breaks()).isEmpty();
        assertThat(summary.proof().getFirst().ledger()).isEqualTo(3000);
    }

    @Test
    void countsTwentyFiveHours() {
        shop.clock.set("2026-11-02T12:00:00Z");
        shop.booked("0", 100, "2026-11-01T03:59:59Z");
        shop.booked("1", 1000, "2026-11-01T04:00:00Z");
        shop.booked("2", 2000, "2026-11-02T04:59:59Z");
        shop.booked("3", 3000, "2026-11-02T05:00:00Z");
        shop.pending("4", 4000);
        shop.statement(
                LONG,
                paid("1", "10.00", "2026-11-01T00:00:00-04:00"),
                paid("2", "20.00", "2026-11-01T23:59:59-05:00"),
                paid("4", "40.00", "2026-11-01T23:30:00-05:00"));

        Summary summary = summaryOf(shop.run(LONG));

        assertThat(summary.matched()).isEqualTo(2);
        assertThat(summary.ledger().entries()).isEqualTo(2);
        assertThat(summary.replays().applied()).isEqualTo(1);
        assertThat(shop.count("orders WHERE paid_at = TIMESTAMP '2026-11-02 04:30:00'"))
                .isEqualTo(1);
    }
}
