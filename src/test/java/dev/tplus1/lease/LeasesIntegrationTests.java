package dev.tplus1.lease;

import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;

final class LeasesIntegrationTests extends LeaseContract {
    @Override
    Database open() {
        return TestDatabases.server(Schema.OWN);
    }
}
