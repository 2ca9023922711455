package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestDatabases;

final class MonthTests extends MonthContract {
    @Override
    DatabaseSettings settings() {
        return TestDatabases.h2Settings();
    }

    /** From a moment on nobody in this process gets the time any more. */
    @Override
    MonthNights.Kill kill() {
        return (shop, job, command) -> {
            shop.clock.dieWhen(() -> MonthNights.replayedOnKilled(shop.database) > 0);
            Spoken spoken = new Spoken();
            int code = Told.run(shop, spoken, job, command);
            shop.clock.live();
            assertThat(code).as(spoken.err()).isEqualTo(1);
        };
    }
}
