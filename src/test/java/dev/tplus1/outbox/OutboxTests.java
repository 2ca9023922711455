package dev.tplus1.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;

import org.junit.jupiter.api.Test;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

final class OutboxTests {
    private final Clock clock =
            Clock.fixed(Instant.parse("2026-11-29T02:00:00.123456789Z"), ZoneOffset.UTC);

    @Test
    void writesAMessageIntoTheCallersTransaction() {
        try (Database database = TestDatabases.h2()) {
            Outbox outbox = new Outbox(database, clock);

            database.transactions().executeWithoutResult(_ -> outbox.write("t", "k", "{}"));

            assertThat(
                            database.jdbc()
                                    .sql(
                                            "SELECT topic, message_key, payload, created_at,"
                                                    + " published_at, attempts FROM outbox")
                                    .query()
                                    .singleRow()
                                    .values())
                    .extracting(String::valueOf)
                    .containsExactly("t", "k", "{}", "2026-11-29 02:00:00.123456", "null", "0");
        }
    }

    @Test
    void writesNothingWhenTheTransactionRollsBack() {
        try (Database database = TestDatabases.h2()) {
            Outbox outbox = new Outbox(database, clock);

            database.transactions()
                    .executeWithoutResult(status -> {
                        outbox.write("t", "k", "{}");
                        status.setRollbackOnly();
                    });

            assertThat(
                            database.jdbc()
                                    .sql("SELECT COUNT(*) FROM outbox")
                                    .query(Integer.class)
                                    .single())
                    .isZero();
        }
    }

    @Test
    void refusesAMessageWithoutATransactionOrOneThatIsTooLong() {
        try (Database database = TestDatabases.h2()) {
            Outbox outbox = new Outbox(database, clock);

            assertThatThrownBy(() -> outbox.write("t", "k", "{}"))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() ->
                            database.transactions()
                                    .executeWithoutResult(
                                            _ -> outbox.write("t", "k", "x".repeat(16_001))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
