package dev.tplus1.statement;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/**
 * How a plain csv calls things, where it does not use our names; what is left out keeps them.
 *
 * @param columns our column name to the file's: {@code transaction_id: "Txn ID"}
 * @param statuses {@code SUCCESS} and {@code PROCESSING} to the file's words for them
 * @param kinds {@code PAYMENT} and {@code REFUND} to the file's words for them
 */
public record CsvMapping(
        Map<String, String> columns,
        Map<String, List<String>> statuses,
        Map<String, List<String>> kinds) {
    /** Our own names and words. */
    public static final CsvMapping NONE = new CsvMapping(Map.of(), Map.of(), Map.of());

    // a job file may leave out any of the three
    public CsvMapping(
            @Nullable Map<String, String> columns,
            @Nullable Map<String, List<String>> statuses,
            @Nullable Map<String, List<String>> kinds) {
        this.columns = columns == null ? Map.of() : Map.copyOf(columns);
        this.statuses = statuses == null ? Map.of() : Map.copyOf(statuses);
        this.kinds = kinds == null ? Map.of() : Map.copyOf(kinds);
    }
}
