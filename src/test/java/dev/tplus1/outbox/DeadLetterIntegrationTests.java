package dev.tplus1.outbox;

import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;

final class DeadLetterIntegrationTests extends DeadLetterContract {
    @Override
    Database open() {
        return TestDatabases.server(Schema.CALLBACK);
    }
}
