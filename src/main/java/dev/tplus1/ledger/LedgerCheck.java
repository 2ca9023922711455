package dev.tplus1.ledger;

import dev.tplus1.database.DatabaseException;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.SettingException;

/** Whether the books can be read, tried without reading anything. */
public final class LedgerCheck {
    private LedgerCheck() {}

    /**
     * What answered.
     *
     * @param product {@code MySQL}, {@code MariaDB} or {@code H2}
     * @param version in its own words
     * @param freshness how far the books are; empty where nobody asks them
     */
    public record Answer(String product, String version, String freshness) {}

    /**
     * Tries each of the four queries with values that match nothing, and asks how far the books
     * are.
     *
     * @throws SettingException naming the query that does not run or lacks a column
     * @throws DatabaseException when the database does not answer
     */
    public static Answer of(Ledger ledger, String account) {
        Freshness asked = ledger.freshness();
        StringBuilder told = new StringBuilder();
        Ledger.Look<RuntimeException> look =
                connection -> {
                    if (asked != null) {
                        told.append(asked.told(connection, account));
                    }
                };
        try (SqlBooks books = ledger.connect(account, KeyRule.REFUND_NO, look)) {
            books.probe();
        }
        return new Answer(
                ledger.database().product(), ledger.database().version(), told.toString());
    }
}
