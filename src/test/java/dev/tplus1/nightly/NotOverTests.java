package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.watch.metrics.JobFigures.OfAccount;
import dev.tplus1.watch.metrics.JobFigures.Reconciled;
import dev.tplus1.watch.metrics.JobFigures.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;

/** A day that is reconciled before it is over. */
class NotOverTests {
    @TempDir private Path folder;

    @Test
    void isNeverTheLatestForTheFigures() {
        try (Shop shop = new Shop(folder)) {
            shop.accounts(Shop.account("shop", ""));
            LocalDate ahead = DATE.plusMonths(6);
            shop.statement(DATE, paid("9", "10.00", DATE + "T10:00:00Z"));
            shop.statement(ahead, paid("8", "10.00", ahead + "T10:00:00Z"));
            shop.clock.set("2026-11-29T02:00:00Z");
            shop.run(DATE);
            shop.run(ahead);

            OfAccount its =
                    shop.nightly()
                            .figures(trouble -> {
                                throw trouble;
                            })
                            .accounts()
                            .getFirst();

            assertThat(its.last()).isNotNull().extracting(Run::date).isEqualTo(DATE);
            assertThat(its.reconciled())
                    .isNotNull()
                    .extracting(Reconciled::began)
                    .isEqualTo(Instant.parse("2026-11-28T00:00:00Z"));
            assertThat(its.missing()).isZero();
        }
    }
}
