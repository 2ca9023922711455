package dev.tplus1.callback;

import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;

final class AtOnceTests extends AtOnceContract {
    @Override
    Database open() {
        return TestDatabases.h2();
    }
}
