package dev.tplus1.database;

final class AppliedMigrationsTests extends AppliedMigrationsContract {
    @Override
    DatabaseSettings settings() {
        return TestDatabases.h2Settings();
    }
}
