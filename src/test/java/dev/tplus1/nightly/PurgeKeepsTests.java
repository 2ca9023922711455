package dev.tplus1.nightly;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestDatabases;

/** What a purge keeps on H2. */
final class PurgeKeepsTests extends PurgeKeepsContract {
    @Override
    DatabaseSettings settings() {
        return TestDatabases.h2Settings();
    }
}
