package dev.tplus1.nightly;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestServer;

/** The same on a real server, with a process that is really killed. */
final class MonthIntegrationTests extends MonthContract {
    @Override
    DatabaseSettings settings() {
        return TestServer.newDatabase();
    }

    @Override
    MonthNights.Kill kill() {
        return MonthPod::killed;
    }
}
