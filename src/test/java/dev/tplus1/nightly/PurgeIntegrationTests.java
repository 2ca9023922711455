package dev.tplus1.nightly;

import static dev.tplus1.nightly.OldShop.LAST;
import static dev.tplus1.nightly.OldShop.OLD;
import static dev.tplus1.nightly.Shop.ACCOUNT;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Classification;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Revisions;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.LockWaits;
import dev.tplus1.database.TestServer;
import dev.tplus1.nightly.known.Unpurged;
import dev.tplus1.nightly.purge.Purged;

import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Keeping house on a real server. */
final class PurgeIntegrationTests extends PurgeContract {
    @Override
    DatabaseSettings settings() {
        return TestServer.newDatabase();
    }

    @Test
    void waitsForARunThatBeginsAnEarlierDateAndKeepsWhatThatOneMustNotReplay()
            throws ExecutionException, InterruptedException {
        LocalDate before = OLD.minusDays(1);
        shop.database
                .jdbc()
                .sql(
                        "INSERT INTO tplus1_statement_return (account, business_date,"
                                + " transaction_id) VALUES (?, ?, 'T9')")
                .params(ACCOUNT, OLD)
                .update();

        List<Future<Purged>> purge = new ArrayList<>();
        try (ExecutorService beside = Executors.newSingleThreadExecutor()) {
            stage(
                    before,
                    () -> {
                        purge.add(beside.submit(() -> old.purge()));
                        awaitLocks(purge);
                    });
        }

        assertThat(purge.getFirst().get().end()).isEqualTo(Purged.End.DONE);
        assertThat(old.rows(OLD, "finding")).isZero();
        assertThat(old.rows(OLD, "statement_return")).isEqualTo(1);
    }

    @Test
    void keepsNoRunOfTheLastDateWaiting() {
        try (ExecutorService beside = Executors.newSingleThreadExecutor()) {
            boolean done =
                    new Audit(shop.database)
                            .write(_ -> {
                                Future<?> staging =
                                        beside.submit(() -> stage(LAST.plusDays(1), () -> {}));
                                awaitLocks(List.of(staging));
                                return staging.state() == Future.State.SUCCESS;
                            });

            assertThat(done).isTrue();
        }
    }

    /** Stages a first run of a date that found nothing; {@code last} runs in its transaction. */
    private void stage(LocalDate date, Runnable last) {
        new Unpurged(shop.database, new Revisions(shop.database, shop.clock), shop.clock)
                .stage(
                        new Revision.Id(ACCOUNT, date, 1),
                        "night/shop/" + date + "/r1",
                        "0".repeat(64),
                        shop.clock.instant(),
                        new Classification(List.of(), List.of(), List.of(), "{}"),
                        last);
    }

    private void awaitLocks(List<? extends Future<?>> running) {
        try (Connection looking = shop.database.dataSource().getConnection()) {
            LockWaits.await(looking, running);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
