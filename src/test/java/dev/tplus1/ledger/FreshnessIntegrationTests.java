package dev.tplus1.ledger;

import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;

final class FreshnessIntegrationTests extends FreshnessContract {
    @Override
    Database open() {
        return TestDatabases.server(Schema.BOOKS);
    }
}
