package dev.tplus1.database;

import org.springframework.jdbc.core.JdbcTemplate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Databases with all our tables, each empty and apart from all others. */
public final class TestDatabases {
    /** The migrations take longer than most tests: their outcome is copied. */
    private static final Map<Set<Schema>, String[]> EMBEDDED = new ConcurrentHashMap<>();

    private static final Map<Set<Schema>, String[]> SERVED = new ConcurrentHashMap<>();

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
        fill(database, schemas);
        return database;
    }

    /** Makes these schemas' tables where they are not there. */
    public static void fill(Database database, Schema... schemas) {
        if (tables(database).isEmpty()) {
            copy(database, EnumSet.copyOf(Arrays.asList(schemas)));
        } else {
            database.migrate(schemas);
        }
    }

    private static void copy(Database to, Set<Schema> schemas) {
        Map<Set<Schema>, String[]> made = to.dialect() == Dialect.H2 ? EMBEDDED : SERVED;
        new JdbcTemplate(to.dataSource())
                .batchUpdate(
                        made.computeIfAbsent(
                                schemas,
                                to.dialect() == Dialect.H2
                                        ? TestDatabases::embedded
                                        : TestDatabases::served));
    }

    private static List<String> tables(Database database) {
        return database
                .jdbc()
                .sql(
                        "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = "
                                + (database.dialect() == Dialect.H2 ? "'PUBLIC'" : "DATABASE()")
                                + " ORDER BY TABLE_NAME")
                .query(String.class)
                .list()
                .stream()
                .map(String::valueOf)
                .toList();
    }

    private static String[] embedded(Set<Schema> schemas) {
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

    /** From a database of the same server, which stays there for that. */
    private static String[] served(Set<Schema> schemas) {
        try (Database database = Database.open("database", TestServer.newDatabase())) {
            database.migrate(schemas.toArray(Schema[]::new));
            String from = database.jdbc().sql("SELECT DATABASE()").query(String.class).single();
            List<String> script = new ArrayList<>(List.of("SET FOREIGN_KEY_CHECKS = 0"));
            for (String table : tables(database)) {
                String quoted = "`" + table + "`";
                script.add(
                        database.jdbc()
                                .sql("SHOW CREATE TABLE " + quoted)
                                .query((row, _) -> row.getString(2))
                                .single());
                script.add("INSERT INTO " + quoted + " SELECT * FROM `" + from + "`." + quoted);
            }
            script.add("SET FOREIGN_KEY_CHECKS = 1");
            return script.toArray(String[]::new);
        }
    }
}
