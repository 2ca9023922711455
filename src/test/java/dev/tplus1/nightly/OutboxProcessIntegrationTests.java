package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestServer;
import dev.tplus1.lease.Lease;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.lease.Leases;
import dev.tplus1.outbox.Outbox;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** Two relays of one outbox, on a server that lets both in. */
class OutboxProcessIntegrationTests {
    @TempDir private Path folder;

    @Test
    void exitsFiveWhereAnotherRelayIsAtWorkAndSaysWhich() {
        DatabaseSettings settings = TestServer.newDatabase();
        Path job =
                OutboxJob.write(
                        folder, settings, "{log: \"" + folder.resolve("messages.jsonl") + "\"}");
        try (Database database = Database.open("database", settings)) {
            database.migrate(Schema.OWN, Schema.CALLBACK);
            Outbox outbox = new Outbox(database, Clock.systemUTC());
            database.transactions()
                    .executeWithoutResult(_ -> outbox.write("order.paid", "S1", "{}"));
            Child first =
                    Child.start(
                            folder,
                            List.of(),
                            "outbox",
                            "relay",
                            "--follow",
                            "--job",
                            job.toString());
            while (database.jdbc()
                            .sql("SELECT COUNT(*) FROM outbox WHERE published_at IS NULL")
                            .query(Integer.class)
                            .single()
                    > 0) {
                assertThat(first.alive()).as(first.err()).isTrue();
                Thread.onSpinWait();
            }

            Child second = Child.run(folder, "outbox", "relay", "--job", job.toString());
            first.terminate();

            assertThat(second.code()).isEqualTo(5);
            assertThat(second.out()).isEmpty();
            assertThat(second.err())
                    .startsWith("tplus1: outbox: running elsewhere: host ")
                    .contains(", process ", "last sign of life")
                    .hasLineCount(1);
            assertThat(first.code()).isEqualTo(143);
            try (Leases leases = new Leases(database)) {
                LeaseOutcome free = leases.acquire("outbox relay");
                assertThat(free).isInstanceOf(LeaseOutcome.Acquired.class);
                Lease lease = ((LeaseOutcome.Acquired) free).lease();
                lease.close();
            }
        }
        assertThat(Shop.read(folder.resolve("messages.jsonl"))).hasLineCount(1);
    }
}
