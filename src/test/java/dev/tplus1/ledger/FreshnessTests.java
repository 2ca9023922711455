package dev.tplus1.ledger;

import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;

final class FreshnessTests extends FreshnessContract {
    @Override
    Database open() {
        return TestDatabases.h2();
    }
}
