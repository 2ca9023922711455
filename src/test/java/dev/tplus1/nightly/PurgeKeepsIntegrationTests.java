package dev.tplus1.nightly;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestServer;

/** What a purge keeps on a real server. */
final class PurgeKeepsIntegrationTests extends PurgeKeepsContract {
    @Override
    DatabaseSettings settings() {
        return TestServer.newDatabase();
    }
}
