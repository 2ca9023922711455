package dev.tplus1.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.springframework.dao.OptimisticLockingFailureException;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;

/** What every supported database must do. */
@ResourceLock(Resources.TIME_ZONE)
abstract class DatabaseContract {
    private Database database;
    private final TimeZone jvmZone = TimeZone.getDefault();

    abstract DatabaseSettings settings();

    @BeforeEach
    void connect() {
        database = Database.open("database", settings());
    }

    @AfterEach
    void close() {
        database.close();
        TimeZone.setDefault(jvmZone);
    }

    @Test
    void migratesTwiceWithoutChange() {
        database.migrate(Schema.OWN, Schema.BOOKS, Schema.CALLBACK);
        insertOrder("S1");

        database.migrate(Schema.OWN, Schema.BOOKS, Schema.CALLBACK);

        assertThat(orderNos()).containsExactly("S1");
    }

    @Test
    void tellsWhatItMadeOfTheTables() {
        List<Migrated> made = database.migrate(Schema.OWN, Schema.CALLBACK);
        List<Migrated> again = database.migrate(Schema.OWN, Schema.CALLBACK);
        List<Migrated> more = database.migrate(Schema.OWN, Schema.BOOKS);

        int newest = made.getFirst().to();
        assertThat(newest).isGreaterThanOrEqualTo(10);
        assertThat(made)
                .containsExactly(
                        new Migrated(Schema.OWN, 0, newest), new Migrated(Schema.CALLBACK, 0, 3));
        assertThat(again)
                .containsExactly(
                        new Migrated(Schema.OWN, newest, newest),
                        new Migrated(Schema.CALLBACK, 3, 3));
        // what was there is told by Flyway here
        assertThat(more)
                .containsExactly(
                        new Migrated(Schema.OWN, newest, newest), new Migrated(Schema.BOOKS, 0, 1));
        assertThat(made.getLast().what()).isEqualTo("created, version 3");
        assertThat(again.getLast().what()).isEqualTo("up to date");
    }

    @Test
    void goesOnWithAMigrationThatWasKilledBeforeItWasRecorded() {
        database.migrate(Schema.OWN, Schema.BOOKS, Schema.CALLBACK);
        insertOrder("S1");
        String quote = database.dialect() == Dialect.H2 ? "\"" : "`";
        for (Schema schema : Schema.values()) {
            String history = quote + schema.historyTable() + quote;
            String version = quote + "version" + quote;
            int forgotten =
                    database.jdbc()
                            .sql("DELETE FROM " + history + " WHERE " + version + " <> '0'")
                            .update();
            assertThat(forgotten).isPositive();
        }

        database.migrate(Schema.OWN, Schema.BOOKS, Schema.CALLBACK);

        assertThat(orderNos()).containsExactly("S1");
        assertThat(
                        database.jdbc()
                                .sql("SELECT COUNT(*) FROM tplus1_audit_head")
                                .query(Integer.class)
                                .single())
                .isEqualTo(1);
    }

    @Test
    void triesAMigrationAgainThatFailed() {
        database.migrate(Schema.OWN, Schema.BOOKS, Schema.CALLBACK);
        insertOrder("S1");
        String quote = database.dialect() == Dialect.H2 ? "\"" : "`";
        String history = quote + "tplus1_callback_history" + quote;
        String success = quote + "success" + quote;
        database.jdbc()
                .sql(
                        "UPDATE "
                                + history
                                + " SET "
                                + success
                                + " = FALSE WHERE "
                                + quote
                                + "version"
                                + quote
                                + " = '3'")
                .update();

        database.migrate(Schema.OWN, Schema.BOOKS, Schema.CALLBACK);

        assertThat(
                        database.jdbc()
                                .sql("SELECT COUNT(*) FROM " + history + " WHERE NOT " + success)
                                .query(Integer.class)
                                .single())
                .isZero();
    }

    @Test
    void refusesATableThatIsNotOursBeforeAnyDdl() {
        database.jdbc().sql("CREATE TABLE refunds (id INT)").update();

        assertThatThrownBy(() -> database.migrate(Schema.OWN, Schema.BOOKS))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("\"refunds\"");

        assertThat(tableExists("tplus1_own_history")).isFalse();
    }

    @Test
    void refusesABatchTableThatIsNotOurs() {
        database.jdbc().sql("CREATE TABLE TPLUS1_BATCH_JOB_INSTANCE (id INT)").update();

        assertThatThrownBy(() -> database.migrate(Schema.OWN))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("tplus1_batch_job_instance");
    }

    @Test
    void keepsIdsApartThatDifferInCaseBlanksAccentsOrUnicodeForm() {
        List<String> ids =
                List.of("a", "A", "a ", " a", "\u00e9", "e\u0301", "e", "\ud83c\udf75", "\uff21");
        database.migrate(Schema.BOOKS);

        ids.forEach(this::insertOrder);

        for (String id : ids) {
            assertThat(
                            database.jdbc()
                                    .sql("SELECT order_no FROM orders WHERE order_no = ?")
                                    .params(id)
                                    .query(String.class)
                                    .list())
                    .containsExactly(id);
        }
    }

    @Test
    void tellsItsOwnTimeInUtcWhateverTheZoneOfTheJvm() {
        for (String zone : List.of("UTC", "Asia/Shanghai", "America/New_York")) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            try (Database fresh = Database.open("database", settings())) {
                LocalDateTime now =
                        fresh.jdbc()
                                .sql("SELECT " + fresh.dialect().utcNow() + " AS t")
                                .query((row, _) -> row.getObject("t", LocalDateTime.class))
                                .single();

                assertThat(Duration.between(now.toInstant(ZoneOffset.UTC), Instant.now()).abs())
                        .as(zone)
                        .isLessThan(Duration.ofHours(1));
            }
        }
    }

    @Test
    void triesAWholeTransactionAgainThatLost() {
        AtomicInteger tries = new AtomicInteger();

        int result =
                database.retrying(() -> {
                    if (tries.incrementAndGet() < 3) {
                        throw new OptimisticLockingFailureException("lost");
                    }
                    return tries.get();
                });

        assertThat(result).isEqualTo(3);
    }

    @Test
    void givesUpAfterABoundedNumberOfTries() {
        AtomicInteger tries = new AtomicInteger();

        assertThatThrownBy(() ->
                        database.retrying(() -> {
                            tries.incrementAndGet();
                            throw new OptimisticLockingFailureException("lost");
                        }))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("given up after 12 tries");
        assertThat(tries).hasValue(Retries.ATTEMPTS);
    }

    @Test
    void doesNotTryAgainWhatWillFailAgain() {
        AtomicInteger tries = new AtomicInteger();

        assertThatThrownBy(() ->
                        database.retrying(() -> {
                            tries.incrementAndGet();
                            throw new IllegalArgumentException("wrong");
                        }))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(tries).hasValue(1);
    }

    @Test
    void tellsADuplicateKeyFromOtherViolations() {
        database.migrate(Schema.BOOKS);
        insertOrder("S1");

        assertThatThrownBy(() -> insertOrder("S1")).matches(SqlErrors::duplicateKey);
        assertThatThrownBy(() ->
                        database.jdbc().sql("INSERT INTO orders (order_no) VALUES (NULL)").update())
                .matches(e -> !SqlErrors.duplicateKey(e));
    }

    private boolean tableExists(String name) {
        return database.jdbc()
                        .sql(
                                "SELECT COUNT(*) FROM information_schema.tables WHERE"
                                        + " LOWER(table_name) = ? AND table_schema IN ('PUBLIC', "
                                        + (database.dialect() == Dialect.H2
                                                ? "'PUBLIC'"
                                                : "DATABASE()")
                                        + ")")
                        .params(name)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    private List<String> orderNos() {
        return database.jdbc()
                .sql("SELECT order_no FROM orders")
                .query((row, _) -> row.getString(1))
                .list();
    }

    private void insertOrder(String orderNo) {
        database.jdbc()
                .sql(
                        "INSERT INTO orders(order_no,account,amount_minor,currency,status,"
                                + "transaction_id,paid_at,created_at,version) VALUES(?,'a',1,'CNY',"
                                + "'PENDING',NULL,NULL,TIMESTAMP '2026-11-28 09:00:00',0)")
                .params(orderNo)
                .update();
    }
}
