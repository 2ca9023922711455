package dev.tplus1.callback;

import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;

final class OwnBooksIntegrationTests extends OwnBooksContract {
    @Override
    Database open() {
        return TestDatabases.server(Schema.CALLBACK);
    }
}
