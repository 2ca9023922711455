package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.TestServer;
import dev.tplus1.watch.metrics.JobFigures;
import dev.tplus1.watch.metrics.JobFigures.OfAccount;
import dev.tplus1.watch.metrics.JobFigures.Reconciled;
import dev.tplus1.watch.metrics.JobFigures.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** What a real server says of a job's accounts, for Prometheus. */
final class MeasuredIntegrationTests {
    private static final LocalDate NEXT = DATE.plusDays(1);

    @TempDir private Path folder;

    @Test
    void areReadFromTheServer() {
        try (Shop shop = new Shop(folder, TestServer.newDatabase())) {
            shop.accounts(Shop.account("shop", ""), Shop.account("never", ""));
            shop.replay("{mode: books, min-count: 3, max-share: 0.2}");
            shop.clock.set("2026-12-01T02:00:00Z");
            shop.statement(DATE, paid("9", "10.00", "2026-11-28T10:00:00Z"));
            ResumeFixture.missed(shop, NEXT, 1, 4);
            shop.statement(NEXT.plusDays(1), "no line");
            for (LocalDate date = DATE; date.isBefore(DATE.plusDays(3)); date = date.plusDays(1)) {
                shop.run(date);
            }

            JobFigures figures =
                    shop.nightly()
                            .figures(trouble -> {
                                throw trouble;
                            });

            OfAccount its = figures.accounts().getFirst();
            Instant now = shop.clock.instant();
            assertThat(its.last()).isNotNull().extracting(Run::at).isEqualTo(now);
            assertThat(its.reconciled())
                    .isEqualTo(new Reconciled(now, Instant.parse("2026-11-28T00:00:00Z")));
            assertThat(Objects.requireNonNull(its.latest()).statementEntries()).isEqualTo(4);
            assertThat(its.open())
                    .hasSize(18)
                    .containsEntry("MISSED_CALLBACK", 4L)
                    .containsEntry("UNKNOWN_ORDER", 1L);
            assertThat(its.oldestOpen()).isEqualTo(Instant.parse("2026-11-28T00:00:00Z"));
            assertThat(its.held()).isEqualTo(1);
            assertThat(its.missing()).isEqualTo(1);
            assertThat(figures.accounts().getLast())
                    .isEqualTo(
                            new OfAccount(
                                    "never",
                                    figures.accounts().getLast().last(),
                                    null,
                                    null,
                                    none(its.open()),
                                    null,
                                    0,
                                    figures.accounts().getLast().missing()));
            assertThat(figures.deadNotices()).isZero();
            assertThat(figures.deadLetters()).hasValue(0);
        }
    }

    private static Map<String, Long> none(Map<String, Long> counts) {
        Map<String, Long> none = new HashMap<>(counts);
        none.replaceAll((_, _) -> 0L);
        return none;
    }
}
