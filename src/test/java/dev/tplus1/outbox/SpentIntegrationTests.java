package dev.tplus1.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Whoever writes or relays messages waits for no transaction in which those that are over are
 * deleted, on a real server.
 */
class SpentIntegrationTests {
    private static final Instant BEFORE = Instant.parse("2026-08-31T02:00:00Z");
    private static final String OLD = "'2026-01-10 02:00:00'";
    private static final String YOUNG = "'2026-11-28 02:00:00'";

    private static final String OUTBOX =
            "INSERT INTO outbox (topic, message_key, payload, created_at, published_at,"
                    + " discarded_at) VALUES ('order.paid', 'NAME', '{}', ";

    private static final String NOTICE =
            "INSERT INTO tplus1_notice (job, channel, run, payload, created_at, published_at,"
                    + " discarded_at) VALUES ('night', 'mail', 'NAME', '{}', ";

    /** How many of each sort there are, one of each after the other. */
    private static final int EACH = 20;

    private Database database;

    @BeforeEach
    void open() {
        database = TestDatabases.server(Schema.OWN, Schema.CALLBACK);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void keepsNobodyFromTheOutbox() {
        List<Long> gone = deletedBeside(Spent.outbox(database), "outbox", OUTBOX);

        assertThat(gone).containsExactly((long) EACH, (long) EACH, 0L);
        assertThat(left("outbox")).isEqualTo(3 * EACH + gone.size());
    }

    @Test
    void keepsNobodyFromTheNotices() {
        List<Long> gone = deletedBeside(Spent.notices(database, "night"), "tplus1_notice", NOTICE);

        assertThat(gone).containsExactly((long) EACH, (long) EACH, 0L);
        assertThat(left("tplus1_notice")).isEqualTo(3 * EACH + gone.size());
    }

    /**
     * Deletes part by part in one transaction, and has others write a new message and try those
     * that wait while each is deleted and not committed; returns how many went each time.
     */
    private List<Long> deletedBeside(Spent spent, String table, String insert) {
        for (int n = 0; n < EACH; n++) {
            beside(row(insert, "published" + n, OLD, OLD, "NULL"));
            beside(row(insert, "waits" + n, OLD, "NULL", "NULL"));
            beside(row(insert, "discarded" + n, OLD, "NULL", OLD));
            beside(row(insert, "published lately" + n, YOUNG, YOUNG, "NULL"));
            beside(row(insert, "discarded lately" + n, YOUNG, "NULL", YOUNG));
        }
        List<Long> waiting =
                database.jdbc()
                        .sql(
                                "SELECT id FROM "
                                        + table
                                        + " WHERE published_at IS NULL AND discarded_at IS NULL")
                        .query((row, _) -> row.getLong(1))
                        .list();
        List<Long> gone = new ArrayList<>();
        database.transactions()
                .executeWithoutResult(_ -> {
                    do {
                        gone.add(spent.deleteSome(BEFORE));
                        beside(row(insert, "new" + gone.size(), YOUNG, "NULL", "NULL"));
                        for (long id : waiting) {
                            beside(
                                    "UPDATE "
                                            + table
                                            + " SET attempts = attempts + 1 WHERE id = "
                                            + id);
                        }
                    } while (gone.getLast() > 0);
                });
        return gone;
    }

    private static String row(
            String insert, String name, String created, String published, String discarded) {
        return insert.replace("NAME", name)
                + String.join(", ", created, published, discarded)
                + ")";
    }

    /** On another connection, for which it is an error to wait for a lock. */
    private void beside(String sql) {
        try (Connection other = database.dataSource().getConnection();
                Statement statement = other.createStatement()) {
            // the least that every server knows, in seconds
            statement.execute("SET SESSION innodb_lock_wait_timeout = 1");
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private long left(String table) {
        return database.jdbc().sql("SELECT COUNT(*) FROM " + table).query(Long.class).single();
    }
}
