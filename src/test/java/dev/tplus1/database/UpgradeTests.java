package dev.tplus1.database;

final class UpgradeTests extends UpgradeContract {
    @Override
    DatabaseSettings settings() {
        return TestDatabases.h2Settings();
    }
}
