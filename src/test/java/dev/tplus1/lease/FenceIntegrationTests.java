package dev.tplus1.lease;

import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;

final class FenceIntegrationTests extends FenceContract {
    @Override
    Database openOwn() {
        return TestDatabases.server(Schema.OWN);
    }

    @Override
    Database openBooks() {
        return TestDatabases.server(Schema.CALLBACK);
    }
}
