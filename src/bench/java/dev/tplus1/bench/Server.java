package dev.tplus1.bench;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestServer;

import org.jspecify.annotations.Nullable;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.Set;

/** The MySQL that the works with databases use: the one that was named, or one of our own. */
final class Server implements AutoCloseable {
    private static final String PREFIX = "tplus1_bench_";

    private final String given;
    private final Set<String> made = new LinkedHashSet<>();
    private @Nullable String url;

    /**
     * @param given a JDBC URL, or empty
     */
    Server(String given) {
        this.given = given;
    }

    /** An empty database of that name, in place of what was there. */
    DatabaseSettings empty(String name) throws SQLException {
        String database = PREFIX + name;
        made.add(database);
        run("DROP DATABASE IF EXISTS " + database, "CREATE DATABASE " + database);
        String server = url();
        int options = server.indexOf('?');
        String path = options < 0 ? server : server.substring(0, options);
        String rest = options < 0 ? "" : server.substring(options);
        return new DatabaseSettings(
                path.substring(0, path.lastIndexOf('/') + 1) + database + rest, null, null);
    }

    /** Product and version; empty while nothing has used it. */
    String version() throws SQLException {
        if (url == null) {
            return "";
        }
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT VERSION()")) {
            result.next();
            return result.getString(1);
        }
    }

    private String url() {
        String known = url;
        if (known == null) {
            known = given.isEmpty() ? TestServer.newDatabase().url() : given;
            url = known;
        }
        return known;
    }

    private void run(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        for (String database : made) {
            run("DROP DATABASE IF EXISTS " + database);
        }
    }
}
