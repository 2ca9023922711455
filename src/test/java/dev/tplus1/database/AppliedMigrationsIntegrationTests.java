package dev.tplus1.database;

/** The same on a real server. */
final class AppliedMigrationsIntegrationTests extends AppliedMigrationsContract {
    @Override
    DatabaseSettings settings() {
        return TestServer.newDatabase();
    }
}
