package dev.tplus1.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class UpgradeIntegrationTests extends UpgradeContract {
    @Override
    DatabaseSettings settings() {
        return TestServer.newDatabase();
    }

    @Test
    void saysWhatToDoWhereAMigrationFails() {
        try (Database database = opened()) {
            flyway(database, Schema.CALLBACK, "1").migrate();
            // in the way of what the third adds, which this server does in one statement
            database.jdbc().sql("ALTER TABLE outbox ADD COLUMN next_attempt_at INT").update();

            assertThatThrownBy(() -> database.migrate(Schema.CALLBACK))
                    .hasMessageStartingWith("the tables of callback cannot be made or upgraded: ")
                    .hasMessageContaining("next_attempt_at")
                    .hasMessageContaining("Nothing was reconciled; ");

            database.jdbc().sql("ALTER TABLE outbox DROP COLUMN next_attempt_at").update();
            database.migrate(Schema.CALLBACK);
            assertThat(MadeRows.shape(database)).anyMatch(each -> each.contains("discarded_note"));
        }
    }
}
