package dev.tplus1.nightly;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestServer;

/** Keeping house on a real server. */
final class PurgeIntegrationTests extends PurgeContract {
    @Override
    DatabaseSettings settings() {
        return TestServer.newDatabase();
    }
}
