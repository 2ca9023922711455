package dev.tplus1.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * From empty, from each earlier state of the tables and from the middle of each migration to the
 * newest tables. It reads which migrations there are, so a new one is tried with the others.
 */
abstract class UpgradeContract {
    private static final String NEWER = "99999";

    abstract DatabaseSettings settings();

    Database opened() {
        return Database.open("database", settings());
    }

    static Flyway flyway(Database database, Schema schema, String target) {
        return new Migrations(database.dataSource(), database.dialect())
                .configuration(schema)
                .target(target)
                .load();
    }

    private static List<MigrationInfo> migrations(Database database, Schema schema) {
        List<MigrationInfo> migrations =
                Arrays.stream(flyway(database, schema, "latest").info().all())
                        .filter(each -> each.getScript().endsWith(".sql"))
                        .toList();
        assertThat(migrations).isNotEmpty();
        return migrations;
    }

    private List<String> newest() {
        try (Database database = opened()) {
            database.migrate(Schema.values());
            return MadeRows.shape(database);
        }
    }

    /**
     * Each earlier state of the tables with rows in them, and then the first half of the next
     * migrations, as a process leaves it that is killed: such a server commits each by itself.
     */
    @Test
    void keepsTheRowsOfEachEarlierStateAndGoesOnFromTheMiddleOfTheNext() throws Exception {
        List<String> newest = newest();
        Map<Schema, List<MigrationInfo>> all = new EnumMap<>(Schema.class);
        try (Database probe = opened()) {
            for (Schema schema : Schema.values()) {
                all.put(schema, migrations(probe, schema));
            }
        }
        int most = all.values().stream().mapToInt(List::size).max().orElseThrow();
        for (int done = 0; done < most; done++) {
            try (Database database = opened()) {
                for (Schema schema : Schema.values()) {
                    upTo(database, schema, all.getOrDefault(schema, List.of()), done);
                }
                Map<String, List<Map<String, Object>>> before = MadeRows.fill(database);
                for (Schema schema : Schema.values()) {
                    if (done < all.getOrDefault(schema, List.of()).size()) {
                        begin(database, schema, all.getOrDefault(schema, List.of()).get(done));
                    }
                }

                List<Migrated> made = database.migrate(Schema.values());

                String where = "with " + done + " migrations done";
                assertThat(made.getFirst().what())
                        .as(where)
                        .isEqualTo(
                                done == 0
                                        ? "created, version " + most
                                        : "moved from " + done + " to " + most);
                assertThat(MadeRows.shape(database)).as(where).isEqualTo(newest);
                before.forEach((table, rows) ->
                        assertThat(MadeRows.kept(database, table, rows))
                                .as(where + ", rows of " + table)
                                .isEqualTo(rows));
            }
        }
    }

    private static void upTo(
            Database database, Schema schema, List<MigrationInfo> migrations, int done) {
        if (done == 0) {
            flyway(database, schema, "latest").baseline();
        } else {
            MigrationInfo last = migrations.get(Math.min(done, migrations.size()) - 1);
            flyway(database, schema, String.valueOf(last.getVersion())).migrate();
        }
    }

    private static void begin(Database database, Schema schema, MigrationInfo next)
            throws Exception {
        List<String> statements = statements(database, schema, next);
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String each : statements.subList(0, (statements.size() + 1) / 2)) {
                statement.execute(each);
            }
        }
    }

    private static List<String> statements(
            Database database, Schema schema, MigrationInfo migration) throws Exception {
        String script =
                new ClassPathResource(
                                "db/"
                                        + schema.folder()
                                        + "/"
                                        + database.dialect().migrations()
                                        + "/"
                                        + migration.getScript())
                        .getContentAsString(StandardCharsets.UTF_8)
                        .replace("${id_collation}", database.dialect().idCollation());
        return Arrays.stream(script.replaceAll("--.*", "").split(";"))
                .filter(each -> !each.isBlank())
                .toList();
    }

    @Test
    void refusesTablesThatANewerProgramMadeAndChangesNothing() {
        for (Schema newer : Schema.values()) {
            try (Database database = opened()) {
                database.migrate(newer);
                record(database, newer, NEWER, true);
                List<String> before = MadeRows.shape(database);

                assertThatThrownBy(() -> database.migrate(Schema.values()))
                        .isInstanceOf(SettingException.class)
                        .hasMessageStartingWith(
                                "the tables of "
                                        + newer.folder()
                                        + " were made by a newer tplus1 (")
                        .hasMessageContaining(newer.historyTable() + " has V99999, this one ends")
                        .hasMessageEndingWith("Nothing was changed there.");

                assertThat(MadeRows.shape(database)).isEqualTo(before);
            }
        }
    }

    @Test
    void refusesWhatANewerProgramCouldNotFinish() {
        try (Database database = opened()) {
            database.migrate(Schema.OWN);
            record(database, Schema.OWN, NEWER, false);

            assertThatThrownBy(() -> database.migrate(Schema.OWN))
                    .isInstanceOf(SettingException.class)
                    .hasMessageContaining("by a newer tplus1 (tplus1_own_history has V99999");
        }
    }

    /** Two lines of development: a number in between that only the other program knows. */
    @Test
    void refusesAMigrationInBetweenThatItDoesNotHave() {
        try (Database database = opened()) {
            database.migrate(Schema.OWN);
            record(database, Schema.OWN, "1.5", true);

            assertThatThrownBy(() -> database.migrate(Schema.OWN))
                    .isInstanceOf(SettingException.class)
                    .hasMessageContaining("tplus1_own_history has V1.5, this one ends at V");
        }
    }

    private static void record(Database database, Schema schema, String version, boolean success) {
        String quote = database.dialect() == Dialect.H2 ? "\"" : "`";
        List<String> columns =
                List.of(
                        "installed_rank",
                        "version",
                        "description",
                        "type",
                        "script",
                        "installed_by",
                        "execution_time",
                        "success");
        database.jdbc()
                .sql(
                        "INSERT INTO "
                                + quote
                                + schema.historyTable()
                                + quote
                                + columns.stream()
                                        .map(each -> quote + each + quote)
                                        .toList()
                                        .toString()
                                        .replace('[', '(')
                                        .replace(']', ')')
                                + " VALUES (9999, ?, 'later', 'SQL', 'V__later.sql', 'x', 1, ?)")
                .params(version, success)
                .update();
    }
}
