package dev.tplus1.database;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;

/** What differs between the databases that tplus1 runs on. */
public enum Dialect {
    H2("h2", "LOCALTIMESTAMP(6)", "SET TIME ZONE 'UTC'", "unused"),
    MYSQL("mysql", "UTC_TIMESTAMP(6)", "SET time_zone = '+00:00'", "utf8mb4_0900_bin"),
    MARIADB("mysql", "UTC_TIMESTAMP(6)", "SET time_zone = '+00:00'", "utf8mb4_nopad_bin");

    private final String migrations;
    private final String utcNow;
    private final String sessionInUtc;
    private final String idCollation;

    Dialect(String migrations, String utcNow, String sessionInUtc, String idCollation) {
        this.migrations = migrations;
        this.utcNow = utcNow;
        this.sessionInUtc = sessionInUtc;
        this.idCollation = idCollation;
    }

    /** The folder of this dialect's migrations. */
    String migrations() {
        return migrations;
    }

    /** A name with lower case in it, as SQL has it. */
    String quoted(String name) {
        return switch (this) {
            case H2 -> '"' + name + '"';
            case MYSQL, MARIADB -> '`' + name + '`';
        };
    }

    /**
     * SQL for the database's own time now, a date-time without zone, in UTC, in microseconds. On H2
     * it rests on the session's zone, which every connection of a {@link Database} has in UTC.
     */
    public String utcNow() {
        return utcNow;
    }

    /**
     * Puts a session into UTC, whatever the JVM's zone, the server's or the URL say: H2 converts
     * between times with and without zone by the session's, MySQL its TIMESTAMP columns.
     */
    String sessionInUtc() {
        return sessionInUtc;
    }

    /**
     * The collation that tells case, accents and trailing blanks apart; MySQL's and MariaDB's go by
     * different names, and each server takes the other's for something that pads.
     */
    String idCollation() {
        return idCollation;
    }

    static Dialect of(DatabaseMetaData metaData) throws SQLException {
        if (metaData.getDatabaseProductName().equals("H2")) {
            return H2;
        }
        // Connector/J calls MariaDB "MySQL"; only its version tells
        return metaData.getDatabaseProductVersion().contains("MariaDB") ? MARIADB : MYSQL;
    }
}
