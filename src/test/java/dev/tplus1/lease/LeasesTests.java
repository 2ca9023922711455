package dev.tplus1.lease;

import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;

final class LeasesTests extends LeaseContract {
    @Override
    Database open() {
        return TestDatabases.h2();
    }
}
