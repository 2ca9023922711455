package dev.tplus1.lease;

import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;

final class FenceTests extends FenceContract {
    @Override
    Database openOwn() {
        return TestDatabases.h2();
    }

    @Override
    Database openBooks() {
        return TestDatabases.h2();
    }
}
