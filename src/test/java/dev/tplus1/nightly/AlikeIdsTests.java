package dev.tplus1.nightly;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestDatabases;

final class AlikeIdsTests extends AlikeIdsContract {
    @Override
    DatabaseSettings settings() {
        return TestDatabases.h2Settings();
    }
}
