package dev.tplus1.database;

/**
 * What became of a schema's tables.
 *
 * @param from the version that they were at; 0 where there were none
 * @param to the version that they are at now, this program's newest
 */
public record Migrated(Schema schema, int from, int to) {
    /** Whether the tables were there already, as they have to be. */
    public boolean upToDate() {
        return from == to;
    }

    /** {@code created, version 10}, {@code moved from 9 to 10} or {@code up to date}. */
    public String what() {
        if (upToDate()) {
            return "up to date";
        }
        return from == 0 ? "created, version " + to : "moved from " + from + " to " + to;
    }
}
