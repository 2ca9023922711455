package dev.tplus1.database;

import java.util.List;

/** The three sets of tables that tplus1 makes, each with a migration history of its own. */
public enum Schema {
    /** tplus1's own: batch metadata, lease, revisions, breaks, audit, statement archive. */
    OWN("own", List.of()),
    /** The bundled books. */
    BOOKS("books", List.of("orders", "refunds")),
    /** Callback log, outbox and fence, which live where the books are. */
    CALLBACK("callback", List.of("payment_callback_log", "outbox", "tplus1_fence"));

    private static final String PREFIX = "tplus1_";
    private static final String HISTORY = "_history";

    private final String folder;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<String> tables;

    Schema(String folder, List<String> tables) {
        this.folder = folder;
        this.tables = tables;
    }

    /** Its name in lower case, which its folder and its history have, too. */
    public String folder() {
        return folder;
    }

    /** Where on the class path a dialect's migrations of it are. */
    String location(Dialect dialect) {
        return "db/" + folder + "/" + dialect.migrations();
    }

    /**
     * Whether a table is one of this schema's by its name, so that, found without a history of
     * ours, it belongs to somebody else. All names with our prefix, the batch's among them, are
     * tplus1's own, but for the histories and what another schema names.
     *
     * @param table in lower case
     */
    boolean names(String table) {
        return this == OWN
                ? table.startsWith(PREFIX)
                        && !isHistory(table)
                        && !BOOKS.tables.contains(table)
                        && !CALLBACK.tables.contains(table)
                : tables.contains(table);
    }

    /** The tables that tplus1 makes in books that are not its own; of {@link #OWN}, none. */
    public List<String> tables() {
        return tables;
    }

    /** The table in which the migrations are recorded. */
    public String historyTable() {
        return PREFIX + folder + HISTORY;
    }

    private static boolean isHistory(String table) {
        for (Schema schema : values()) {
            if (table.equals(schema.historyTable())) {
                return true;
            }
        }
        return false;
    }
}
