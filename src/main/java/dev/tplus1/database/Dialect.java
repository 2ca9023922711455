package dev.tplus1.database;

/** What differs between the databases that tplus1 runs on. */
public enum Dialect {
    H2("h2", "(CURRENT_TIMESTAMP AT TIME ZONE 'UTC')", "VARCHAR"),
    MYSQL("mysql", "UTC_TIMESTAMP(6)", "utf8mb4_0900_bin"),
    MARIADB("mysql", "UTC_TIMESTAMP(6)", "utf8mb4_nopad_bin");

    private final String migrations;
    private final String utcNow;
    private final String idCollation;

    Dialect(String migrations, String utcNow, String idCollation) {
        this.migrations = migrations;
        this.utcNow = utcNow;
        this.idCollation = idCollation;
    }

    /** The folder of this dialect's migrations. */
    String migrations() {
        return migrations;
    }

    /** SQL for the database's own time now, a date-time without zone, in UTC. */
    public String utcNow() {
        return utcNow;
    }

    /**
     * The collation that tells case, accents and trailing blanks apart; MySQL's and MariaDB's go by
     * different names, and each server takes the other's for something that pads.
     */
    String idCollation() {
        return idCollation;
    }
}
