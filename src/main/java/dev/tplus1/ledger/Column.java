package dev.tplus1.ledger;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The columns of every ledger query and of the ledger CSV, by name, in any order and case. */
enum Column {
    KIND(0),
    TRANSACTION_ID(1),
    ORDER_NO(2),
    REFUND_NO(3),
    AMOUNT(4),
    AMOUNT_MINOR(5),
    CURRENCY(6),
    STATUS(7),
    OCCURRED_AT(8),
    PROVIDER_REFUND_ID(9),
    ACCOUNT(10),
    VERSION(11);

    /** How many there are. */
    static final int COUNT = 12;

    /** Its place among them, from 0. */
    private final int place;

    Column(int place) {
        this.place = place;
    }

    int place() {
        return place;
    }

    private static final int MAX_SHOWN = 400;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private boolean optional() {
        return switch (this) {
            case AMOUNT, AMOUNT_MINOR, PROVIDER_REFUND_ID, ACCOUNT, VERSION -> true;
            case KIND, TRANSACTION_ID, ORDER_NO, REFUND_NO, CURRENCY, STATUS, OCCURRED_AT -> false;
        };
    }

    /**
     * Where each column is, from 0.
     *
     * @param labels what is there
     * @param complaint makes the exception for a column that is missing or there twice
     */
    static Map<Column, Integer> positions(
            List<String> labels, Function<String, ? extends RuntimeException> complaint) {
        Map<Column, Integer> positions = new EnumMap<>(Column.class);
        String there = BookRows.shown(String.join(", ", labels), MAX_SHOWN);
        for (int i = 0; i < labels.size(); i++) {
            for (Column column : values()) {
                if (column.label().equalsIgnoreCase(labels.get(i))
                        && positions.put(column, i) != null) {
                    throw complaint.apply("column " + column.label() + " is there twice: " + there);
                }
            }
        }
        List<String> missing = new ArrayList<>();
        for (Column column : values()) {
            if (!column.optional() && !positions.containsKey(column)) {
                missing.add(column.label());
            }
        }
        boolean major = positions.containsKey(AMOUNT);
        if (major && positions.containsKey(AMOUNT_MINOR)) {
            throw complaint.apply("give amount or amount_minor, not both; it has " + there);
        }
        if (!major && !positions.containsKey(AMOUNT_MINOR)) {
            missing.add("amount (or amount_minor)");
        }
        if (!missing.isEmpty()) {
            throw complaint.apply(
                    "column " + String.join(", ", missing) + " is missing; it has " + there);
        }
        return positions;
    }
}
