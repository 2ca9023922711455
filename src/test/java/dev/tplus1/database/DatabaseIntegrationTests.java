package dev.tplus1.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;

import org.junit.jupiter.api.Test;

final class DatabaseIntegrationTests extends DatabaseContract {
    @Override
    DatabaseSettings settings() {
        return TestServer.newDatabase();
    }

    @Test
    void putsEachSessionIntoUtcWhateverTheUrlSays() {
        DatabaseSettings given = TestServer.newDatabase();
        String join = given.url().contains("?") ? "&" : "?";
        for (String option :
                new String[] {
                    "", join + "connectionTimeZone=Asia/Shanghai", join + "useAffectedRows=true"
                }) {
            try (Database database =
                    Database.open(
                            "ledger", new DatabaseSettings(given.url() + option, null, null))) {
                assertThat(
                                database.jdbc()
                                        .sql("SELECT @@session.time_zone")
                                        .query(String.class)
                                        .single())
                        .isEqualTo("+00:00");
            }
        }
    }

    @Test
    void tellsMariaDbFromMySql() {
        try (Database database = Database.open("database", TestServer.newDatabase())) {
            boolean mariaDb = database.version().contains("MariaDB");

            assertThat(database.dialect()).isEqualTo(mariaDb ? Dialect.MARIADB : Dialect.MYSQL);
            assertThat(database.product()).isEqualTo(mariaDb ? "MariaDB" : "MySQL");
        }
    }

    @Test
    void asksForTheDatabaseThatAUrlForgot() {
        String url = TestServer.newDatabase().url().replaceFirst("(//[^/]+/)[^?]*", "$1");
        try (Database database = Database.open("database", new DatabaseSettings(url, null, null))) {
            assertThatThrownBy(() -> database.migrate(Schema.OWN))
                    .isInstanceOf(SettingException.class)
                    .hasMessageContaining("names no database");
        }
    }
}
