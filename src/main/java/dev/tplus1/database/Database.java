package dev.tplus1.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import dev.tplus1.entry.SettingException;

import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import javax.sql.DataSource;

/** An open database: its pool, its dialect, and the way to make our tables in it. Thread-safe. */
public final class Database implements AutoCloseable {
    private static final int POOL = 12;
    private static final long CONNECT_TIMEOUT_MILLIS = 10_000;

    private final HikariDataSource pool;
    private final Dialect dialect;

    private Database(HikariDataSource pool, Dialect dialect) {
        this.pool = pool;
        this.dialect = dialect;
    }

    /**
     * Connects.
     *
     * @param name what the settings are called in the job file ({@code database}, {@code ledger})
     * @throws DatabaseException when the database does not answer or refuses
     * @throws SettingException when the URL is for a database that is not supported
     */
    public static Database open(String name, DatabaseSettings settings) {
        String url = settings.url();
        if (!url.startsWith("jdbc:h2:") && !url.startsWith("jdbc:mysql:")) {
            throw new SettingException(
                    name + ".url: neither jdbc:h2: nor jdbc:mysql:; these two are supported");
        }
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(url);
        config.setUsername(settings.username());
        config.setPassword(settings.password());
        config.setMaximumPoolSize(POOL);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(CONNECT_TIMEOUT_MILLIS);
        config.setInitializationFailTimeout(-1);
        HikariDataSource pool = new HikariDataSource(config);
        try (Connection connection = pool.getConnection()) {
            return new Database(pool, dialectOf(connection.getMetaData()));
        } catch (SQLException e) {
            pool.close();
            throw DatabaseException.connecting(name, settings, e);
        }
    }

    public DataSource dataSource() {
        return pool;
    }

    public Dialect dialect() {
        return dialect;
    }

    public JdbcClient jdbc() {
        return JdbcClient.create(pool);
    }

    /** Runs a unit of work in a transaction of its own, read committed. */
    public TransactionTemplate transactions() {
        TransactionTemplate template =
                new TransactionTemplate(new DataSourceTransactionManager(pool));
        template.setIsolationLevel(TransactionTemplate.ISOLATION_READ_COMMITTED);
        return template;
    }

    /**
     * Makes or upgrades the tables of these schemas.
     *
     * @throws SettingException before any DDL when a table of ours is there that we did not make
     */
    public void migrate(Schema... schemas) {
        Set<String> present = tables();
        for (Schema schema : schemas) {
            if (!present.contains(schema.historyTable())) {
                for (String table : schema.tables()) {
                    if (present.contains(table)) {
                        throw new SettingException(
                                "the database has a table \""
                                        + table
                                        + "\" that tplus1 did not make; give tplus1 a schema of its"
                                        + " own, or keep your books out of it with ledger.url and"
                                        + " queries of your own");
                    }
                }
            }
        }
        for (Schema schema : schemas) {
            Flyway.configure()
                    .dataSource(pool)
                    .locations("classpath:db/" + schema.folder() + "/" + dialect.migrations())
                    .table(schema.historyTable())
                    .placeholders(Map.of("id_collation", dialect.idCollation()))
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .load()
                    .migrate();
        }
    }

    private Set<String> tables() {
        Set<String> names = new HashSet<>();
        try (Connection connection = pool.getConnection();
                ResultSet rows =
                        connection
                                .getMetaData()
                                .getTables(
                                        connection.getCatalog(),
                                        connection.getSchema(),
                                        "%",
                                        new String[] {"TABLE", "BASE TABLE"})) {
            while (rows.next()) {
                names.add(rows.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        } catch (SQLException e) {
            throw new DatabaseException(
                    "the database's tables cannot be listed: " + e.getMessage(), e);
        }
        return names;
    }

    private static Dialect dialectOf(DatabaseMetaData metaData) throws SQLException {
        if (metaData.getDatabaseProductName().equals("H2")) {
            return Dialect.H2;
        }
        return metaData.getDatabaseProductVersion().contains("MariaDB")
                ? Dialect.MARIADB
                : Dialect.MYSQL;
    }

    @Override
    public void close() {
        pool.close();
    }
}
