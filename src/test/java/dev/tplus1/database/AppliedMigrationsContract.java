package dev.tplus1.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** When there is nothing for Flyway to look at. */
abstract class AppliedMigrationsContract {
    private Database database;

    abstract DatabaseSettings settings();

    @BeforeEach
    void connect() {
        database = Database.open("database", settings());
        database.jdbc().sql("CREATE TABLE theirs (id INT)").update();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void areThoseThatFlywayHasMade() throws SQLException {
        assertThat(areThose(Schema.OWN)).isFalse();

        database.migrate(Schema.OWN);
        assertThat(areThose(Schema.OWN)).isTrue();
        assertThat(areThose(Schema.OWN, Schema.BOOKS)).isFalse();

        database.migrate(Schema.OWN, Schema.BOOKS, Schema.CALLBACK);
        assertThat(areThose(Schema.OWN, Schema.BOOKS, Schema.CALLBACK)).isTrue();
    }

    @Test
    void areNotThoseWhereOneIsMissing() throws SQLException {
        database.migrate(Schema.CALLBACK);

        history("DELETE FROM HISTORY WHERE VERSION = '3'");

        assertThat(areThose(Schema.CALLBACK)).isFalse();
    }

    @Test
    void areNotThoseWhereOneFailed() throws SQLException {
        database.migrate(Schema.CALLBACK);

        history("UPDATE HISTORY SET SUCCESS = FALSE WHERE VERSION = '3'");

        assertThat(areThose(Schema.CALLBACK)).isFalse();
    }

    @Test
    void areNotThoseWhereANewerProgramMadeOne() throws SQLException {
        database.migrate(Schema.CALLBACK);

        history("UPDATE HISTORY SET VERSION = '4', SCRIPT = 'V4__x.sql' WHERE VERSION = '3'");

        assertThat(areThose(Schema.CALLBACK)).isFalse();
    }

    @Test
    void areNotThoseWhereOneWasMadeOtherwise() throws SQLException {
        database.migrate(Schema.CALLBACK);

        history("UPDATE HISTORY SET CHECKSUM = 4711 WHERE VERSION = '2'");

        assertThat(areThose(Schema.CALLBACK)).isFalse();
    }

    private boolean areThose(Schema... schemas) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            return AppliedMigrations.of(connection, database.dialect(), schemas).isPresent();
        }
    }

    /** Words in capitals are names of the callback's history. */
    private void history(String sql) {
        Dialect dialect = database.dialect();
        String named = sql.replace("HISTORY", dialect.quoted(Schema.CALLBACK.historyTable()));
        for (String column : new String[] {"VERSION", "SUCCESS", "SCRIPT", "CHECKSUM"}) {
            named = named.replace(column, dialect.quoted(column.toLowerCase(Locale.ROOT)));
        }
        assertThat(database.jdbc().sql(named).update()).isEqualTo(1);
    }
}
