package dev.tplus1.database;

import java.util.UUID;

/** Databases with all our tables, each empty and apart from all others. */
public final class TestDatabases {
    private TestDatabases() {}

    public static DatabaseSettings h2Settings() {
        return new DatabaseSettings("jdbc:h2:mem:" + UUID.randomUUID(), "sa", "");
    }

    public static Database h2() {
        return migrated(h2Settings(), Schema.values());
    }

    /**
     * A real server's; only these schemas' tables, because a server takes its time to make them.
     */
    public static Database server(Schema... schemas) {
        return migrated(TestServer.newDatabase(), schemas);
    }

    private static Database migrated(DatabaseSettings settings, Schema... schemas) {
        Database database = Database.open("database", settings);
        database.migrate(schemas);
        return database;
    }
}
