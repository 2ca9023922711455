package dev.tplus1.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.function.Supplier;

import javax.sql.DataSource;

/**
 * An open database: its pool, its dialect, and the way to make our tables in it. Every session is
 * in UTC and nothing depends on the JVM's zone. Thread-safe.
 */
public final class Database implements AutoCloseable {
    /** How long a session may be silent before the server ends it. */
    public static final long SESSION_SILENCE_SECONDS = 45;

    /** How the URLs begin that are supported. */
    static final String H2 = "jdbc:h2:";

    static final String MYSQL = "jdbc:mysql:";

    /** The most connections that are open at once; whoever needs one more waits. */
    private static final int POOL = 12;

    private static final long CONNECT_TIMEOUT_MILLIS = 10_000;

    /** Longer than any statement of ours or of a user's may be silent. */
    private static final long SILENCE_MILLIS = 900_000;

    /** The longest statement that a connection parses once and for all: one of many rows. */
    private static final int CACHED_SQL_CHARS = 1 << 16;

    /**
     * Locks are waited for less long than the server's own 50 s: a transaction that waits is tried
     * again instead. A session that is silent, its process stopped or its host gone, is ended by
     * the server with all that it has locked, while whoever takes its work over still tries.
     */
    private static final String SESSION =
            "innodb_lock_wait_timeout=5,wait_timeout=" + Database.SESSION_SILENCE_SECONDS;

    /** Before the server ends a session that nobody uses. */
    private static final long POOLED_IDLE_MILLIS = 30_000;

    private final HikariDataSource pool;
    private final Dialect dialect;
    private final String product;
    private final String version;
    private final @Nullable Connection anchor;

    private Database(
            HikariDataSource pool,
            Dialect dialect,
            DatabaseMetaData metaData,
            @Nullable Connection anchor)
            throws SQLException {
        this.pool = pool;
        this.dialect = dialect;
        this.product = dialect == Dialect.MARIADB ? "MariaDB" : metaData.getDatabaseProductName();
        this.version = metaData.getDatabaseProductVersion();
        this.anchor = anchor;
    }

    /**
     * Connects.
     *
     * @param name what the settings are called in the job file ({@code database}, {@code ledger})
     * @throws DatabaseException when the database does not answer or refuses
     * @throws DatabaseInUseException when another process has the embedded database's file open
     * @throws SettingException when the URL is for a database that is not supported, or is none
     */
    public static Database open(String name, DatabaseSettings settings) {
        String url = settings.url();
        if (!url.startsWith(H2) && !url.startsWith(MYSQL)) {
            throw new SettingException(
                    name + ".url: neither jdbc:h2: nor jdbc:mysql:; these two are supported");
        }
        // the first connection is made by hand: a pool would hide why it fails, and try for long
        try {
            Sessions sessions = new Sessions(url, withLogin(options(url), settings));
            Connection first = first(name, url, sessions);
            try {
                return pooled(name, url.startsWith(MYSQL) ? MYSQL : H2, sessions, first);
            } catch (SQLException | RuntimeException e) {
                first.close();
                throw e;
            }
        } catch (SQLException e) {
            if (SqlErrors.fileInUse(e)) {
                throw new DatabaseInUseException(name, new Redaction(settings).url());
            }
            throw DatabaseException.connecting(name, settings, e);
        }
    }

    private static Connection first(String name, String url, Sessions sessions)
            throws SQLException {
        try {
            return sessions.getConnection();
        } catch (IllegalArgumentException _) {
            // drivers quote what they cannot read, MySQL's what is behind a percent sign, of a
            // password too
            throw new SettingException(
                    name
                            + (url.startsWith(MYSQL) && url.indexOf('%') >= 0
                                    ? ".url: holds a % that is no encoding; write %25 in its place"
                                    : ".url: is none that its driver can read"));
        }
    }

    private static Database pooled(String name, String kind, Sessions sessions, Connection first)
            throws SQLException {
        DatabaseMetaData metaData = first.getMetaData();
        Dialect dialect = Dialect.of(metaData);
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(sessions);
        // it looks at nothing else to know MySQL, whose time limits must be set one after another
        config.setJdbcUrl(kind);
        config.setConnectionInitSql(dialect.sessionInUtc());
        config.setMaximumPoolSize(POOL);
        config.setMinimumIdle(0);
        config.setIdleTimeout(POOLED_IDLE_MILLIS);
        config.setConnectionTimeout(CONNECT_TIMEOUT_MILLIS);
        config.setInitializationFailTimeout(-1);
        // an embedded database closes with its last connection, and with it what is in memory only
        Connection anchor = dialect == Dialect.H2 ? first : null;
        Database database = new Database(new HikariDataSource(config), dialect, metaData, anchor);
        if (anchor == null) {
            first.close();
        }
        return database;
    }

    /** What the URL leaves open and correctness wants; what it says wins. */
    private static Properties options(String url) {
        Properties options = new Properties();
        String said = url.toLowerCase(Locale.ROOT);
        if (url.startsWith(H2) && !said.contains("trace_level_file=")) {
            // what fails is said once and by us: H2 would leave a file of traces beside the
            // database
            options.setProperty("TRACE_LEVEL_FILE", "0");
        }
        if (url.startsWith(H2) && !said.contains("db_close_on_exit=")) {
            // the embedded database would close itself at the stop signal, under the work in hand
            options.setProperty("DB_CLOSE_ON_EXIT", "FALSE");
        }
        if (url.startsWith(MYSQL)) {
            if (!said.contains("connectiontimezone=")
                    && !said.contains("forceconnectiontimezonetosession=")) {
                // another zone's name may be unknown to the server; each session is put into UTC
                options.setProperty("forceConnectionTimeZoneToSession", "true");
            }
            for (String[] option :
                    new String[][] {
                        {"connectionTimeZone", "UTC"},
                        {"connectTimeout", String.valueOf(CONNECT_TIMEOUT_MILLIS)},
                        {"socketTimeout", String.valueOf(SILENCE_MILLIS)},
                        {"sessionVariables", SESSION},
                        {"characterEncoding", "UTF-8"},
                        // a batch is one round trip, not one for each of its rows
                        {"rewriteBatchedStatements", "true"},
                        // a statement of many rows takes longer to parse than to send
                        {"cachePrepStmts", "true"},
                        {"prepStmtCacheSqlLimit", String.valueOf(CACHED_SQL_CHARS)},
                    }) {
                if (!said.contains(option[0].toLowerCase(Locale.ROOT) + "=")) {
                    options.setProperty(option[0], option[1]);
                }
            }
        }
        return options;
    }

    private static Properties withLogin(Properties options, DatabaseSettings settings) {
        Properties all = new Properties();
        all.putAll(options);
        String username = settings.username();
        if (username != null) {
            all.setProperty("user", username);
        }
        String password = settings.password();
        if (password != null) {
            all.setProperty("password", password);
        }
        return all;
    }

    public DataSource dataSource() {
        return pool;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** The server's name, {@code MySQL}, {@code MariaDB} or {@code H2}. */
    public String product() {
        return product;
    }

    /** The server's version in its own words. */
    public String version() {
        return version;
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
     * Runs a whole unit of work, which must open its own transactions, again from its start when it
     * lost against another one (deadlock, lock timeout, a guard that no longer held): a bounded
     * number of times, after a short pause.
     *
     * @throws DatabaseException when it kept losing
     */
    public <T> T retrying(Supplier<T> work) {
        return Retries.run(work);
    }

    /**
     * Makes or upgrades the tables of these schemas.
     *
     * @return what became of each, in their order
     * @throws SettingException before any DDL when a table of ours is there that we did not make
     * @throws DatabaseException when the database refuses
     */
    public List<Migrated> migrate(Schema... schemas) {
        return new Migrations(pool, dialect).run(schemas);
    }

    @Override
    public void close() {
        pool.close();
        if (anchor != null) {
            try {
                anchor.close();
            } catch (SQLException e) {
                throw DatabaseException.of("the database cannot be closed", e);
            }
        }
    }
}
