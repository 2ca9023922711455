package dev.tplus1.database;

import dev.tplus1.entry.SettingException;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.configuration.FluentConfiguration;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import javax.sql.DataSource;

/** Makes and upgrades our tables, and touches nothing where a table of our names is not ours. */
final class Migrations {
    /** One name for each database, no longer than a name may be. MySQL 9.7 has no MD5. */
    private static final String LOCK = "CONCAT('tplus1 ', SHA2(DATABASE(), 224))";

    private static final long LOCK_WAIT_SECONDS = 60;

    /** What a migration is in that was applied, and that this program does not have. */
    private static final Set<MigrationState> UNKNOWN =
            EnumSet.of(
                    MigrationState.FUTURE_SUCCESS,
                    MigrationState.FUTURE_FAILED,
                    MigrationState.MISSING_SUCCESS,
                    MigrationState.MISSING_FAILED);

    private final DataSource pool;
    private final Dialect dialect;

    Migrations(DataSource pool, Dialect dialect) {
        this.pool = pool;
        this.dialect = dialect;
    }

    List<Migrated> run(Schema... schemas) {
        requireName();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            Optional<List<Migrated>> done = AppliedMigrations.of(connection, dialect, schemas);
            if (done.isPresent()) {
                return done.get();
            }
            take(statement);
            try {
                return alone(schemas);
            } finally {
                giveBack(statement);
            }
        } catch (SQLException e) {
            throw DatabaseException.of("the lock for making the tables failed", e);
        }
    }

    /**
     * Several processes that start together on an empty database make its tables one after another.
     * An embedded database is open in one process only. The server gives the lock back itself when
     * its holder is gone.
     */
    private void take(Statement statement) throws SQLException {
        switch (dialect) {
            case H2 -> {}
            case MYSQL, MARIADB -> {
                try (ResultSet row =
                        statement.executeQuery(
                                "SELECT GET_LOCK(" + LOCK + ", " + LOCK_WAIT_SECONDS + ")")) {
                    row.next();
                    if (row.getInt(1) != 1) {
                        throw new DatabaseException(
                                "another process is still making the tables after "
                                        + LOCK_WAIT_SECONDS
                                        + " s; run it again",
                                null);
                    }
                }
            }
        }
    }

    private void giveBack(Statement statement) throws SQLException {
        switch (dialect) {
            case H2 -> {}
            case MYSQL, MARIADB -> statement.execute("DO RELEASE_LOCK(" + LOCK + ")");
        }
    }

    private List<Migrated> alone(Schema... schemas) {
        Optional<String> foreign = foreignTable(schemas);
        if (foreign.isPresent()) {
            throw new SettingException(
                    "the database has a table \""
                            + foreign.get()
                            + "\" that tplus1 did not make; give tplus1 a schema of its own, or"
                            + " keep your books out of it with ledger.url and queries of your own");
        }
        for (Schema schema : schemas) {
            refuseNewer(schema);
        }
        List<Migrated> migrated = new ArrayList<>();
        for (Schema schema : schemas) {
            try {
                migrated.add(migrate(schema, configuration(schema).load()));
            } catch (FlywayException e) {
                throw refused(schema, e);
            }
        }
        return migrated;
    }

    /**
     * A newer program may have made of a column what this one would misread or write wrongly.
     * Flyway itself lets what is newer be.
     */
    private void refuseNewer(Schema schema) {
        MigrationInfo[] all;
        try {
            all = configuration(schema).load().info().all();
        } catch (FlywayException e) {
            throw refused(schema, e);
        }
        // applied here, and not among this program's own
        List<String> unknown =
                Arrays.stream(all)
                        .filter(each -> UNKNOWN.contains(each.getState()))
                        .map(each -> "V" + each.getVersion())
                        .toList();
        if (!unknown.isEmpty()) {
            List<String> known =
                    Arrays.stream(all)
                            .filter(each -> each.getState().isResolved())
                            .map(each -> "V" + each.getVersion())
                            .toList();
            throw new SettingException(
                    "the tables of "
                            + schema.folder()
                            + " were made by a newer tplus1 ("
                            + schema.historyTable()
                            + " has "
                            + String.join(", ", unknown)
                            + ", this one ends at "
                            + known.getLast()
                            + "); use that or a later one, or restore a backup from before it."
                            + " Nothing was changed there.");
        }
    }

    private static RuntimeException refused(Schema schema, FlywayException e) {
        DatabaseException refused =
                DatabaseException.of(
                        "the tables of " + schema.folder() + " cannot be made or upgraded", e);
        if (SqlErrors.root(e) instanceof SQLException sql && SqlErrors.badStatement(sql)) {
            return new SettingException(
                    refused.getMessage()
                            + ". Nothing was reconciled; grant the login what tplus1 check"
                            + " prints.",
                    e);
        }
        return new DatabaseException(
                refused.getMessage()
                        + ". Nothing was reconciled; mend it and run it again: it goes on where it"
                        + " ended.",
                e);
    }

    private static Migrated migrate(Schema schema, Flyway flyway) {
        boolean failedBefore =
                Arrays.stream(flyway.info().all()).anyMatch(each -> each.getState().isFailed());
        if (failedBefore) {
            // for want of a grant or of space, say; every migration of ours may run again
            flyway.repair();
        }
        MigrationInfoService before = flyway.info();
        int from = version(before);
        if (before.pending().length == 0) {
            // locks nothing, so that a login which may only read can look, too
            flyway.validate();
            return new Migrated(schema, from, from);
        }
        flyway.migrate();
        return new Migrated(schema, from, version(flyway.info()));
    }

    /** The newest that was applied; 0 where none was. */
    private static int version(MigrationInfoService info) {
        MigrationInfo current = info.current();
        return current == null ? 0 : current.getVersion().getMajor().intValueExact();
    }

    /** How the tables of a schema are made. */
    FluentConfiguration configuration(Schema schema) {
        return Flyway.configure()
                .loggers(SilentMigrations.class.getName())
                .dataSource(pool)
                .locations("classpath:" + schema.location(dialect))
                .table(schema.historyTable())
                .placeholders(Map.of("id_collation", dialect.idCollation()))
                .baselineOnMigrate(true)
                .baselineVersion("0");
    }

    private Optional<String> foreignTable(Schema... schemas) {
        Set<String> present = tables();
        for (Schema schema : schemas) {
            if (!present.contains(schema.historyTable())) {
                Optional<String> foreign = present.stream().filter(schema::names).findFirst();
                if (foreign.isPresent()) {
                    return foreign;
                }
            }
        }
        return Optional.empty();
    }

    private void requireName() {
        try (Connection connection = pool.getConnection()) {
            String catalog = connection.getCatalog();
            if (dialect != Dialect.H2 && (catalog == null || catalog.isEmpty())) {
                throw new SettingException(
                        "the database's url names no database; end it with /NAME, before any ?");
            }
        } catch (SQLException e) {
            throw DatabaseException.of("the database's tables cannot be listed", e);
        }
    }

    private Set<String> tables() {
        Set<String> names = new TreeSet<>();
        try (Connection connection = pool.getConnection();
                ResultSet rows =
                        connection
                                .getMetaData()
                                .getTables(
                                        connection.getCatalog(),
                                        connection.getSchema(),
                                        "%",
                                        new String[] {"TABLE", "BASE TABLE", "VIEW"})) {
            while (rows.next()) {
                names.add(rows.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
            }
        } catch (SQLException e) {
            throw DatabaseException.of("the database's tables cannot be listed", e);
        }
        return names;
    }
}
