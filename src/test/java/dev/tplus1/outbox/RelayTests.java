package dev.tplus1.outbox;

import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;

import org.junit.jupiter.api.Test;

final class RelayTests extends RelayContract {
    @Override
    Database open() {
        return TestDatabases.h2();
    }

    @Test
    void publishesTenThousandMessagesOfAThousandKeysThroughARandomSink() {
        publishesEachKeysSequenceThroughARandomSink(10_000, 1_000);
    }
}
