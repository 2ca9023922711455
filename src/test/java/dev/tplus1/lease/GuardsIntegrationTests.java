package dev.tplus1.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.LockWaits;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.database.TestServer;
import dev.tplus1.lease.LeaseOutcome.Acquired;
import dev.tplus1.lease.LeaseOutcome.HeldBy;

import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several who have all seen that a lease is free; and one whose connections break. */
final class GuardsIntegrationTests {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    private static final int ASKING = 4;

    @Test
    void givesALeaseToOneOfSeveralThatSawItFree() throws Exception {
        try (Database database = TestDatabases.server(Schema.OWN);
                Leases leases = new Leases(database);
                ExecutorService executor = Executors.newFixedThreadPool(ASKING)) {
            ((Acquired) leases.acquire("shop", DATE)).lease().close();
            List<Future<LeaseOutcome>> running = new ArrayList<>();
            try (Connection holder = database.dataSource().getConnection();
                    Statement statement = holder.createStatement()) {
                holder.setAutoCommit(false);
                statement.executeQuery("SELECT * FROM tplus1_lease FOR UPDATE").close();
                for (int i = 0; i < ASKING; i++) {
                    running.add(executor.submit(() -> leases.acquire("shop", DATE)));
                }
                LockWaits.await(holder, running);
                holder.rollback();
            }

            List<LeaseOutcome> outcomes = new ArrayList<>();
            for (Future<LeaseOutcome> each : running) {
                outcomes.add(each.get());
            }

            assertThat(outcomes).filteredOn(Acquired.class::isInstance).hasSize(1);
            assertThat(outcomes).filteredOn(HeldBy.class::isInstance).hasSize(ASKING - 1);
        }
    }

    @Test
    void givesALeaseBackThoughEveryConnectionBroke() throws Exception {
        DatabaseSettings settings = TestServer.newDatabase();
        try (Database database = Database.open("database", settings);
                Leases leases = new Leases(database)) {
            database.migrate(Schema.OWN);
            Lease lease = ((Acquired) leases.acquire("shop", DATE)).lease();
            killAll(settings);

            lease.close();

            assertThat(lease.stillHeld()).isFalse();
            assertThat(leases.acquire("shop", DATE)).isInstanceOf(Acquired.class);
        }
    }

    private static void killAll(DatabaseSettings settings) throws SQLException {
        try (Connection admin = DriverManager.getConnection(settings.url());
                Statement statement = admin.createStatement()) {
            List<Long> ids = new ArrayList<>();
            try (ResultSet rows =
                    statement.executeQuery(
                            "SELECT id FROM information_schema.processlist"
                                    + " WHERE db = DATABASE() AND id <> CONNECTION_ID()")) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
            }
            assertThat(ids).isNotEmpty();
            for (long id : ids) {
                statement.execute("KILL " + id);
            }
        }
    }
}
