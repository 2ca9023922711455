package dev.tplus1.database;

import java.util.List;

/** The three sets of tables that tplus1 makes, each with a migration history of its own. */
public enum Schema {
    /** tplus1's own: batch metadata, lease, revisions, breaks, audit, statement archive. */
    OWN("own", List.of("tplus1_lease", "tplus1_revision", "tplus1_break", "tplus1_audit_event")),
    /** The bundled books. */
    BOOKS("books", List.of("orders", "refunds")),
    /** Callback log and outbox, which live where the books are. */
    CALLBACK("callback", List.of("payment_callback_log", "outbox"));

    private final String folder;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<String> tables;

    Schema(String folder, List<String> tables) {
        this.folder = folder;
        this.tables = tables;
    }

    String folder() {
        return folder;
    }

    /** Names that, found without a history of ours, belong to somebody else. */
    List<String> tables() {
        return tables;
    }

    String historyTable() {
        return "tplus1_" + folder + "_history";
    }
}
