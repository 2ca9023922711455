package dev.tplus1.ledger;

import java.sql.SQLException;

/** What a database says, for people. */
final class SqlText {
    private static final int MAX_TEXT = 200;

    private SqlText() {}

    static String line(SQLException thrown) {
        String message = thrown.getMessage();
        String text = message == null ? "" : message.replaceAll("\\s+", " ").strip();
        return BookRows.shown(text, MAX_TEXT)
                + " ["
                + thrown.getSQLState()
                + "/"
                + thrown.getErrorCode()
                + "]";
    }
}
