package dev.tplus1.nightly;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestServer;

/** The same on a real server. */
final class StatusIntegrationTests extends StatusContract {
    @Override
    DatabaseSettings settings() {
        return TestServer.newDatabase();
    }
}
