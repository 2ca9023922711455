package dev.tplus1.outbox;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;

import org.junit.jupiter.api.Test;

final class RelayIntegrationTests extends RelayContract {
    @Override
    Database open() {
        return TestDatabases.server(Schema.CALLBACK);
    }

    @Test
    void publishesThousandsOfMessagesThroughARandomSink() {
        publishesEachKeysSequenceThroughARandomSink(3_000, 300);
    }

    @Test
    void makesItsColumnsAgainWhereItWasKilledBeforeTheHistoryWasWritten() {
        database.jdbc().sql("DELETE FROM tplus1_callback_history WHERE version = '3'").update();

        assertThatCode(() -> database.migrate(Schema.CALLBACK)).doesNotThrowAnyException();
    }
}
