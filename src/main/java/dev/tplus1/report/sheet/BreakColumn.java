package dev.tplus1.report.sheet;

import dev.tplus1.report.words.Words;

import java.time.ZoneId;
import java.util.Locale;

/** The columns of a sheet of breaks, from the left. */
public enum BreakColumn {
    ID(11),
    DECISION(14),
    NOTE(34),
    WHO(16),
    TYPE(24),
    RISK(9),
    STATUS(16),
    KIND(10),
    REFUND(26),
    PAYMENT(32),
    ORDER(26),
    CURRENCY(10),
    STATEMENT(15),
    BOOKS_CURRENCY(10),
    BOOKS(15),
    DIFFERENCE(15),
    STATEMENT_TIME(20),
    BOOKS_TIME(20),
    LINE(10),
    DUE(12),
    DETAIL(60),
    PAYER(34),
    ACCOUNT(18),
    DATE(14),
    REVISION(9),
    IDENTITY(66);

    private final int width;

    BreakColumn(int width) {
        this.width = width;
    }

    /** Whether a person fills it in. */
    boolean filledIn() {
        return this == DECISION || this == NOTE || this == WHO;
    }

    Sheet.Column column(Words words, ZoneId zone) {
        return new Sheet.Column(words.get(key(), zone.getId()), width, numbers(), this == IDENTITY);
    }

    private boolean numbers() {
        return switch (this) {
            case STATEMENT, BOOKS, DIFFERENCE, LINE, REVISION -> true;
            case ID,
                    DECISION,
                    NOTE,
                    WHO,
                    TYPE,
                    RISK,
                    STATUS,
                    KIND,
                    REFUND,
                    PAYMENT,
                    ORDER,
                    CURRENCY,
                    BOOKS_CURRENCY,
                    STATEMENT_TIME,
                    BOOKS_TIME,
                    DUE,
                    DETAIL,
                    PAYER,
                    ACCOUNT,
                    DATE,
                    IDENTITY ->
                    false;
        };
    }

    /** Its title, without the zone that it may name. */
    String title(Words words) {
        return words.get(key(), "").replaceFirst(", $", "");
    }

    /** Whether this is its title, in one of the languages. */
    boolean titled(String text) {
        return Words.inEveryLanguage(key()).contains(text);
    }

    private String key() {
        return "sheet." + name().toLowerCase(Locale.ROOT);
    }
}
