package dev.tplus1.nightly;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestDatabases;

/** Keeping house on H2. */
final class PurgeTests extends PurgeContract {
    @Override
    DatabaseSettings settings() {
        return TestDatabases.h2Settings();
    }
}
