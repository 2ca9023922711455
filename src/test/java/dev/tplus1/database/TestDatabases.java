package dev.tplus1.database;

import org.springframework.jdbc.core.JdbcTemplate;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Databases with all our tables, each empty and apart from all others. */
public final class TestDatabases {
    /** The migrations take longer than most tests: their outcome is copied. */
    private static final Map<Set<Schema>, String[]> TABLES = new ConcurrentHashMap<>();

    private TestDatabases() {}

    public static DatabaseSettings h2Settings() {
        return new DatabaseSettings("jdbc:h2:mem:" + UUID.randomUUID(), "sa", "");
    }

    public static Database h2() {
        return opened(h2Settings(), Schema.values());
    }

    /**
     * A real server's; only these schemas' tables, because a server takes its time to make them.
     */
    public static Database server(Schema... schemas) {
        return opened(TestServer.newDatabase(), schemas);
    }

    /** A database, with these schemas' tables made where they are not there. */
    public static Database opened(DatabaseSettings settings, Schema... schemas) {
        Database database = Database.open("database", settings);
        if (database.dialect() == Dialect.H2 && isEmpty(database)) {
            Set<Schema> made = EnumSet.copyOf(Arrays.asList(schemas));
            new JdbcTemplate(database.dataSource())
                    .batchUpdate(TABLES.computeIfAbsent(made, TestDatabases::tables));
        } else {
            database.migrate(schemas);
        }
        return database;
    }

    private static boolean isEmpty(Database database) {
        return database.jdbc()
                        .sql(
                                "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES"
                                        + " WHERE TABLE_SCHEMA = 'PUBLIC'")
                        .query(Long.class)
                        .single()
                == 0;
    }

    private static String[] tables(Set<Schema> schemas) {
        try (Database database = Database.open("database", h2Settings())) {
            database.migrate(schemas.toArray(Schema[]::new));
            return database
                    .jdbc()
                    .sql("SCRIPT NOPASSWORDS NOSETTINGS")
                    .query(String.class)
                    .list()
                    .stream()
                    .filter(each -> !each.startsWith("--") && !each.startsWith("CREATE USER"))
                    .toArray(String[]::new);
        }
    }
}
