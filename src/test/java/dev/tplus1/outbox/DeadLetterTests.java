package dev.tplus1.outbox;

import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;

final class DeadLetterTests extends DeadLetterContract {
    @Override
    Database open() {
        return TestDatabases.h2();
    }
}
