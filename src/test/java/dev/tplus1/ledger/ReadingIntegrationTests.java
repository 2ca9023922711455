package dev.tplus1.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.concurrent.FutureTask;

final class ReadingIntegrationTests extends ReadingContract {
    /** Longer than anybody waits for a test. */
    private static final String SILENT = "SLEEP(3600)";

    @Override
    Database open() {
        return TestDatabases.server(Schema.BOOKS);
    }

    @Test
    void cutsOffAServerThatIsSilentBeforeItsFirstRow() throws Exception {
        ownTable("DECIMAL(18,2)");
        own("P1", "10.00", "2026-11-28 00:00:00");
        stopsWhileTheServerRuns(replaced("booked_at AS", "IF(" + SILENT + ", NULL, booked_at) AS"));
    }

    @Test
    void cutsOffAServerThatIsSilentBetweenTwoRows() throws Exception {
        ownTable("DECIMAL(18,2)");
        for (int i = 0; i < 20_000; i++) {
            own("P" + i, "10.00", "2026-11-28 00:00:00");
        }
        own("LAST", "10.00", "2026-11-28 00:00:00");
        stopsWhileTheServerRuns(
                replaced("booked_at AS", "IF(no = 'LAST' AND " + SILENT + ", NULL, booked_at) AS"));
    }

    private void stopsWhileTheServerRuns(LedgerSettings settings) throws Exception {
        Ledger.Reading reading = reading(settings);
        FutureTask<@Nullable Throwable> thrown = new FutureTask<>(() -> thrownBy(reading));
        Thread thread = Thread.ofPlatform().start(thrown);
        while (asleep() == 0) {
            Thread.onSpinWait();
        }

        reading.stop();

        assertThat(thrown.get()).isInstanceOf(LedgerException.class);
        thread.join();
        connectionsAreAsTheyWere();
    }

    private static @Nullable Throwable thrownBy(Ledger.Reading reading) {
        try (Books.OfDay _ = reading.read()) {
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    private long asleep() {
        return database.jdbc()
                .sql(
                        "SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User"
                                + " sleep'")
                .query(Long.class)
                .single();
    }
}
