package dev.tplus1.provider.csv;

import dev.tplus1.entry.Kind;
import dev.tplus1.entry.SettingException;
import dev.tplus1.statement.CsvMapping;
import dev.tplus1.statement.Shown;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a csv's columns, kinds and statuses are called, checked once. */
record Words(Map<String, String> columns, Map<String, Kind> kinds, Map<String, Status> statuses) {
    /** Our own column names, in the order of the documented header. */
    static final List<String> COLUMNS =
            List.of(
                    "transaction_id",
                    "order_no",
                    "refund_no",
                    "kind",
                    "amount",
                    "currency",
                    "status",
                    "occurred_at",
                    "fee",
                    "provider_refund_id",
                    "payer");

    /** What a status says of a row; a word that is none of these says that nothing moved. */
    enum Status {
        SUCCESS,
        PROCESSING
    }

    static Words of(CsvMapping mapping) {
        for (String column : mapping.columns().keySet()) {
            if (!COLUMNS.contains(column)) {
                throw unknown("csv.columns", column, COLUMNS);
            }
        }
        Map<String, String> columns = new HashMap<>();
        Set<String> taken = new HashSet<>();
        for (String column : COLUMNS) {
            String name = mapping.columns().getOrDefault(column, column);
            if (!taken.add(name) && mapping.columns().containsKey(column)) {
                throw new SettingException(
                        "csv.columns: two columns are called " + Shown.quoted(name));
            }
            columns.put(column, name);
        }
        return new Words(
                Map.copyOf(columns),
                words("csv.kinds", mapping.kinds(), Kind.values()),
                words("csv.statuses", mapping.statuses(), Status.values()));
    }

    private static <E extends Enum<E>> Map<String, E> words(
            String setting, Map<String, List<String>> mapping, E[] values) {
        List<String> names = List.of(values).stream().map(Enum::name).toList();
        for (String name : mapping.keySet()) {
            if (!names.contains(name)) {
                throw unknown(setting, name, names);
            }
        }
        Map<String, E> words = new HashMap<>();
        for (E value : values) {
            for (String word : mapping.getOrDefault(value.name(), List.of(value.name()))) {
                if (words.put(word, value) != null) {
                    throw new SettingException(
                            setting + ": " + Shown.quoted(word) + " stands for two things");
                }
            }
        }
        return Map.copyOf(words);
    }

    private static SettingException unknown(String setting, String name, List<String> known) {
        return new SettingException(
                setting + ": " + Shown.quoted(name) + " is none of " + String.join(", ", known));
    }

    /** What the file calls one of our columns. */
    String column(String ours) {
        return columns.getOrDefault(ours, ours);
    }
}
